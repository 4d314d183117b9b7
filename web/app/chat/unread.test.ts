import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { titleWithUnread, UnreadBadge, unreadLabel } from './unread';

test.each([
  [0, ''],
  [1, '1'],
  [9, '9'],
  [10, '9+'],
  [250, '9+'],
])('%i unread messages show as %j (the count, or 9+ above 9)', (count, label) => {
  expect(unreadLabel(count)).toBe(label);
});

test.each([
  ['Messages · Parlance', 3, '(3) Messages · Parlance'],
  ['(3) Messages · Parlance', 12, '(12) Messages · Parlance'],
  ['(3) Messages · Parlance', 0, 'Messages · Parlance'],
  ['(Ana) · Parlance', 1, '(1) (Ana) · Parlance'],
])('%j with %i unread', (title, unread, expected) => {
  expect(titleWithUnread(title, unread)).toBe(expected);
});

test.each([
  [1, '1 unread message'],
  [2, '2 unread messages'],
  [12, '12 unread messages'],
])('a screen reader hears %i as %j, also where 9+ is shown', (unreadMessages, heard) => {
  const html = renderToStaticMarkup(createElement(UnreadBadge, { unreadMessages }));
  expect(html.replaceAll(/<span aria-hidden="true">.*?<\/span>|<[^>]*>/g, '')).toBe(`\u00a0${heard}`);
});
