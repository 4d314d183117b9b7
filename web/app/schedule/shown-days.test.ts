import { createWords } from '@parlance/words/create-words';
import { speaking } from '@parlance/words/current';
import type { Locale } from '@parlance/words/locales';
import { describe, expect, test } from 'vitest';
import { openingDay, readDay, shownDays, weekOf } from './shown-days';

// Rules: docs/specification/schedule.md#availability-calendar
describe('Seven days from Monday, three on a narrow screen', () => {
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

describe('A week begins as the language of the reader has it', () => {
  // 2026-06-04 is a Thursday.
  test.each<[Locale, string, string]>([
    ['de', '2026-06-01', '2026-06-08'],
    ['pt-BR', '2026-05-31', '2026-06-07'],
    ['ja', '2026-05-31', '2026-06-07'],
    ['ar', '2026-05-30', '2026-06-06'],
  ])('%s', (locale, firstDay, next) => {
    speaking(createWords(locale), () => {
      expect(shownDays('2026-06-04', true)).toMatchObject({ firstDay, next });
      expect([weekOf(firstDay), weekOf(next)]).toEqual([firstDay, next]);
      expect(shownDays('2026-06-04', false).firstDay).toBe('2026-06-04');
    });
  });
});

describe('The calendar opens on the first day with time left', () => {
  const opensOn = (zone: string, now: string) => openingDay(zone, Date.parse(now));

  test.each([
    // Sunday in Berlin: the last quarter of an hour begins at 21:45.
    ['Europe/Berlin', '2026-06-07T19:44:59Z', '2026-06-07'],
    ['Europe/Berlin', '2026-06-07T19:45:00Z', '2026-06-08'],
    ['Europe/Berlin', '2026-06-07T21:59:59Z', '2026-06-08'],
    ['Europe/Berlin', '2026-06-07T22:00:00Z', '2026-06-08'],
    ['Asia/Kolkata', '2026-06-07T16:14:59Z', '2026-06-07'],
    ['Asia/Kolkata', '2026-06-07T16:15:00Z', '2026-06-08'],
    ['Asia/Kathmandu', '2026-06-07T15:59:59Z', '2026-06-07'],
    ['Asia/Kathmandu', '2026-06-07T16:00:00Z', '2026-06-08'],
    ['Australia/Eucla', '2026-06-07T12:59:59Z', '2026-06-07'],
    ['Australia/Eucla', '2026-06-07T13:00:00Z', '2026-06-08'],
    ['America/New_York', '2026-06-08T01:44:59Z', '2026-06-07'],
    ['America/New_York', '2026-06-08T01:45:00Z', '2026-06-08'],
    // The clocks of Cairo skip the midnight before this Friday.
    ['Africa/Cairo', '2026-04-23T21:59:59Z', '2026-04-24'],
    ['Africa/Cairo', '2026-04-24T00:00:00Z', '2026-04-24'],
  ])('in %s at %s on %s', (zone, now, day) => {
    expect(opensOn(zone, now)).toBe(day);
  });

  test('so that on Sunday evening a wide screen shows the next week', () => {
    const late = opensOn('Europe/Berlin', '2026-06-07T20:00:00Z');
    expect(shownDays(late, true).firstDay).toBe('2026-06-08');
    expect(shownDays(late, false).firstDay).toBe('2026-06-08');
    const early = opensOn('Europe/Berlin', '2026-06-07T12:00:00Z');
    expect(shownDays(early, true).firstDay).toBe('2026-06-01');
    expect(shownDays(early, false).firstDay).toBe('2026-06-07');
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
});
