import { expect, test } from 'vitest';
import { daysOfWeek, lastWeeks } from './weeks.ts';

// A Sunday, shortly before Monday.
const now = new Date('2030-03-31T23:30:00Z');

test('a week begins on the day that the reader’s begins on', () => {
  const first = (weekStart: number) => daysOfWeek(now, { zone: 'UTC', weekStart })[0]?.startsOn;
  // Monday, Saturday, Sunday.
  expect([first(1), first(6), first(7)]).toEqual(['2030-03-25', '2030-03-30', '2030-03-31']);
  expect([2, 3, 4, 5].map(first)).toEqual(['2030-03-26', '2030-03-27', '2030-03-28', '2030-03-29']);
});

test('it is the week of the reader’s own day', () => {
  const days = (zone: string) => daysOfWeek(now, { zone, weekStart: 1 }).map(({ startsOn }) => startsOn);
  expect(days('UTC').at(-1)).toBe('2030-03-31');
  expect(days('Europe/Berlin')[0]).toBe('2030-04-01');
  expect(days('Pacific/Auckland')[0]).toBe('2030-04-01');
  expect(days('America/New_York').at(-1)).toBe('2030-03-31');
});

test('days and weeks follow each other without a gap, and are longer or shorter where the clocks change', () => {
  const hours = ({ from, to }: { from: Date; to: Date }) => (to.getTime() - from.getTime()) / 3_600_000;
  const berlin = { zone: 'Europe/Berlin', weekStart: 1 };
  expect(daysOfWeek(new Date('2030-03-30T12:00:00Z'), berlin).map(hours)).toEqual([
    24, 24, 24, 24, 24, 24, 23,
  ]);
  const weeks = lastWeeks(new Date('2030-11-05T12:00:00Z'), 12, { zone: 'America/New_York', weekStart: 7 });
  expect(weeks.map(({ startsOn }) => startsOn)).toEqual([
    '2030-08-18',
    '2030-08-25',
    '2030-09-01',
    '2030-09-08',
    '2030-09-15',
    '2030-09-22',
    '2030-09-29',
    '2030-10-06',
    '2030-10-13',
    '2030-10-20',
    '2030-10-27',
    '2030-11-03',
  ]);
  expect(weeks.map(hours)).toEqual([...Array<number>(11).fill(168), 169]);
  expect(weeks.slice(1).map(({ from }) => from)).toEqual(weeks.slice(0, -1).map(({ to }) => to));
});
