import { expect, test } from 'vitest';
import { swipeOf } from './swipe';

test('a swipe goes along the line; up and down, and back, is scrolling', () => {
  expect(swipeOf({ dx: 13, dy: 6 })).toBe('swipe');
  expect(swipeOf({ dx: 13, dy: 7 })).toBe('nothing');
  expect(swipeOf({ dx: 12, dy: 0 })).toBe('nothing');
  expect(swipeOf({ dx: 20, dy: 13 })).toBe('scrolling');
  expect(swipeOf({ dx: 0, dy: -13 })).toBe('scrolling');
  expect(swipeOf({ dx: -13, dy: 0 })).toBe('scrolling');
});
