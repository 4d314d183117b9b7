import { join } from 'node:path';
import { ApiError } from '@parlance/contract/errors';
import { expect, test } from 'vitest';
import { untilServed } from '#test/until-served';
import { createProcessPool } from './process-pool.ts';

interface Told {
  order: string;
  pid: number;
  env: string[];
}

function open(
  changes: { concurrency?: number; queueMax?: number; timeoutMs?: number; idleMs?: number } = {},
) {
  const work = createProcessPool<Told>({
    module: join(import.meta.dirname, '../../test/pool-process.ts'),
    concurrency: 1,
    queueMax: 5,
    timeoutMs: 20_000,
    heapMaxMb: 32,
    ...changes,
  });
  return (order: string, actor = 'ana') => work(Buffer.from(order), actor);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('reuses one process, without secrets in its environment, for sequential jobs', async () => {
  const tell = open();
  const [one, two] = await Promise.all([tell('one'), tell('two')]);
  expect([one.order, two.order]).toEqual(['one', 'two']);
  expect(two.pid).toBe(one.pid);
  expect(one.pid).not.toBe(process.pid);
  expect(one.env.filter((name) => !/^NODE_(CHANNEL_|COMPILE_CACHE$)/.test(name))).toEqual([]);
});

test('passes on a refusal; any other error is an invalid file', async () => {
  const tell = open();
  const { pid } = await tell('one');
  await expect(tell('refuse')).rejects.toThrow(new ApiError('FileTooLarge', { message: 'Not this one.' }));
  await expect(tell('stumble')).rejects.toMatchObject({ errorName: 'FileInvalid' });
  expect((await tell('two')).pid).toBe(pid);
});

test.each(['die', 'eat', 'loop'])(
  'a file that makes the process %s is invalid, and the next one is processed',
  async (order) => {
    const tell = open({ timeoutMs: order === 'loop' ? 1000 : 20_000 });
    const first = await tell('one');
    const [bad, good] = await Promise.allSettled([
      untilServed(() => tell(order)),
      untilServed(() => tell('two')),
    ]);
    expect(bad).toMatchObject({ status: 'rejected', reason: { code: 5006 } });
    expect(good).toMatchObject({ status: 'fulfilled', value: { order: 'two' } });
    if (good.status === 'fulfilled') expect(good.value.pid).not.toBe(first.pid);
    expect(isAlive(first.pid)).toBe(false);
  },
);

test('a process that got no processor time has more time, and then a retry time instead of an invalid file', async () => {
  const tell = open({ timeoutMs: 300 });
  expect(await tell('wait')).toMatchObject({ order: 'wait' });
  await expect(tell('wait for ever')).rejects.toMatchObject({ code: 7000, statusCode: 503, timeout: 5 });
  expect(await tell('two')).toMatchObject({ order: 'two' });
});

test('refuses jobs above concurrency and queue with a retry time', async () => {
  const tell = open({ concurrency: 2, queueMax: 1 });
  const outcomes = await Promise.allSettled(['1', '2', '3', '4'].map((order) => tell(order, order)));
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected']);
  expect(outcomes[3]).toMatchObject({ reason: { code: 7000, statusCode: 503, timeout: 5 } });
  const pids = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value.pid : null));
  expect(new Set(pids.slice(0, 2)).size).toBe(2);
});

test('one actor can use one process and queue four jobs; the other process stays available', async () => {
  const tell = open({ concurrency: 2, queueMax: 20 });
  const ofAna = Promise.allSettled(['1', '2', '3', '4', '5', '6'].map((order) => tell(order, 'ana')));
  const ben = await tell('ben', 'ben');
  const outcomes = await ofAna;
  const pids = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value.pid : []));
  expect(pids).toEqual(Array(5).fill(pids[0]));
  expect(pids).not.toContain(ben.pid);
  expect(outcomes[5]).toMatchObject({ reason: { code: 6001, statusCode: 429, timeout: 5 } });
});

test('ends an idle process', async () => {
  const tell = open({ idleMs: 1 });
  const { pid } = await tell('one');
  await expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false);
  expect((await tell('two')).pid).not.toBe(pid);
});

test('a module that cannot start is a server error, not an invalid file', async () => {
  const work = createProcessPool({
    module: join(import.meta.dirname, 'nothing-here.ts'),
    concurrency: 1,
    queueMax: 1,
    timeoutMs: 1000,
    heapMaxMb: 32,
  });
  await expect(work(Buffer.from('one'), 'ana')).rejects.toThrow('ended with code 1 before it began');
});
