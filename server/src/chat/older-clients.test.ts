import { socketConnection } from '@parlance/contract/realtime';
import { io } from 'socket.io-client';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { afterTest } from '#test/after-test';
import { startModerated } from '#test/moderation';
import { greet, photo, startPair, write } from '#test/pair';
import type { Persona } from '#test/personas';

/** A message as 1.0.0 parses it: any other shape makes it refuse the whole page. */
const message = z.object({
  audioUrl: z.nullable(z.string()),
  chatMessageId: z.string(),
  content: z.nullable(z.string()),
  type: z.enum(['text', 'voice']),
});
const page = z.object({ messages: z.array(message) });
const chats = z.object({ chats: z.array(z.object({ lastMessage: message })) });

const ask = async (person: Persona, path: string) => (await person.send('GET', `/v1${path}`)).json();

/** Opens a socket as 1.0.0 does and collects its messages. */
async function openOldSocket(url: string, { tokens }: Persona) {
  const socket = io(url, {
    path: socketConnection.path,
    transports: ['websocket'],
    auth: { token: tokens.accessToken },
    forceNew: true,
  });
  afterTest(async () => void socket.close());
  const heard: unknown[] = [];
  socket.on('chat:message', (packet: unknown, acknowledge?: () => void) => {
    heard.push(packet);
    acknowledge?.();
  });
  await new Promise<void>((resolve) => socket.on('connect', resolve));
  return heard;
}

test('a client of 1.0.0 reads pictures and deleted messages as texts, in pages, in the list and by socket', async () => {
  const pair = await startPair();
  const { aiko, ben, url } = pair;
  await greet(pair);
  const old = await openOldSocket(url, ben);
  const present: unknown[] = [];
  (await ben.connect()).on('chat:message', (heard) => present.push(heard));

  const bare = await aiko.calls.sendPictureMessage({ userId: ben.userId, image: await photo() });
  const named = await aiko.calls.sendPictureMessage({
    userId: ben.userId,
    image: await photo(),
    caption: 'The sea',
  });
  await expect.poll(() => old).toHaveLength(2);
  expect(old.map((heard) => z.parse(message, heard).content)).toEqual(['Picture', 'The sea']);
  // Each socket receives one of the two.
  await expect.poll(() => present).toHaveLength(2);
  expect(present).toEqual([bare, named].map((sent) => expect.objectContaining(sent)));

  const gone = await write(aiko, ben, 'secret');
  await aiko.calls.deleteMessage({ chatMessageId: gone.chatMessageId });
  const { messages } = z.parse(page, await ask(ben, `/chat/dm/${aiko.userId}`));
  expect(messages.map(({ content }) => content)).toEqual([
    ...['Message deleted', 'The sea', 'Picture', 'Hi', 'Hello'],
  ]);
  const list = z.parse(chats, await ask(ben, '/chat'));
  expect(list.chats[0]?.lastMessage).toMatchObject({ type: 'text', content: 'Message deleted' });
  // The current client receives the real types.
  const now = await ben.calls.listMessages({ userId: aiko.userId });
  expect(now.messages.slice(0, 3).map(({ type, content }) => [type, content])).toEqual([
    ['text', null],
    ['picture', 'The sea'],
    ['picture', null],
  ]);
});

test('a picture that only an old client receives counts as delivered', async () => {
  const pair = await startPair();
  const { aiko, ben, url } = pair;
  await greet(pair);
  await openOldSocket(url, ben);
  const delivered: string[] = [];
  (await aiko.connect()).on('chat:message-status', ({ chatMessageIds }) => delivered.push(...chatMessageIds));
  const sent = await aiko.calls.sendPictureMessage({ userId: ben.userId, image: await photo() });
  await expect.poll(() => delivered).toContain(sent.chatMessageId);
});

test('an admin with a client of 1.0.0 reads reports of pictures', async () => {
  const app = await startModerated();
  const { admin, mallory, ben } = app;
  await greet({ aiko: mallory, ben });
  const rude = await mallory.calls.sendPictureMessage({ userId: ben.userId, image: await photo() });
  await ben.calls.reportMessage({ chatMessageId: rude.chatMessageId });
  const report = z.object({ reports: z.array(z.object({ message, context: z.array(message) })) });
  const { reports } = z.parse(report, await ask(admin, '/admin/report'));
  expect(reports[0]?.message.content).toBe('Picture');
});
