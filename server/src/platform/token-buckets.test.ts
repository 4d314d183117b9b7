import { describe, expect, test } from 'vitest';
import { createTestClock } from '#test/clock';
import { createSemaphores, createTokenBuckets } from './token-buckets.ts';

describe('token buckets in memory', () => {
  test('hold their burst, refill at their rate and return the wait', () => {
    const clock = createTestClock();
    const buckets = createTokenBuckets({ clock, burst: 3, perSecond: 0.5 });
    expect([1, 2, 3, 4].map(() => buckets.take('a'))).toEqual([0, 0, 0, 2]);
    expect(buckets.take('b')).toBe(0);
    clock.advance({ seconds: 1 });
    expect(buckets.take('a')).toBe(1);
    clock.advance({ seconds: 1 });
    expect([buckets.take('a'), buckets.take('a')]).toEqual([0, 2]);
    clock.advance({ minutes: 5 });
    expect([1, 2, 3, 4].map(() => buckets.take('a'))).toEqual([0, 0, 0, 2]);
  });

  test('a refusal takes no tokens; a call can take several', () => {
    const clock = createTestClock();
    const buckets = createTokenBuckets({ clock, burst: 10, perSecond: 1 });
    expect(buckets.take('a', 8)).toBe(0);
    expect([buckets.take('a', 8), buckets.take('a', 8)]).toEqual([6, 6]);
    expect([buckets.take('a', 2), buckets.take('a')]).toEqual([0, 1]);
  });

  test('the last token of a fractional rate is available', () => {
    const clock = createTestClock();
    const buckets = createTokenBuckets({ clock, burst: 700, perSecond: 0.7 });
    for (let nth = 0; nth < 700; nth++) expect(buckets.take('a')).toBe(0);
    expect(buckets.take('a')).toBe(2);
  });

  test('a clock that is set back does not refuse calls', () => {
    const clock = createTestClock();
    const buckets = createTokenBuckets({ clock, burst: 2, perSecond: 1 });
    expect([1, 2, 3].map(() => buckets.take('a'))).toEqual([0, 0, 1]);
    clock.advance({ hours: -1 });
    expect([1, 2, 3].map(() => buckets.take('a'))).toEqual([0, 0, 1]);
  });

  test('evicts full buckets only', () => {
    const clock = createTestClock();
    const buckets = createTokenBuckets({ clock, burst: 1, perSecond: 1 / 3600 });
    buckets.take('early');
    clock.advance({ minutes: 59 });
    buckets.take('late');
    clock.advance({ minutes: 2 });
    for (let nth = 0; nth < 20_000; nth++) buckets.take(`other ${nth}`);
    expect(buckets.take('late')).toBeGreaterThan(0);
    expect(buckets.take('early')).toBe(0);
  });
});

test('a semaphore refuses above its maximum and can be acquired again after a release', () => {
  const semaphores = createSemaphores(2);
  expect([
    semaphores.acquire('a'),
    semaphores.acquire('a'),
    semaphores.acquire('a'),
    semaphores.acquire('b'),
  ]).toEqual([true, true, false, true]);
  semaphores.release('a');
  expect([semaphores.acquire('a'), semaphores.acquire('a')]).toEqual([true, false]);
  for (const _ of [1, 2, 3]) semaphores.release('a');
  expect([semaphores.acquire('a'), semaphores.acquire('a'), semaphores.acquire('a')]).toEqual([
    true,
    true,
    false,
  ]);
});
