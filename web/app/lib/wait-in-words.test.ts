import { expect, test } from 'vitest';
import { waitInWords } from './wait-in-words';

test.each([
  [1, 'in a second'],
  [2, 'in 2 seconds'],
  [59, 'in 59 seconds'],
  [60, 'in a minute'],
  [61, 'in 2 minutes'],
  [59 * 60, 'in 59 minutes'],
  [59 * 60 + 1, 'in an hour'],
  [3600, 'in an hour'],
  [3601, 'in 2 hours'],
  [24 * 3600, 'in 24 hours'],
])('%i seconds are said as "%s"', (seconds, words) => {
  expect(waitInWords(seconds)).toBe(words);
});
