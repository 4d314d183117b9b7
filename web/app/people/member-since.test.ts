import { expect, test } from 'vitest';
import { memberSince } from './member-since';

test('Member since {month year}, in English', () => {
  expect(memberSince(new Date(2026, 4, 14))).toBe('Member since May 2026');
});
