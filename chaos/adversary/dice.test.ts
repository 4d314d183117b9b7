import { expect, test } from 'vitest';
import { createDice, delay, pick } from './dice.ts';

test('numbers depend on the seed and the keys, and on nothing else', () => {
  const [one, same, other] = [createDice(1), createDice(1), createDice(2)];
  one('something before');
  expect(one('seen', 'a', 1)).toBe(same('seen', 'a', 1));
  expect(one('seen', 'a', 1)).not.toBe(other('seen', 'a', 1));
  expect(one('seen', 'a', 1)).not.toBe(one('seen', 'a', 2));
});

test('neighbouring keys give evenly spread numbers', () => {
  const dice = createDice(1);
  const numbers = Array.from({ length: 10_000 }, (_, nth) => dice('seen', nth));
  for (let tenth = 0; tenth < 10; tenth++) {
    const share = numbers.filter((number) => Math.floor(number * 10) === tenth).length / numbers.length;
    expect(share).toBeGreaterThan(0.085);
    expect(share).toBeLessThan(0.115);
  }
});

test('half of the delays are below the median', () => {
  const dice = createDice(1);
  const delays = Array.from({ length: 10_000 }, (_, nth) => delay(6, dice('delay', nth)));
  const below = delays.filter((hours) => hours < 6).length / delays.length;
  expect(below).toBeGreaterThan(0.48);
  expect(below).toBeLessThan(0.52);
});

test('every item is picked, the last one just below 1', () => {
  expect([pick(['a', 'b', 'c'], 0), pick(['a', 'b', 'c'], 0.999)]).toEqual(['a', 'c']);
  expect(() => pick([], 0.5)).toThrow('nothing to pick from');
});
