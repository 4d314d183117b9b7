import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { dayChangeGridMs } from '#lib/use-now';
import { addDays, daysBetween, instantsOf, startOfDay, startOfWeek, wallTimeAt } from './zoned-time';

const namedZones = [
  'America/New_York',
  'Europe/Berlin',
  'Australia/Sydney',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Adelaide',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
];
const zone = fc.oneof(fc.constantFrom(...namedZones), fc.constantFrom(...Intl.supportedValuesOf('timeZone')));
const minuteMs = 60_000;
const patience = { timeout: 60_000 };
const from = Date.UTC(2026, 0, 1) / minuteMs;
const minutesOfTwoYears = 730 * 24 * 60;
const day = fc.integer({ min: 0, max: 730 }).map((days) => addDays('2026-01-01', days));

const pad = (value: number) => String(value).padStart(2, '0');

describe('time on the clocks of a zone, against an independent calendar', () => {
  test('25,000 instants show the same day and time', patience, () => {
    fc.assert(
      fc.property(zone, fc.integer({ min: 0, max: minutesOfTwoYears }), (timeZone, minute) => {
        const instant = (from + minute) * minuteMs;
        const theirs = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone);
        const ours = wallTimeAt(timeZone, instant);
        return (
          ours.day === theirs.toPlainDate().toString() && ours.minutes === theirs.hour * 60 + theirs.minute
        );
      }),
      { numRuns: 25_000 },
    );
  });

  test('25,000 times on a clock happen at the same instants: never, once or twice', patience, () => {
    const quarters = fc.integer({ min: 0, max: 95 }).map((quarter) => quarter * 15);
    // Half of the cases are in weeks with clock changes.
    const changeDay = fc
      .tuple(
        fc.constantFrom(
          '2026-03-08',
          '2026-03-29',
          '2026-04-05',
          '2026-09-27',
          '2026-10-04',
          '2026-10-25',
          '2026-11-01',
        ),
        fc.integer({ min: -1, max: 1 }),
      )
      .map(([sunday, days]) => addDays(sunday, days));
    fc.assert(
      fc.property(zone, fc.oneof(day, changeDay), quarters, (timeZone, someDay, minutes) => {
        const text = `${someDay}T${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
        const wall = Temporal.PlainDateTime.from(text);
        const theirs = (['earlier', 'later'] as const)
          .map((disambiguation) => wall.toZonedDateTime(timeZone, { disambiguation }))
          .filter((zoned) => zoned.toPlainDateTime().equals(wall))
          .map((zoned) => zoned.epochMilliseconds);
        return String(instantsOf(timeZone, { day: someDay, minutes })) === String([...new Set(theirs)]);
      }),
      { numRuns: 25_000 },
    );
  });

  test('a day begins when the calendar says, also where midnight is skipped', patience, () => {
    fc.assert(
      fc.property(zone, day, (timeZone, someDay) => {
        const theirs = Temporal.PlainDate.from(someDay).toZonedDateTime({ timeZone });
        return startOfDay(timeZone, someDay) === theirs.epochMilliseconds;
      }),
      { numRuns: 5000 },
    );
    expect(new Date(startOfDay('Africa/Cairo', '2026-04-24')).toISOString()).toBe('2026-04-23T22:00:00.000Z');
  });

  test(
    'in every zone the day changes at a quarter of an hour: a screen that looks then misses no midnight',
    patience,
    () => {
      fc.assert(
        fc.property(zone, day, (timeZone, someDay) => startOfDay(timeZone, someDay) % dayChangeGridMs === 0),
        { numRuns: 5000 },
      );
      expect(startOfDay('Asia/Kathmandu', '2026-06-05') % (2 * dayChangeGridMs)).not.toBe(0);
    },
  );

  test('weeks start on Monday', () => {
    expect(startOfWeek('2026-03-29', 1)).toBe('2026-03-23');
    expect(startOfWeek('2026-03-23', 1)).toBe('2026-03-23');
    expect(startOfWeek('2027-01-01', 1)).toBe('2026-12-28');
    expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2);
  });
});
