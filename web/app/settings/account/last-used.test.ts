import { expect, test } from 'vitest';
import { lastUsed } from './last-used';

const now = new Date('2026-06-04T20:00:00Z');
const minute = 60_000;

test.each([
  [-minute, 'Just now'],
  [2 * minute - 1, 'Just now'],
  [2 * minute, '2 minutes ago'],
  [60 * minute - 1, '59 minutes ago'],
  [60 * minute, '1 hour ago'],
  [24 * 60 * minute - 1, '23 hours ago'],
  [24 * 60 * minute, 'yesterday'],
  [6 * 24 * 60 * minute, '6 days ago'],
  [7 * 24 * 60 * minute, 'May 28, 2026'],
])('a session used %i ms ago was used %s', (agoMs, text) => {
  expect(lastUsed(new Date(now.getTime() - agoMs), now)).toBe(text);
});

test.each([
  ['UTC', '2026-06-03T00:30:00Z', 'yesterday'],
  ['UTC', '2026-06-02T23:30:00Z', '2 days ago'],
  ['Asia/Tokyo', '2026-06-03T14:30:00Z', '2 days ago'],
  ['Asia/Tokyo', '2026-06-03T15:30:00Z', 'yesterday'],
  ['America/Los_Angeles', '2026-06-03T06:30:00Z', '2 days ago'],
])('counts days of the calendar in %s: %s is %s', (zone, usedAt, text) => {
  expect(lastUsed(new Date(usedAt), now, zone)).toBe(text);
});
