import { expect, test } from 'vitest';
import { chanceOf, quantile, shareLarger } from './statistics.ts';

test('a quantile is one of the numbers, in order of size; none without numbers', () => {
  expect([quantile([100, 9, 30], 0.5), quantile([100, 9, 30], 1), quantile([], 0.5)]).toEqual([
    30,
    100,
    Number.NaN,
  ]);
});

test('the share of larger pairs is a half for the same numbers, and counts every pair', () => {
  expect(shareLarger([1, 2, 3], [1, 2, 3])).toBe(0.5);
  expect([shareLarger([4, 5], [1, 2, 3]), shareLarger([1, 2, 3], [4, 5])]).toEqual([1, 0]);
  expect(shareLarger([2, 4], [1, 3])).toBe(0.75);
});

test('chance explains less of longer lists', () => {
  expect(chanceOf(250)).toBeCloseTo(0.0507, 3);
  expect(chanceOf(1000)).toBeLessThan(chanceOf(250));
});
