import { expect, test } from 'vitest';
import { createTalkTurns } from './talk-turns';

test('a demo partner begins after a pause of a second and a half, and not while the member talks', () => {
  const turns = createTalkTurns(0);
  expect(turns.isDue(1499, false)).toBe(false);
  expect(turns.isDue(1500, false)).toBe(true);
  expect(turns.isDue(1600, true)).toBe(false);
  expect(turns.isDue(3099, false)).toBe(false);
  expect(turns.isDue(3100, false)).toBe(true);
});

test('a turn ends once, and the next one begins after a pause from its end', () => {
  const turns = createTalkTurns(0);
  expect(turns.isOver(100)).toBe(false);
  turns.begin(2000, 3000);
  expect(turns.isDue(4900, false)).toBe(false);
  expect([turns.isOver(4999), turns.isOver(5000), turns.isOver(5001)]).toEqual([false, true, false]);
  expect(turns.isDue(6499, false)).toBe(false);
  expect(turns.isDue(6500, false)).toBe(true);
});

test('a member who talks over the end of a turn ends it too', () => {
  const turns = createTalkTurns(0);
  turns.begin(2000, 3000);
  expect(turns.isDue(5200, true)).toBe(false);
  expect(turns.isOver(5200)).toBe(true);
});
