import { describe, expect, test } from 'vitest';
import { readPage } from './page-number';
import { readDay, shownDays } from './shown-days';

describe('Seven days from Monday, three on a narrow screen (§9)', () => {
  test('a wide screen shows the week that holds the day', () => {
    expect(shownDays('2026-06-04', true)).toEqual({
      firstDay: '2026-06-01',
      dayCount: 7,
      previous: '2026-05-25',
      next: '2026-06-08',
    });
  });
  test('a narrow one shows three days from it', () => {
    expect(shownDays('2026-06-30', false)).toEqual({
      firstDay: '2026-06-30',
      dayCount: 3,
      previous: '2026-06-27',
      next: '2026-07-03',
    });
  });
});

describe('What an address may say', () => {
  test.each([
    ['2026-06-04', '2026-06-04'],
    ['2026-02-30', null],
    ['2026-6-4', null],
    ['tomorrow', null],
    ['', null],
    [null, null],
  ])('the day %s', (text, day) => {
    expect(readDay(text)).toBe(day);
  });
  test.each([
    ['3', 3],
    ['0', 1],
    ['-1', 1],
    ['1.5', 1],
    ['x', 1],
    ['999999', 1],
    [null, 1],
  ])('the page %s', (text, page) => {
    expect(readPage(text)).toBe(page);
  });
});
