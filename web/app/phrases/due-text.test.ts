import { expect, test } from 'vitest';
import { dueText } from './due-text';

const now = Date.UTC(2030, 0, 1);
const minute = 60_000;

test.each([
  [-5 * minute, 'Due now'],
  [0, 'Due now'],
  [1, 'Again in 1 minute'],
  [9.5 * minute, 'Again in 10 minutes'],
  [60 * minute, 'Again in 1 hour'],
  [24 * 60 * minute, 'Again tomorrow'],
  [8 * 24 * 60 * minute, 'Again next week'],
  [100 * 24 * 60 * minute, 'Again in 3 months'],
  [800 * 24 * 60 * minute, 'Again in 2 years'],
])('in %d ms: %s', (ms, text) => {
  expect(dueText(new Date(now + ms), now)).toBe(text);
});
