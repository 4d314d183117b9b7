import { randomUUID } from 'node:crypto';
import type { ChatMessage } from '@parlance/contract/chat';
import { expect, test } from 'vitest';
import { recording } from '#test/moderation';
import { answerOf, greet, photo, readBy, startPair, write } from '#test/pair';

test('a reply names its message, author, kind and words, in the answer, the event, the page and the list', async () => {
  const { aiko, ben } = await startPair();
  const first = await write(aiko, ben, 'Where do we meet?');
  const heard: ChatMessage[] = [];
  (await aiko.connect()).on('chat:message', (message) => heard.push(message));
  const reply = await write(ben, aiko, 'At the sea', first.chatMessageId);
  expect(reply.repliesTo).toEqual({
    chatMessageId: first.chatMessageId,
    userId: aiko.userId,
    kind: 'text',
    excerpt: 'Where do we meet?',
    isDeleted: false,
  });
  await expect.poll(() => heard).toEqual([reply]);
  const [listed, plain] = await readBy(ben, aiko);
  expect(listed?.repliesTo).toEqual(reply.repliesTo);
  expect(plain?.repliesTo).toBeNull();
  expect((await aiko.calls.listChats({})).chats[0]?.lastMessage?.repliesTo).toEqual(reply.repliesTo);
  const socket = await ben.connect();
  const spoken = await socket.send('chat:message', {
    userId: aiko.userId,
    content: 'At noon',
    repliesTo: reply.chatMessageId,
  });
  expect(spoken.repliesTo).toMatchObject({ userId: ben.userId, excerpt: 'At the sea' });
});

test('a recording and a picture can reply and be replied to', async () => {
  const pair = await startPair();
  const { aiko, ben } = pair;
  await greet(pair);
  const first = await write(aiko, ben, 'Say it');
  const repliesTo = first.chatMessageId;
  const voice = await ben.calls.sendVoiceMessage({
    userId: aiko.userId,
    audio: await recording(),
    repliesTo,
  });
  expect(voice.repliesTo).toMatchObject({ kind: 'text', excerpt: 'Say it' });
  const picture = await aiko.calls.sendPictureMessage({
    userId: ben.userId,
    image: await photo(),
    repliesTo: voice.chatMessageId,
    caption: 'The sea',
  });
  expect(picture.repliesTo).toMatchObject({ kind: 'voice', excerpt: '', userId: ben.userId });
  const last = await write(ben, aiko, 'Nice', picture.chatMessageId);
  expect(last.repliesTo).toMatchObject({ kind: 'picture', excerpt: 'The sea' });
});

test('the excerpt has 120 code points at most, and whole ones', async () => {
  const { aiko, ben } = await startPair();
  const long = await write(aiko, ben, `${'😀'.repeat(119)}ab`);
  const { repliesTo } = await write(ben, aiko, 'wow', long.chatMessageId);
  expect(repliesTo?.excerpt).toBe(`${'😀'.repeat(119)}a`);
  expect((await readBy(aiko, ben))[0]?.repliesTo?.excerpt).toBe(`${'😀'.repeat(119)}a`);
});

test('what is replied to must be of this conversation', async () => {
  const { aiko, ben, signUp } = await startPair();
  const cleo = await signUp('cleo@example.org');
  const elsewhere = await write(aiko, cleo, 'For Cleo');
  const here = await write(aiko, ben, 'For Ben');
  const replyTo = (repliesTo: string) =>
    answerOf(aiko.calls.sendTextMessage({ userId: ben.userId, content: 'x', repliesTo }));
  expect(await replyTo(elsewhere.chatMessageId)).toBe('404/4001');
  expect(await replyTo(randomUUID())).toBe('404/4001');
  expect(await replyTo('none')).toBe('400/1000');
  expect(await replyTo(here.chatMessageId)).toBe('200');
  const voice = { userId: ben.userId, audio: await recording(), repliesTo: elsewhere.chatMessageId };
  expect(await answerOf(aiko.calls.sendVoiceMessage(voice))).toBe('404/4001');
  await ben.calls.blockUser({ userId: aiko.userId });
  expect(await replyTo(elsewhere.chatMessageId)).toBe('403/3002');
});

test('a quote follows its message: edited words, then none; a deleted message can be replied to', async () => {
  const { aiko, ben } = await startPair();
  const first = await write(aiko, ben, 'secret');
  await write(ben, aiko, 'what?', first.chatMessageId);
  await aiko.calls.updateMessage({ chatMessageId: first.chatMessageId, content: 'public' });
  const quote = async () => (await readBy(ben, aiko))[0]?.repliesTo;
  expect(await quote()).toMatchObject({ excerpt: 'public', isDeleted: false });
  await aiko.calls.deleteMessage({ chatMessageId: first.chatMessageId });
  expect(await quote()).toMatchObject({ excerpt: '', isDeleted: true, chatMessageId: first.chatMessageId });
  const later = await write(ben, aiko, 'gone?', first.chatMessageId);
  expect(later.repliesTo).toMatchObject({ excerpt: '', isDeleted: true });
  expect((await ben.calls.listChats({})).chats[0]?.lastMessage?.repliesTo).toEqual(later.repliesTo);
});

test('the key belongs to what it replies to as well', async () => {
  const { aiko, ben } = await startPair();
  const [one, two] = [await write(aiko, ben, 'one'), await write(aiko, ben, 'two')];
  const reply = { userId: aiko.userId, content: 'yes', clientMessageId: randomUUID() };
  const send = (repliesTo?: string) => ben.calls.sendTextMessage({ ...reply, repliesTo });
  const first = await send(one.chatMessageId);
  expect(await send(one.chatMessageId)).toEqual(first);
  expect(await answerOf(send(two.chatMessageId))).toBe('400/1000');
  expect(await answerOf(send())).toBe('400/1000');
});
