import { describe, expect, test } from 'vitest';
import { formatWait, secondsUntil } from './countdown';

describe('the countdown until another code may be asked for', () => {
  test.each([
    [60_000, 60],
    [59_001, 60],
    [1, 1],
    [0, 0],
    [-5000, 0],
  ])('%i ms are %i seconds', (leftMs, seconds) => {
    expect(secondsUntil(1_000_000 + leftMs, 1_000_000)).toBe(seconds);
  });

  test.each([
    [0, '0 s'],
    [59, '59 s'],
    [60, '1:00'],
    [125, '2:05'],
    [3600, '60:00'],
  ])('%i seconds are shown as %s', (seconds, shown) => {
    expect(formatWait(seconds)).toBe(shown);
  });
});
