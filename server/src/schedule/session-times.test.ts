import { expect, test } from 'vitest';
import { isInSeries, type SeriesRow } from './series-row.ts';
import { areSameClock, weeksAfter, zoneOf } from './session-times.ts';

test.each([
  [{ time_zone: 'America/New_York', local_tz_offset: 2 }, 'America/New_York', 'America/New York'],
  [{ time_zone: null, local_tz_offset: 2 }, '+02:00', 'UTC+02:00'],
  [{ time_zone: null, local_tz_offset: -11 }, '-11:00', 'UTC-11:00'],
  [{ time_zone: null, local_tz_offset: 5.5 }, '+06:00', 'UTC+06:00'],
  [{ time_zone: null, local_tz_offset: 23 }, '+23:00', 'UTC+23:00'],
  [{ time_zone: null, local_tz_offset: 24 }, 'UTC', 'UTC'],
  [{ time_zone: null, local_tz_offset: 0 }, 'UTC', 'UTC'],
  [{ time_zone: null, local_tz_offset: null }, 'UTC', 'UTC'],
])('the zone of %j is %s', (person, id, label) => {
  expect(zoneOf(person)).toEqual({ id, label });
});

test('two zones are one clock only on the same day', () => {
  const at = new Date('2030-03-05T10:30:00Z');
  const zone = (id: string) => ({ id, label: id });
  expect(areSameClock(at, zone('Europe/Berlin'), zone('Europe/Paris'))).toBe(true);
  expect(areSameClock(at, zone('Europe/Berlin'), zone('Europe/London'))).toBe(false);
  expect(areSameClock(at, zone('Asia/Kolkata'), zone('Asia/Kathmandu'))).toBe(false);
  // The same time of day, a day apart.
  expect(areSameClock(at, zone('Pacific/Kiritimati'), zone('Pacific/Honolulu'))).toBe(false);
});

test('weeks later is the same weekday and time in the zone, where UTC has another day', () => {
  const late = new Date('2030-03-06T03:30:00Z');
  expect(weeksAfter(late, 1, 'America/New_York')).toEqual(new Date('2030-03-13T02:30:00Z'));
  expect(weeksAfter(late, -1, 'America/New_York')).toEqual(new Date('2030-02-27T03:30:00Z'));
  expect(weeksAfter(late, 2, 'UTC')).toEqual(new Date('2030-03-20T03:30:00Z'));
});

test('a time belongs to a series on both sides of a clock change, before its first week too', () => {
  const series = {
    first_starts_at: new Date('2030-03-13T18:30:00Z'),
    time_zone: 'Europe/Berlin',
  } as SeriesRow;
  const isIn = (moment: string) => isInSeries(series, new Date(moment));
  expect([isIn('2030-04-10T17:30:00Z'), isIn('2030-04-10T18:30:00Z')]).toEqual([true, false]);
  expect([isIn('2030-03-20T18:30:00Z'), isIn('2030-03-21T18:30:00Z')]).toEqual([true, false]);
  const summer = { ...series, first_starts_at: new Date('2030-10-23T17:30:00Z') };
  expect(isInSeries(summer, new Date('2030-10-30T18:30:00Z'))).toBe(true);
  expect(isInSeries(summer, new Date('2030-10-16T17:30:00Z'))).toBe(true);
});
