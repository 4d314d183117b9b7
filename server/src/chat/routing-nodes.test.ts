import { Redis } from 'ioredis';
import { expect, test } from 'vitest';
import { afterTest } from '#test/after-test';
import { greet, startPair, write } from '#test/pair';

const channelOf = (userId: string) => `parlance:user:${userId}`;

async function watchRedis(url: string) {
  const redis = new Redis(url);
  const monitor = await new Redis(url).monitor();
  afterTest(async () => {
    redis.disconnect();
    monitor.disconnect();
    return undefined;
  });
  const published: string[] = [];
  monitor.on('monitor', (_time: string, [command = '', channel = '']: string[]) => {
    if (command.toLowerCase() === 'spublish') published.push(channel);
  });
  const nodesOn = async (channel: string) =>
    (await redis.call('PUBSUB', 'SHARDNUMSUB', channel)) as unknown[];
  return { published, nodesOn: async (channel: string) => Number((await nodesOn(channel))[1]) };
}

test('a message and its receipt pass through the channels of their members, to the nodes that have a socket of them', async () => {
  const pair = await startPair();
  const { aiko, ben, platform, startNode, on } = pair;
  await greet(pair);
  const { published, nodesOn } = await watchRedis(platform.config.redisUrl ?? '');
  // A third node has a socket of neither.
  const [node] = [await startNode(), await startNode()];
  expect(await nodesOn(channelOf(ben.userId))).toBe(0);
  const socket = await on(node, ben).connect();
  // Connected means subscribed: an event from now on arrives.
  expect(await nodesOn(channelOf(ben.userId))).toBe(1);
  const received: string[] = [];
  socket.on('chat:message', ({ content }) => received.push(content ?? ''));
  const delivered: string[] = [];
  (await aiko.connect()).on('chat:message-status', ({ chatMessageIds }) => delivered.push(...chatMessageIds));
  published.length = 0;
  const { chatMessageId } = await write(aiko, ben, 'one');
  await expect.poll(() => [received, delivered]).toEqual([['one'], [chatMessageId]]);
  expect(published).toContain(channelOf(ben.userId));
  expect(published.filter((channel) => !/^parlance:(user|node):/.test(channel))).toEqual([]);
  socket.close();
  await expect.poll(() => nodesOn(channelOf(ben.userId))).toBe(0);
});
