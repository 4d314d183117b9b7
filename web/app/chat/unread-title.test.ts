import { expect, test } from 'vitest';
import { titleWithUnread } from './unread-title';

test.each([
  ['Messages · Parlance', 3, '(3) Messages · Parlance'],
  ['(3) Messages · Parlance', 12, '(12) Messages · Parlance'],
  ['(3) Messages · Parlance', 0, 'Messages · Parlance'],
  ['(Ana) · Parlance', 1, '(1) (Ana) · Parlance'],
])('%j with %i unread', (title, unread, expected) => {
  expect(titleWithUnread(title, unread)).toBe(expected);
});
