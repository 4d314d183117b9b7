import { expect, test, vi } from 'vitest';
import { afterTest } from '#test/after-test';
import { newFolder } from '#test/folder';
import { createTestLog } from '#test/log';
import { type RedisCluster, startRedisCluster } from '#test/redis';
import { connectEventBus } from './event-bus.ts';

const { log } = createTestLog();
const patient = { timeout: 20_000, interval: 100 };
const channels = Array.from({ length: 30 }, (_, nth) => `parlance:user:${nth}`);

async function startCluster(size: { primaries: number; replicas?: number }): Promise<RedisCluster> {
  const cluster = await startRedisCluster(await newFolder(), size);
  afterTest(async () => void (await cluster.stop()));
  return cluster;
}

/** Two nodes: one publishes, the other one has subscribed to all channels and has told of all that were confirmed late. */
async function connectPair({ url }: RedisCluster) {
  const [near, far] = [connectEventBus(url, log), connectEventBus(url, log)];
  afterTest(async () => void (await Promise.all([near.close(), far.close()])));
  const [events, missed]: [string[], string[]] = [[], []];
  far.onEvent((payload) => events.push(payload.toString()));
  far.onMissed((lost) => missed.push(...lost));
  await Promise.all([near.whenReady(), far.whenReady()]);
  await Promise.all(channels.map((channel) => far.subscribe(channel)));
  await vi.waitFor(() => expect(missed.toSorted()).toEqual(channels.toSorted()), patient);
  missed.length = 0;
  return { near, far, events, missed };
}

const publishAll = ({ near }: Awaited<ReturnType<typeof connectPair>>) => {
  for (const channel of channels) near.publish(channel, channel);
};

test('events reach their subscribers over all servers of a cluster, each once', async () => {
  const cluster = await startCluster({ primaries: 3 });
  const pair = await connectPair(cluster);
  const owners = await Promise.all(channels.map((channel) => cluster.primaryOf(channel)));
  expect(new Set(owners).size).toBe(3);
  publishAll(pair);
  await expect.poll(() => pair.events.toSorted()).toEqual(channels.toSorted());
  expect(pair.missed).toEqual([]);
});

test('a slot that moves to another server: its channel is told after it is subscribed there, no other is', async () => {
  const cluster = await startCluster({ primaries: 3 });
  const pair = await connectPair(cluster);
  const [moved] = channels as [string];
  const source = await cluster.primaryOf(moved);
  const target = cluster.servers.find((server) => server !== source) as RedisCluster['servers'][0];
  await cluster.moveSlots([cluster.slotOf(moved)], target);
  await vi.waitFor(() => expect(pair.missed).toEqual([moved]), patient);
  publishAll(pair);
  await expect.poll(() => pair.events.toSorted()).toEqual(channels.toSorted());

  // Away and back before the next look at the slots: the server has ended the subscription all the same.
  pair.missed.length = 0;
  pair.events.length = 0;
  await cluster.moveSlots([cluster.slotOf(moved)], source);
  await cluster.moveSlots([cluster.slotOf(moved)], target);
  await vi.waitFor(() => expect(pair.missed).toContain(moved), patient);
  await cluster.whenHealthy();
  await vi.waitFor(() => {
    pair.near.publish(moved, 'again');
    expect(pair.events).toContain('again');
  }, patient);
});

test('a killed server: its channels are told, and once more when its replica serves them', async () => {
  const cluster = await startCluster({ primaries: 3, replicas: 1 });
  const pair = await connectPair(cluster);
  const [victim] = cluster.servers as [RedisCluster['servers'][0]];
  const owners = await Promise.all(channels.map((channel) => cluster.primaryOf(channel)));
  const lost = channels.filter((_, nth) => owners[nth] === victim);
  const kept = channels.filter((channel) => !lost.includes(channel));
  const unsent: string[] = [];
  pair.near.onUnsent((unsentNow) => unsent.push(...unsentNow));
  await victim.kill();
  publishAll(pair);
  await expect.poll(() => pair.events.toSorted()).toEqual(kept.toSorted());
  await cluster.whenHealthy();
  await vi.waitFor(() => expect(new Set(pair.missed)).toEqual(new Set(lost)), patient);
  // The publisher also notifies the channels to which it could not publish, since their subscriber may have been connected all the time.
  await vi.waitFor(() => expect(new Set(unsent)).toEqual(new Set(lost)), patient);
  pair.events.length = 0;
  await vi.waitFor(() => {
    publishAll(pair);
    expect(new Set(pair.events)).toEqual(new Set(channels));
  }, patient);
});
