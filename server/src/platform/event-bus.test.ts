import { setImmediate as turn } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { Server } from 'socket.io';
import { expect, test, vi } from 'vitest';
import { afterTest } from '#test/after-test';
import { newFolder } from '#test/folder';
import { createTestLog } from '#test/log';
import { type RedisProcess, startRedisProcess } from '#test/redis';
import { eventAdapter } from './event-adapter.ts';
import { connectEventBus, everyNode } from './event-bus.ts';

const { log, lines } = createTestLog();

async function startRedis(): Promise<RedisProcess> {
  const redis = await startRedisProcess(await newFolder());
  afterTest(async () => void (await redis.kill()));
  return redis;
}

function connect({ url }: { url: string }) {
  const bus = connectEventBus(url, log);
  afterTest(async () => void (await bus.close()));
  const [events, missed, unsent]: [string[], string[][], string[][]] = [[], [], []];
  bus.onEvent((payload) => events.push(payload.toString()));
  bus.onMissed((channels) => missed.push(channels));
  bus.onUnsent((channels) => unsent.push(channels));
  return { ...bus, events, missed, unsent };
}

async function connectReady(redis: RedisProcess) {
  const bus = connect(redis);
  await bus.whenReady();
  expect(bus.isThere()).toBe(true);
  // A subscription before the connection was ready is confirmed late.
  await bus.subscribe('ready');
  await vi.waitFor(() => expect(bus.missed.flat()).toContain('ready'));
  bus.unsubscribe('ready');
  bus.missed.length = 0;
  return bus;
}

test('an event goes to the nodes that subscribe to its channel and to no other', async () => {
  const redis = await startRedis();
  const [near, far, beside] = [
    await connectReady(redis),
    await connectReady(redis),
    await connectReady(redis),
  ];
  await far.subscribe('a');
  await beside.subscribe('b');
  near.publish('a', 'for a');
  near.publish('b', 'for b');
  await expect.poll(() => [far.events, beside.events]).toEqual([['for a'], ['for b']]);
  far.unsubscribe('a');
  await far.subscribe('c');
  near.publish('a', 'for none');
  near.publish('c', 'for c');
  await expect.poll(() => far.events).toEqual(['for a', 'for c']);
  // A subscription that was awaited has missed nothing.
  expect([...far.missed, ...beside.missed, ...near.unsent]).toEqual([]);
});

test('a socket has joined the room of a member once events of its channel arrive, not before', async () => {
  const redis = await startRedis();
  const bus = await connectReady(redis);
  const io = new Server({ adapter: eventAdapter(bus, (room) => (room === 'a' ? room : null)) });
  // Without an answer no subscription is confirmed.
  redis.freeze();
  let hasJoined = false;
  const joining = Promise.resolve(io.of('/').adapter.addAll('socket', new Set(['a', 'beside'])));
  const joined = joining.then(() => {
    hasJoined = true;
  });
  await turn();
  expect(hasJoined).toBe(false);
  redis.thaw();
  await joined;
  expect(await redis.command('PUBSUB', 'SHARDNUMSUB', 'a')).toEqual(['a', 1]);
  // Nobody of the member is here any more.
  io.of('/').adapter.delAll('socket');
  await expect.poll(() => redis.command('PUBSUB', 'SHARDNUMSUB', 'a')).toEqual(['a', 0]);
});

test('without a Redis publishing and subscribing return at once', async () => {
  const redis = await startRedis();
  await redis.kill();
  const bus = connect(redis);
  const startedAt = performance.now();
  await bus.subscribe('a');
  bus.publish('a', 'lost');
  expect(performance.now() - startedAt).toBeLessThan(500);
  expect(bus.isThere()).toBe(false);
});

test('logs an unreachable Redis once, in one line without a stack, and its return', async () => {
  const redis = await startRedis();
  await redis.kill();
  lines.length = 0;
  const bus = connect(redis);
  const refused = `connect ECONNREFUSED 127.0.0.1:${redis.port}`;
  await vi.waitFor(() =>
    expect(lines).toMatchObject([
      { msg: 'Redis does not answer: events of other nodes wait for it', reason: refused },
    ]),
  );
  await redis.start();
  await vi.waitFor(() => expect(bus.isThere()).toBe(true), { timeout: 15_000 });
  expect(lines.map(({ msg }) => msg)).toEqual([
    'Redis does not answer: events of other nodes wait for it',
    'Redis answers again',
  ]);
  expect(JSON.stringify(lines)).not.toContain('stack');
  await bus.close();
  expect(lines).toHaveLength(2);
});

