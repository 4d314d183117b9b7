import { afterEach, expect, test, vi } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** Creates a queue with work that ends on demand, and records the start order. */
function open(options: Parameters<typeof createFairQueue>[0]) {
  const enqueue = createFairQueue(options);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const send = (name: string) => {
    const done = enqueue(
      () =>
        new Promise<string>((resolve) => {
          begun.push(name);
          ends.set(name, () => resolve(name));
        }),
      name.charAt(0),
    );
    return done.catch(({ code, statusCode, timeout }) => ({ code, statusCode, timeout }));
  };
  const end = async (name: string, done: Promise<unknown>) => {
    ends.get(name)?.();
    expect(await done).toBe(name);
  };
  return { enqueue, begun, send, end };
}

/** Ends all work in start order. */
async function drain({ begun, end }: ReturnType<typeof open>, sent: Map<string, Promise<unknown>>) {
  for (let nth = 0; nth < sent.size; nth++) {
    const name = begun[nth] ?? '';
    await end(name, sent.get(name) ?? Promise.resolve());
  }
}

const sendAll = ({ send }: ReturnType<typeof open>, names: string) =>
  new Map(names.split(' ').map((name) => [name, send(name)]));

test('work of one actor runs in the order it arrived', async () => {
  const jobs = open({ concurrency: 1 });
  await drain(jobs, sendAll(jobs, 'a1 a2 a3'));
  expect(jobs.begun).toEqual(['a1', 'a2', 'a3']);
});

test('serves actors round robin, whatever the length of their queues', async () => {
  const jobs = open({ concurrency: 1 });
  await drain(jobs, sendAll(jobs, 'a1 a2 a3 a4 b1 b2 c1'));
  expect(jobs.begun).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
});

test('serves actors round robin with a concurrency above one', async () => {
  const jobs = open({ concurrency: 2 });
  await drain(jobs, sendAll(jobs, 'a1 a2 a3 a4 b1 b2 c1 c2'));
  expect(jobs.begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'c2', 'a4']);
});

test('limits the concurrency of one actor, so that another starts at once', async () => {
  const jobs = open({ concurrency: 2, concurrencyPerActor: 1 });
  const sent = sendAll(jobs, 'a1 a2 a3 b1 b2');
  expect(jobs.begun).toEqual(['a1', 'b1']);
  await jobs.end('b1', sent.get('b1') ?? Promise.resolve());
  expect(jobs.begun).toEqual(['a1', 'b1', 'b2']);
  await jobs.end('b2', sent.get('b2') ?? Promise.resolve());
  expect(jobs.begun).toEqual(['a1', 'b1', 'b2']);
  await jobs.end('a1', sent.get('a1') ?? Promise.resolve());
  expect(jobs.begun).toEqual(['a1', 'b1', 'b2', 'a2']);
});

test('refuses an actor above its own queue limit, not others', async () => {
  const jobs = open({ concurrency: 1, queueMax: 3, queueMaxPerActor: 2 });
  const sent = sendAll(jobs, 'a1 a2 a3');
  expect(await jobs.send('a4')).toEqual({ code: 6001, statusCode: 429, timeout: 5 });
  expect(jobs.enqueue.isFull()).toBe(false);
  sent.set('b1', jobs.send('b1'));
  expect(jobs.enqueue.isFull()).toBe(true);
  expect(await jobs.send('c1')).toEqual({ code: 7000, statusCode: 503, timeout: 5 });
  await drain(jobs, sent);
  expect(jobs.begun).toEqual(['a1', 'b1', 'a2', 'a3']);
  const after = jobs.send('c2');
  await jobs.end('c2', after);
});

test('failed work releases its slot', async () => {
  const enqueue = createFairQueue({ concurrency: 1 });
  const failed = enqueue(() => Promise.reject(new Error('no luck')), 'a');
  const next = enqueue(async () => 'served', 'b');
  await expect(failed).rejects.toThrow('no luck');
  expect(await next).toBe('served');
});

test('delays the next work of an actor by the duration of its last; others use the slot meanwhile', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  const jobs = open({ concurrency: 1, queueMax: 3, queueMaxPerActor: 2, pauseMaxMs: 100 });
  const sent = sendAll(jobs, 'a1 a2 a3 b1');
  await vi.advanceTimersByTimeAsync(40);
  await jobs.end('a1', sent.get('a1') ?? Promise.resolve());
  expect(jobs.begun).toEqual(['a1', 'b1']);
  await jobs.end('b1', sent.get('b1') ?? Promise.resolve());
  await vi.advanceTimersByTimeAsync(39);
  expect(jobs.begun).toEqual(['a1', 'b1']);
  await vi.advanceTimersByTimeAsync(1);
  expect(jobs.begun).toEqual(['a1', 'b1', 'a2']);
  await vi.advanceTimersByTimeAsync(5000);
  await jobs.end('a2', sent.get('a2') ?? Promise.resolve());
  await vi.advanceTimersByTimeAsync(99);
  expect(jobs.begun).toEqual(['a1', 'b1', 'a2']);
  await vi.advanceTimersByTimeAsync(1);
  expect(jobs.begun).toEqual(['a1', 'b1', 'a2', 'a3']);
  await jobs.end('a3', sent.get('a3') ?? Promise.resolve());
});

test('a full queue refuses an actor in its pause, not one that could start', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  const jobs = open({ concurrency: 1, concurrencyPerActor: 1, queueMax: 1, pauseMaxMs: 100 });
  const first = jobs.send('a1');
  await vi.advanceTimersByTimeAsync(10);
  await jobs.end('a1', first);
  const second = jobs.send('a2');
  expect([jobs.enqueue.isFull('a'), jobs.enqueue.isFull('b')]).toEqual([true, false]);
  expect(await jobs.send('a3')).toMatchObject({ statusCode: 503 });
  await vi.advanceTimersByTimeAsync(10);
  await jobs.end('a2', second);
});
