import { expect, test } from 'vitest';
import { memberSince } from './member-since';

test('Member since {month year}, in English', () => {
  expect(memberSince(new Date(2026, 4, 14))).toBe('Member since May 2026');
});

// Evening of the last day of May in Newfoundland, the time zone of this suite.
test('is the same for every reader', () => {
  expect(memberSince(new Date('2026-06-01T01:00:00Z'))).toBe('Member since June 2026');
});
