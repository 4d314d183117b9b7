import { expect, test } from 'vitest';
import { countTurns, hasTurnToday, lookAtTurns } from './turns';

const written = (senders: string) => [...senders].map((fromUserId) => ({ fromUserId }));

test.each([
  ['', 0],
  ['a', 0],
  ['aaa', 0],
  ['ab', 1],
  ['aabba', 2],
  ['ababababab', 9],
  ['abababababa', 10],
])('%j has %i turns: the word passed that often', (senders, turns) => {
  expect(countTurns(written(senders))).toBe(turns);
});

const opened = (count: number) => lookAtTurns(null, { count, newest: 20 });

test.each([
  [9, 10, true],
  [8, 12, true],
  [10, 11, false],
  [8, 9, false],
])('a message that leads from %i to %i turns is celebrated: %s', (before, now, isCelebrated) => {
  expect(lookAtTurns(opened(before), { count: now, newest: 21 }).isCelebrated).toBe(isCelebrated);
});

test('a conversation opened at ten turns is not celebrated, nor one where older pages bring the tenth', () => {
  expect(opened(10).isCelebrated).toBe(false);
  expect(lookAtTurns(opened(3), { count: 14, newest: 20 }).isCelebrated).toBe(false);
});

test('a celebration stands when more is said', () => {
  const reached = lookAtTurns(opened(9), { count: 10, newest: 21 });
  expect(lookAtTurns(reached, { count: 11, newest: 22 }).isCelebrated).toBe(true);
});

const may = (day: number, hours: number, minutes = 0) => new Date(2026, 4, day, hours, minutes);
const said = (...lines: [string, Date][]) =>
  lines.map(([fromUserId, createdAt]) => ({ fromUserId, createdAt }));

test.each([
  ['both of yesterday', false, said(['a', may(13, 23, 58)], ['b', may(13, 23, 59)])],
  ['an answer just after midnight', true, said(['a', may(13, 23, 59)], ['b', may(14, 0, 0)])],
  ['both of today', true, said(['a', may(14, 9)], ['b', may(14, 10)])],
  ['one voice today', false, said(['a', may(14, 9)], ['a', may(14, 10)])],
  ['one voice across midnight', false, said(['a', may(13, 23, 59)], ['a', may(14, 0, 1)])],
  [
    'a turn of yesterday, and its last voice goes on today',
    false,
    said(['a', may(13, 22)], ['b', may(13, 23)], ['b', may(14, 8)]),
  ],
  ['nothing at all', false, []],
])('%s: the word has passed today is %s', (_case, hasTurn, messages) => {
  expect(hasTurnToday(messages, may(14, 12))).toBe(hasTurn);
});
