import { expect, test } from 'vitest';
import { afterTest } from '#test/after-test';
import { createWorkerThread } from './worker-thread.ts';

interface Told {
  order: string;
  threadId: number;
  bytes: Uint8Array;
  /** The number of concurrent requests. */
  atOnce: number;
}

function open(changes: { queueMax?: number; timeoutMs?: number; given?: string } = {}) {
  const thread = createWorkerThread<string, Told>({
    module: new URL('../../test/test-thread.ts', import.meta.url),
    given: 'fine',
    queueMax: 5,
    timeoutMs: 20_000,
    heapMaxMb: 32,
    ...changes,
  });
  afterTest(async () => void (await thread.close()));
  return thread;
}

test('starts one thread that answers in request order', async () => {
  const { ask } = open();
  const heard: string[] = [];
  const answers = await Promise.all(
    ['one', 'two', 'three'].map(async (order) => {
      const answer = await ask(order);
      heard.push(order);
      return answer;
    }),
  );
  expect(heard).toEqual(['one', 'two', 'three']);
  expect(new Set(answers.map(({ threadId }) => threadId)).size).toBe(1);
  expect(Buffer.from(answers[1]?.bytes ?? []).toString()).toBe('two'.repeat(3334).slice(0, 10_000));
});

test('a request waits for the response to the one before', async () => {
  const { ask } = open();
  const answers = await Promise.all(['wait', 'wait', 'two'].map(ask));
  expect(answers.map(({ atOnce }) => atOnce)).toEqual([1, 1, 1]);
});

test('an error fails its request, and the thread continues', async () => {
  const { ask } = open();
  const [bad, good] = await Promise.allSettled([ask('stumble'), ask('two')]);
  expect(bad).toMatchObject({ status: 'rejected', reason: { message: 'lost its way' } });
  expect(good).toMatchObject({ status: 'fulfilled', value: { order: 'two' } });
});

test.each(['die', 'eat', 'loop'])(
  'a request that makes the thread %s fails, and the next thread answers those queued',
  async (order) => {
    const { ask } = open({ timeoutMs: order === 'loop' ? 1500 : 20_000 });
    const first = await ask('one');
    const [bad, two, three] = await Promise.allSettled([ask(order), ask('two'), ask('three')]);
    expect(bad.status).toBe('rejected');
    expect(two).toMatchObject({ status: 'fulfilled', value: { order: 'two' } });
    expect(three).toMatchObject({ status: 'fulfilled', value: { order: 'three' } });
    if (two.status === 'fulfilled') expect(two.value.threadId).not.toBe(first.threadId);
  },
);

test('refuses requests above the queue limit', async () => {
  const { ask } = open({ queueMax: 2 });
  const waiting = [ask('one'), ask('two')];
  await expect(ask('three')).rejects.toThrow('no more requests');
  await Promise.all(waiting);
  expect((await ask('four')).order).toBe('four');
});

test('a failed start fails all queued requests and is not retried at once', async () => {
  const { ask } = open({ given: 'broken' });
  const failed = await Promise.allSettled([ask('one'), ask('two')]);
  for (const each of failed)
    expect(each).toMatchObject({ status: 'rejected', reason: { message: 'cannot start' } });
  await expect(ask('three')).rejects.toThrow('no more requests');
});

test('close fails queued requests and refuses new ones', async () => {
  const thread = open();
  await thread.ask('one');
  const waiting = thread.ask('loop').catch((error: Error) => error.message);
  await thread.close();
  expect(await waiting).toBe('The server closes.');
  await expect(thread.ask('two')).rejects.toThrow('no more requests');
});
