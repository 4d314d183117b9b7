import { expect, test } from 'vitest';
import { countTurns, crossesGoal } from './turns';

const written = (senders: string) => [...senders].map((fromUserId) => ({ fromUserId }));

test.each([
  ['', 0],
  ['a', 0],
  ['aaa', 0],
  ['ab', 1],
  ['aabba', 2],
  ['ababababab', 9],
  ['abababababa', 10],
])('%j has %i turns: the word passed that often (§4)', (senders, turns) => {
  expect(countTurns(written(senders))).toBe(turns);
});

test.each([
  [9, 10, true],
  [8, 12, true],
  [10, 11, false],
  [9, 9, false],
])('from %i to %i turns crosses ten: %s', (before, now, crosses) => {
  expect(crossesGoal(before, now, 10)).toBe(crosses);
});
