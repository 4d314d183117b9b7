import { expect, test } from 'vitest';
import { samePlace, scrollKeyOf } from './scroll-place';

const opened = { key: 'opened', state: null };

test('an address keeps its own place', () => {
  expect(scrollKeyOf(opened)).toBe('opened');
  expect(scrollKeyOf({ key: 'other', state: { returnTo: '/dashboard' } })).toBe('other');
  expect(scrollKeyOf({ key: 'other', state: { scrollKey: 7 } })).toBe('other');
});

test('addresses reached from one another keep one place, however many there are', () => {
  const second = { key: 'second', state: samePlace(opened) };
  const third = { key: 'third', state: samePlace(second) };
  expect(scrollKeyOf(second)).toBe('opened');
  expect(scrollKeyOf(third)).toBe('opened');
});
