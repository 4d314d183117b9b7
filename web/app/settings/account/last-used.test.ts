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
  [7 * 24 * 60 * minute - 1, '6 days ago'],
  [7 * 24 * 60 * minute, 'May 28, 2026'],
])('a session used %i ms ago was used %s', (agoMs, text) => {
  expect(lastUsed(new Date(now.getTime() - agoMs), now)).toBe(text);
});