test('missed channels are told during an outage and once more when they are subscribed again', async () => {
  const redis = await startRedis();
  const [near, far] = [await connectReady(redis), await connectReady(redis)];
  await far.subscribe('a');
  await far.subscribe('b');
  far.unsubscribe('b');
  await redis.kill();
  await vi.waitFor(() => expect(far.missed).not.toEqual([]), { timeout: 15_000 });
  // Also a channel that was subscribed to during the outage.
  await far.subscribe('c');
  far.missed.length = 0;
  await redis.start();
  await vi.waitFor(() => expect(far.missed.flat()).toContain('c'), { timeout: 15_000 });
  expect(new Set(far.missed.flat())).toEqual(new Set(['a', 'c']));
  // The notice comes after the subscription: an event from now on arrives.
  await vi.waitFor(() => expect(near.isThere()).toBe(true), { timeout: 15_000 });
  near.publish('a', 'after the outage');
  await expect.poll(() => far.events).toEqual(['after the outage']);
});

test('a frozen Redis counts as gone, also on a connection that only listens', async () => {
  const redis = await startRedis();
  const bus = await connectReady(redis);
  await bus.subscribe('a');
  redis.freeze();
  await vi.waitFor(() => expect(bus.missed.flat()).toEqual(['a']), { timeout: 15_000 });
  bus.publish('a', 'unanswered');
  await vi.waitFor(() => expect(bus.isThere()).toBe(false), { timeout: 15_000 });
  redis.thaw();
  await vi.waitFor(() => expect(bus.unsent).toEqual([['a']]), { timeout: 15_000 });
});

test('channels with unsent events are told once publishing works again', async () => {
  const redis = await startRedis();
  const bus = await connectReady(redis);
  await redis.kill();
  bus.publish('a', 'one');
  bus.publish('a', 'two');
  bus.publish('b', 'one');
  await vi.waitFor(() => expect(bus.isThere()).toBe(false));
  expect(bus.unsent).toEqual([]);
  await redis.start();
  await vi.waitFor(() => expect(bus.unsent).toEqual([['a', 'b']]), { timeout: 15_000 });
});

test('more unsent channels than are kept become one notice for all', async () => {
  const redis = await startRedis();
  await redis.kill();
  const bus = connect(redis);
  for (let nth = 0; nth <= 10_000; nth++) bus.publish(`channel ${nth}`, 'lost');
  await redis.start();
  await vi.waitFor(() => expect(bus.unsent).toHaveLength(1), { timeout: 15_000 });
  expect(bus.unsent[0]).toContain(everyNode);
});

test('a bus that ends sends what it has published', async () => {
  const redis = await startRedis();
  const [near, far] = [await connectReady(redis), await connectReady(redis)];
  await far.subscribe('a');
  near.publish('a', 'the last');
  await near.close();
  await expect.poll(() => far.events).toEqual(['the last']);
});

test('a bus that ends while it subscribes never ends the process', async () => {
  const redis = await startRedis();
  const bus = await connectReady(redis);
  redis.freeze();
  const subscribed = bus.subscribe('a');
  await bus.close();
  await expect(subscribed).resolves.toBeUndefined();
  redis.thaw();
});

test('while a node of 1.0.0 is there, and once more when it has left, clients on both sides catch up', async () => {
  const redis = await startRedis();
  const bus = await connectReady(redis);
  await bus.subscribe('a');
  const older = new Redis(redis.url);
  afterTest(async () => void older.disconnect());
  await older.subscribe('socket.io#/#');
  await vi.waitFor(() => expect(bus.missed).toEqual([['a']]), { timeout: 15_000 });
  const entries = (await redis.command('XRANGE', 'socket.io', '-', '+')) as [string, string[]][];
  expect(entries.map(([, fields]) => fields)).toEqual([
    expect.arrayContaining(['nsp', '/', 'type', '3', expect.stringContaining('"realtime:catch-up"')]),
  ]);
  await older.unsubscribe('socket.io#/#');
  await vi.waitFor(() => expect(bus.missed).toEqual([['a'], ['a']]), { timeout: 15_000 });
  expect(await redis.command('XLEN', 'socket.io')).toBe(1);
});
