import type { ChatMessage } from '@parlance/contract/chat';
import { expect, test } from 'vitest';
import { greet, photo, readBy, startPair, write } from '#test/pair';

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
