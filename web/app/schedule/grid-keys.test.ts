import { describe, expect, test } from 'vitest';
import { buildCalendarGrid } from './calendar-grid';
import { actOfKey, moveInGrid } from './grid-keys';

const { rows } = buildCalendarGrid({
  zone: 'Europe/Berlin',
  firstDay: '2026-06-01',
  dayCount: 7,
  now: new Date('2026-05-01T00:00:00Z'),
  slots: [],
});

describe('Keys move in the grid (design: behaviour)', () => {
  test.each([
    ['ArrowDown', { row: 11, column: 3 }],
    ['ArrowUp', { row: 9, column: 3 }],
    ['ArrowLeft', { row: 10, column: 2 }],
    ['ArrowRight', { row: 10, column: 4 }],
    ['PageDown', { row: 14, column: 3 }],
    ['PageUp', { row: 6, column: 3 }],
    ['Home', { row: 10, column: 0 }],
    ['End', { row: 10, column: 6 }],
    ['a', null],
  ])('%s', (key, place) => {
    expect(moveInGrid(rows, { row: 10, column: 3 }, key)).toEqual(place);
  });

  test.each([
    ['ArrowLeft', { row: 10, column: 4 }],
    ['ArrowRight', { row: 10, column: 2 }],
    ['ArrowDown', { row: 11, column: 3 }],
    ['ArrowUp', { row: 9, column: 3 }],
    ['Home', { row: 10, column: 0 }],
    ['End', { row: 10, column: 6 }],
  ])('%s, where days run from right to left', (key, place) => {
    expect(moveInGrid(rows, { row: 10, column: 3 }, key, true)).toEqual(place);
  });

  test.each([
    ['ArrowUp', { row: 0, column: 0 }],
    ['ArrowLeft', { row: 0, column: 0 }],
    ['ArrowDown', { row: 63, column: 6 }],
    ['ArrowRight', { row: 63, column: 6 }],
  ])('%s stays at the edge', (key, place) => {
    expect(moveInGrid(rows, place, key)).toEqual(place);
  });

  test.each([
    ['ArrowRight', { row: 0, column: 0 }],
    ['ArrowLeft', { row: 63, column: 6 }],
  ])('%s stays at the edge, where days run from right to left', (key, place) => {
    expect(moveInGrid(rows, place, key, true)).toEqual(place);
  });

  test('a time that does not happen on a day is stepped over', () => {
    const withGap = rows.map((row, index) =>
      index === 11 ? { ...row, cells: row.cells.map((cell, column) => (column === 3 ? null : cell)) } : row,
    );
    expect(moveInGrid(withGap, { row: 10, column: 3 }, 'ArrowDown')).toEqual({ row: 12, column: 3 });
    expect(moveInGrid(withGap, { row: 11, column: 2 }, 'ArrowRight')).toEqual({ row: 11, column: 4 });
  });
});

describe('Keys act on the grid', () => {
  test.each([
    [' ', 'free', true, 'add'],
    ['Enter', 'free', true, 'add'],
    // A selected cell was taken meanwhile; the rest is still added.
    [' ', 'booked', true, 'add'],
    ['Enter', 'booked', true, 'add'],
    [' ', 'free', false, 'select'],
    ['Enter', 'free', false, 'add'],
    [' ', 'available', false, 'nothing'],
    ['Enter', 'available', false, 'nothing'],
    [' ', 'past', false, 'nothing'],
    ['Enter', 'past', false, 'nothing'],
    ['Delete', 'available', false, 'remove'],
    ['Backspace', 'booked', false, 'remove'],
    ['Escape', 'free', true, 'let-go'],
    ['a', 'free', true, null],
    ['Tab', 'free', true, null],
  ] as const)('%j on a cell that is %s, with something selected %j', (key, state, hasSelection, act) => {
    expect(actOfKey(key, { state, hasSelection })).toBe(act);
  });
});
