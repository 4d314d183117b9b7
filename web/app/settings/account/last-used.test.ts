import { expect, test } from 'vitest';
import { lastUsed } from './last-used';

const now = new Date('2026-06-04T20:00:00Z');
const minute = 60_000;

test.each([
  [-minute, 'Just now'],
  [minute, 'Just now'],
  [5 * minute, '5 minutes ago'],
  [90 * minute, '1 hour ago'],
  [30 * 60 * minute, 'yesterday'],
  [5 * 24 * 60 * minute, '5 days ago'],
])('a session used %i ms ago was used %s', (agoMs, text) => {
  expect(lastUsed(new Date(now.getTime() - agoMs), now)).toBe(text);
});

test('after a week the date is shown', () => {
  expect(lastUsed(new Date('2026-05-12T12:00:00Z'), now)).toMatch(/2026/);
});
