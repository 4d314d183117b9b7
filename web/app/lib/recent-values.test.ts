import { expect, test } from 'vitest';
import { rememberRecent } from './recent-values';

test('the newest values are remembered, oldest first, and no more than so many', () => {
  let say = (_value: number) => {};
  const recent = rememberRecent<number>((listener) => {
    say = listener;
  }, 3);
  expect(recent.get()).toEqual([]);
  for (const value of [1, 2, 3]) say(value);
  expect(recent.get()).toEqual([1, 2, 3]);
  say(4);
  expect(recent.get()).toEqual([2, 3, 4]);
  recent.clear();
  say(5);
  expect(recent.get()).toEqual([5]);
});
