import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scaleOf } from './plot-scale';

test('an axis has round steps, few of them, and room for the greatest value', () => {
  expect(scaleOf(0)).toEqual({ top: 1, ticks: [0, 1] });
  expect(scaleOf(1)).toEqual({ top: 1, ticks: [0, 1] });
  expect(scaleOf(3)).toEqual({ top: 3, ticks: [0, 1, 2, 3] });
  expect(scaleOf(7)).toEqual({ top: 8, ticks: [0, 2, 4, 6, 8] });
  expect(scaleOf(100)).toEqual({ top: 100, ticks: [0, 50, 100] });
  expect(scaleOf(5000)).toEqual({ top: 6000, ticks: [0, 2000, 4000, 6000] });
});

test('no value stands above the axis, and no more than four steps do', () => {
  fc.assert(
    fc.property(fc.nat(1_000_000), (greatest) => {
      const { top, ticks } = scaleOf(greatest);
      expect(top).toBeGreaterThanOrEqual(greatest);
      expect(top).toBeLessThanOrEqual(Math.max(1, greatest * 2));
      expect(ticks.length).toBeLessThanOrEqual(5);
      expect(ticks.at(-1)).toBe(top);
      expect(ticks.every(Number.isInteger)).toBe(true);
    }),
  );
});
