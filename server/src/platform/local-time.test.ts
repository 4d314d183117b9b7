import { expect, test } from 'vitest';
import { dayAfter, localDay, momentAt, nextMomentAt, startOfDay } from './local-time.ts';

const eightAt = (day: string, zone: string) => momentAt(day, 8 * 60, zone).toISOString();

test('08:00 is local time of the zone, before and after a DST change', () => {
  expect(eightAt('2030-03-09', 'America/New_York')).toBe('2030-03-09T13:00:00.000Z');
  expect(eightAt('2030-03-10', 'America/New_York')).toBe('2030-03-10T12:00:00.000Z');
  expect(eightAt('2030-11-03', 'America/New_York')).toBe('2030-11-03T13:00:00.000Z');
  // Here the clocks change between 08:00 UTC and 08:00 of the zone.
  expect(eightAt('2030-03-10', 'America/Los_Angeles')).toBe('2030-03-10T15:00:00.000Z');
  expect(eightAt('2030-11-03', 'America/Los_Angeles')).toBe('2030-11-03T16:00:00.000Z');
  expect(eightAt('2030-04-06', 'Pacific/Auckland')).toBe('2030-04-05T19:00:00.000Z');
  expect(eightAt('2030-04-07', 'Pacific/Auckland')).toBe('2030-04-06T20:00:00.000Z');
  expect(eightAt('2030-09-29', 'Pacific/Auckland')).toBe('2030-09-28T19:00:00.000Z');
  expect(eightAt('2030-03-05', 'Asia/Kathmandu')).toBe('2030-03-05T02:15:00.000Z');
  expect(eightAt('2030-03-05', 'Australia/Lord_Howe')).toBe('2030-03-04T21:00:00.000Z');
  expect(eightAt('2030-03-05', '-11:00')).toBe('2030-03-05T19:00:00.000Z');
});

test('the day is the local day of the zone', () => {
  const moment = new Date('2030-03-05T18:20:00Z');
  expect(localDay(moment, 'Asia/Kathmandu')).toBe('2030-03-06');
  expect(localDay(moment, 'America/New_York')).toBe('2030-03-05');
});

test('the next 08:00 lies strictly ahead, at most 25 hours', () => {
  for (const zone of ['America/New_York', 'Pacific/Auckland', 'Asia/Kathmandu', 'Pacific/Apia', 'UTC']) {
    let moment = new Date('2030-01-01T00:00:00Z');
    for (let day = 0; day < 366; day += 1) {
      const next = nextMomentAt(moment, 8 * 60, zone);
      const aheadHours = (next.getTime() - moment.getTime()) / 3_600_000;
      expect(aheadHours, `${zone} ${moment.toISOString()}`).toBeGreaterThan(0);
      expect(aheadHours).toBeLessThanOrEqual(25);
      const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: zone }).format(next);
      expect(time, `${zone} ${next.toISOString()}`).toBe('08:00');
      moment = next;
    }
  }
});

test('an unknown zone falls back to UTC', () => {
  expect(eightAt('2030-03-05', 'Middle/Earth')).toBe('2030-03-05T08:00:00.000Z');
});

test('a day begins at its first moment, also where the clocks jump over midnight or show it twice', () => {
  const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Pacific/Auckland', 'Australia/Lord_Howe'];
  const changesAtMidnight = ['America/Santiago', 'America/Havana', 'Africa/Cairo', 'Asia/Beirut'];
  for (const zone of [...zones, ...changesAtMidnight, 'Atlantic/Azores', '+05:30']) {
    let day = '2025-01-01';
    for (; day < '2026-02-01'; day = dayAfter(day, 1)) {
      const first = startOfDay(day, zone);
      const before = new Date(first.getTime() - 1);
      expect([localDay(first, zone), localDay(before, zone)], zone).toEqual([day, dayAfter(day, -1)]);
    }
    expect(day).toBe('2026-02-01');
  }
});
