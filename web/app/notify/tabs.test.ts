import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { claimOnce, isLookedAt, lookWhileVisible } from './tabs';

let page: EventTarget & { visibilityState: string };
const turn = (visibilityState: string) => {
  page.visibilityState = visibilityState;
  page.dispatchEvent(new Event('visibilitychange'));
};

beforeEach(() => {
  page = Object.assign(new EventTarget(), { visibilityState: 'hidden' });
  vi.stubGlobal('document', page);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a tab is looked at while it is visible, by its own member only', async () => {
  const stop = lookWhileVisible('ana');
  expect(await isLookedAt('ana')).toBe(false);
  turn('visible');
  turn('visible');
  await expect.poll(() => isLookedAt('ana')).toBe(true);
  expect(await isLookedAt('ben')).toBe(false);
  turn('hidden');
  await expect.poll(() => isLookedAt('ana')).toBe(false);
  turn('visible');
  await expect.poll(() => isLookedAt('ana')).toBe(true);
  stop();
  await expect.poll(() => isLookedAt('ana')).toBe(false);
  turn('hidden');
  turn('visible');
  expect(await isLookedAt('ana')).toBe(false);
});

test('two visible tabs are looked at until both are hidden', async () => {
  page.visibilityState = 'visible';
  const stops = [lookWhileVisible('ana'), lookWhileVisible('ana')];
  await expect.poll(async () => (await navigator.locks.query()).held?.length).toBe(2);
  stops[0]?.();
  await expect.poll(async () => (await navigator.locks.query()).held?.length).toBe(1);
  expect(await isLookedAt('ana')).toBe(true);
  stops[1]?.();
  await expect.poll(() => isLookedAt('ana')).toBe(false);
});

test('one of several tabs claims a message, for a minute', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  expect(await Promise.all(['m1', 'm1', 'm2'].map(claimOnce))).toEqual([true, false, true]);
  await vi.advanceTimersByTimeAsync(59_999);
  expect(await claimOnce('m1')).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  vi.useRealTimers();
  await expect.poll(async () => (await navigator.locks.query()).held).toEqual([]);
});
