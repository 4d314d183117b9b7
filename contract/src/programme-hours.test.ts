import { describe, expect, test } from 'vitest';
import { cellsOfRanges, type FreeRange, freeCells, freeHours, rangesOfCells } from './programme-hours.ts';
import { isOnWire } from './wire.ts';

const range = (weekday: number, from: string, to: string): FreeRange => ({ weekday, from, to });

// Rules: docs/specification/programmes.md
describe('free hours of a week', () => {
  test('are half-hour cells from Monday on; overlapping ranges count once, in any order', () => {
    expect(cellsOfRanges([range(1, '00:00', '01:00')])).toEqual([0, 1]);
    expect(cellsOfRanges([range(7, '23:30', '24:00')])).toEqual([freeCells - 1]);
    expect(cellsOfRanges([range(2, '01:00', '02:00'), range(2, '00:30', '01:30')])).toEqual([49, 50, 51]);
  });

  test('become the fewest ranges, which never pass midnight', () => {
    expect(rangesOfCells([46, 47, 48, 49])).toEqual([range(1, '23:00', '24:00'), range(2, '00:00', '01:00')]);
    expect(rangesOfCells([0, 1, 3])).toEqual([range(1, '00:00', '01:00'), range(1, '01:30', '02:00')]);
    expect(rangesOfCells([])).toEqual([]);
    const wholeWeek = Array.from({ length: freeCells }, (_, cell) => cell);
    expect(rangesOfCells(wholeWeek)).toEqual(
      [1, 2, 3, 4, 5, 6, 7].map((weekday) => range(weekday, '00:00', '24:00')),
    );
    expect(cellsOfRanges(rangesOfCells(wholeWeek))).toEqual(wholeWeek);
  });

  test.each([
    ['ends at midnight', range(1, '23:30', '24:00'), true],
    ['begins at midnight of the next day', range(1, '24:00', '24:00'), false],
    ['is empty', range(1, '18:00', '18:00'), false],
    ['begins at a quarter', range(1, '18:15', '19:00'), false],
    ['is on an eighth day', range(8, '18:00', '19:00'), false],
    ['is on Sunday', range(7, '18:00', '19:00'), true],
  ])('a range that %s', (_case, given, isValid) => {
    expect(isOnWire(freeHours, [given])).toBe(isValid);
  });
});
