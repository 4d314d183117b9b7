import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createOlderReader } from './older-reader';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A list that requests older messages continuously, like one that does not fill its view. */
function createScene() {
  const answers: Promise<void>[] = [];
  const load = vi.fn(() => answers.shift() ?? Promise.reject(new Error('out of order')));
  const onFailure = vi.fn();
  const reader = createOlderReader({ load, onFailure });
  const lookFor = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 10) {
      reader.lookNearTop();
      await vi.advanceTimersByTimeAsync(10);
    }
  };
  return { answers, load, onFailure, reader, lookFor };
}

test('looks after a failure ask later and later, never in a loop', async () => {
  const { load, onFailure, lookFor } = createScene();
  await lookFor(990);
  expect(load).toHaveBeenCalledTimes(1);
  await lookFor(2000);
  expect(load).toHaveBeenCalledTimes(2);
  await lookFor(4000);
  expect(load).toHaveBeenCalledTimes(3);
  expect(onFailure).toHaveBeenCalledTimes(3);
});

test('a press asks at once, whatever failed before', async () => {
  const { load, reader, lookFor } = createScene();
  await lookFor(50);
  reader.press();
  await lookFor(50);
  expect(load).toHaveBeenCalledTimes(2);
});

test('after a page that came, the next look asks at once', async () => {
  const { answers, load, reader, lookFor } = createScene();
  await lookFor(50);
  answers.push(Promise.resolve(), Promise.resolve());
  reader.press();
  await vi.advanceTimersByTimeAsync(0);
  reader.lookNearTop();
  expect(load).toHaveBeenCalledTimes(3);
});

test('while one page is on its way no other is asked for, and it shows', async () => {
  const { answers, load, reader } = createScene();
  const { promise, resolve } = Promise.withResolvers<void>();
  answers.push(promise);
  expect(reader.isLoading()).toBe(false);
  reader.press();
  reader.press();
  reader.lookNearTop();
  expect(load).toHaveBeenCalledTimes(1);
  expect(reader.isLoading()).toBe(true);
  resolve();
  await vi.advanceTimersByTimeAsync(0);
  expect(reader.isLoading()).toBe(false);
});
