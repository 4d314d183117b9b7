import { randomUUID } from 'node:crypto';
import type { ChatMessage } from '@parlance/contract/chat';
import { expect, test } from 'vitest';
import { afterTest } from '#test/after-test';
import { newFolder } from '#test/folder';
import { greet, photo, readBy, startPair, write } from '#test/pair';
import { startRedisProcess } from '#test/redis';

/** A Redis that only this test uses, because it is stopped. */
async function startOwnRedis() {
  const redis = await startRedisProcess(await newFolder());
  afterTest(async () => void (await redis.kill()));
  return redis;
}

test('edits, deletions, pictures and typing reach the partner on another node', async () => {
  const pair = await startPair();
  const { aiko, ben, startNode, on } = pair;
  await greet(pair);
  const node = await startNode();
  const there = on(node, ben);
  const socket = await there.connect();
  const [sent, changed, typing]: [ChatMessage[], ChatMessage[], string[]] = [[], [], []];
  socket.on('chat:message', (message) => sent.push(message));
  socket.on('chat:message-changed', (message) => changed.push(message));
  socket.on('chat:typing', ({ userId }) => typing.push(userId));

  (await aiko.connect()).tellTyping(ben.userId);
  await expect.poll(() => typing).toEqual([aiko.userId]);
  const picture = await aiko.calls.sendPictureMessage({ userId: ben.userId, image: await photo() });
  await expect.poll(() => sent).toEqual([picture]);
  expect((await fetch(node.url + picture.picture?.url)).status).toBe(200);

  const text = await write(aiko, ben, 'one');
  await aiko.calls.updateMessage({ chatMessageId: text.chatMessageId, content: 'two' });
  await expect.poll(() => changed.map(({ content }) => content)).toEqual(['two']);
  await aiko.calls.deleteMessage({ chatMessageId: picture.chatMessageId });
  await expect.poll(() => changed.at(-1)?.deletedAt).toBeInstanceOf(Date);
  expect((await fetch(node.url + picture.picture?.url)).status).toBe(404);
  // A client that was offline reads the same state.
  expect((await readBy(there, aiko)).map(({ content, deletedAt }) => [content, deletedAt !== null])).toEqual([
    ['two', false],
    [null, true],
    ['Hi', false],
    ['Hello', false],
  ]);
});

test('without Redis edits, deletions and pictures are answered, and the partner on another node reads them at the catch-up', {
  timeout: 90_000,
}, async () => {
  const redis = await startOwnRedis();
  const pair = await startPair({ env: { REDIS_URL: redis.url } });
  const { aiko, ben, startNode, on } = pair;
  await greet(pair);
  const [edited, deleted] = [await write(aiko, ben, 'one'), await write(aiko, ben, 'secret')];
  const there = on(await startNode(), ben);
  const socket = await there.connect();
  const changed: (string | null)[] = [];
  let catchUps = 0;
  socket.on('chat:message-changed', ({ content }) => changed.push(content));
  socket.on('realtime:catch-up', () => {
    catchUps += 1;
  });

  await redis.kill();
  await aiko.calls.updateMessage({ chatMessageId: edited.chatMessageId, content: 'two' });
  await aiko.calls.deleteMessage({ chatMessageId: deleted.chatMessageId });
  await aiko.calls.sendPictureMessage({ userId: ben.userId, image: await photo() });
  await expect.poll(() => catchUps, { timeout: 30_000 }).toBeGreaterThan(0);
  expect(changed).toEqual([]);
  expect((await readBy(there, aiko)).map(({ type, content }) => [type, content])).toEqual([
    ['picture', null],
    ['text', null],
    ['text', 'two'],
    ['text', 'Hi'],
    ['text', 'Hello'],
  ]);

  // Once Redis is back, changes arrive as events again.
  await redis.start();
  const isHeard = async () => {
    await aiko.calls.updateMessage({ chatMessageId: edited.chatMessageId, content: randomUUID() });
    return changed.length > 0;
  };
  await expect.poll(isHeard, { timeout: 30_000, interval: 500 }).toBe(true);
});
