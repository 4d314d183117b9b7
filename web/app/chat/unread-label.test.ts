import { expect, test } from 'vitest';
import { unreadLabel } from './unread-label';

test.each([
  [0, ''],
  [1, '1'],
  [9, '9'],
  [10, '9+'],
  [250, '9+'],
])('%i unread messages show as %j (§2: the count, or 9+ above 9)', (count, label) => {
  expect(unreadLabel(count)).toBe(label);
});
