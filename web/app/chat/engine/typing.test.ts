import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTyping, throttleTyping } from './typing';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('typing is told at once and then at most every three seconds', () => {
  const tell = vi.fn();
  const type = throttleTyping(tell);
  type();
  vi.advanceTimersByTime(2999);
  type();
  expect(tell).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  type();
  expect(tell).toHaveBeenCalledTimes(2);
});

test('the partner is writing until nothing came for five seconds', () => {
  const typing = createTyping();
  const isTyping = () => typing.getState().isTyping;
  typing.type();
  vi.advanceTimersByTime(3000);
  typing.type();
  vi.advanceTimersByTime(4999);
  expect(isTyping()).toBe(true);
  vi.advanceTimersByTime(1);
  expect(isTyping()).toBe(false);
});

test('it ends when the message is there', () => {
  const typing = createTyping();
  typing.type();
  typing.stop();
  expect(typing.getState().isTyping).toBe(false);
});

test('screen readers are told at most once a minute', () => {
  const typing = createTyping();
  const spells: boolean[] = [];
  for (const waitMs of [0, 30_000, 29_999, 1]) {
    vi.advanceTimersByTime(waitMs);
    typing.type();
    spells.push(typing.getState().isAnnounced);
    typing.stop();
  }
  expect(spells).toEqual([true, false, false, true]);
});
