import { expect, test } from 'vitest';
import { barsOf } from './waveform-slider';

test.each([
  [[10, 20, 30, 40], 2, [15, 35]],
  [[10, 20], 4, [10, 10, 20, 20]],
  [null, 3, [0, 0, 0]],
  [[], 2, [0, 0]],
])('%j as %i bars', (waveform, count, bars) => {
  expect(barsOf(waveform, count)).toEqual(bars);
});
