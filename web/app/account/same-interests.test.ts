import { expect, test } from 'vitest';
import { areSameInterests } from './same-interests';

test.each([
  [[], [], true],
  [['Travel', 'Food'], ['Food', 'Travel'], true],
  [['Travel'], ['Travel', 'Food'], false],
  [['Travel', 'Food'], ['Travel'], false],
  [['Travel', 'Food'], ['Travel', 'Slang'], false],
])('%j and %j are the same choice: %s', (a, b, isSame) => {
  expect(areSameInterests(a, b)).toBe(isSame);
});
