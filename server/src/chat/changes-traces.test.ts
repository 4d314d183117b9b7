import { randomUUID } from 'node:crypto';
import type { ChatMessage } from '@parlance/contract/chat';
import { describe, expect, test } from 'vitest';
import { recording } from '#test/moderation';
import { answerOf, greet, photo, startPair, write } from '#test/pair';
import type { Persona } from '#test/personas';

const edit = (who: Persona, { chatMessageId }: ChatMessage, content: string) =>
  who.calls.updateMessage({ chatMessageId, content });
const remove = (who: Persona, { chatMessageId }: ChatMessage) => who.calls.deleteMessage({ chatMessageId });
const correct = (from: Persona, to: Persona, { chatMessageId }: ChatMessage) =>
  from.calls.sendTextMessage({
    userId: to.userId,
    content: 'I went home.',
    corrects: { chatMessageId, kind: 'mistake', note: 'Irregular.' },
  });

test('a deletion tells the recipient, unless they have blocked the sender', async () => {
  const pair = await startPair();
  const { aiko, ben } = pair;
  await greet(pair);
  const [first, second, answer] = [
    await write(aiko, ben, 'one'),
    await write(aiko, ben, 'two'),
    await write(ben, aiko, 'three'),
  ];
  const heard: string[] = [];
  (await ben.connect()).on('chat:message-changed', ({ chatMessageId }) => heard.push(chatMessageId));
  await remove(aiko, first);
  await ben.calls.blockUser({ userId: aiko.userId });
  await remove(aiko, second);
  await remove(ben, answer);
  await expect.poll(() => heard).toEqual([first.chatMessageId, answer.chatMessageId]);
});

test('in a request neither an edit nor a deletion is told to the recipient', async () => {
  const { aiko, ben, signUp } = await startPair();
  const cleo = await signUp('cleo@example.org');
  await ben.calls.updateUser({ writesToMe: 'asking' });
  const [first, second] = [await write(aiko, ben, 'one'), await write(aiko, ben, 'two')];
  const heard: string[] = [];
  const bens = await ben.connect();
  bens.on('chat:message-changed', ({ chatMessageId }) => heard.push(chatMessageId));
  const seen = new Promise<void>((resolve) => bens.on('chat:message', () => resolve()));
  await edit(aiko, first, 'three');
  await remove(aiko, second);
  await write(ben, cleo, 'ping');
  await seen;
  expect(heard).toEqual([]);
});

describe('an edit', () => {
  test('to the same text changes nothing and tells nobody', async () => {
    const { aiko, ben, clock } = await startPair();
    const sent = await write(aiko, ben, 'one');
    const heard: (string | null)[] = [];
    (await ben.connect()).on('chat:message-changed', ({ content }) => heard.push(content));
    clock.advance({ seconds: 1 });
    expect(await edit(aiko, sent, ' one ')).toEqual({ ...sent, deliveredAt: null });
    await edit(aiko, sent, 'two');
    // Events of one socket are ordered: an event of the first edit would be here.
    await expect.poll(() => heard).toEqual(['two']);
  });

  test('of a correction whose original was deleted keeps the length of a correction', async () => {
    const { aiko, ben } = await startPair();
    const original = await write(aiko, ben, 'I goed home.');
    const correction = await correct(ben, aiko, original);
    await remove(aiko, original);
    expect(await answerOf(edit(ben, correction, 'x'.repeat(5000)))).toBe('200');
    expect(await answerOf(edit(aiko, await write(aiko, ben, 'one'), 'x'.repeat(4001)))).toBe('400/1000');
  });
});

test('nothing of a deleted recording, picture, reply or correction is left in its row or in the export', async () => {
  const pair = await startPair();
  const { aiko, ben, platform } = pair;
  await greet(pair);
  const first = await write(ben, aiko, 'I goed home.');
  const repliesTo = first.chatMessageId;
  const sent = [
    await aiko.calls.sendVoiceMessage({ userId: ben.userId, audio: await recording(), repliesTo }),
    await aiko.calls.sendPictureMessage({
      ...{ userId: ben.userId, image: await photo() },
      ...{ caption: 'The sea', repliesTo },
    }),
    await correct(aiko, ben, first),
  ];
  await edit(aiko, await write(aiko, ben, 'a reply', repliesTo), 'an edited reply');
  for (const message of sent) await remove(aiko, message);
  const { rows } = await platform.pool.query(
    `SELECT content, audio_key, audio_duration_ms, audio_waveform, picture_key, picture_width, picture_height,
      corrects_message_id, correction_kind, correction_note, replies_to_message_id
      FROM chat_messages WHERE deleted_at IS NOT NULL`,
  );
  expect(rows).toHaveLength(3);
  expect(rows.flatMap((row) => Object.values(row)).filter((value) => value !== null)).toEqual([]);
  const { messages } = (await ben.calls.exportUser()) as { messages: Record<string, unknown>[] };
  const changes = messages.map(({ content, repliesTo: quoted, editedAt, deletedAt }) => [
    ...[content, quoted === repliesTo],
    ...[editedAt !== null, deletedAt !== null],
  ]);
  expect(changes.slice(2)).toEqual([
    ['I goed home.', false, false, false],
    ...sent.map(() => [null, false, false, true]),
    ['an edited reply', true, true, false],
  ]);
});

test('the key of a recording and of a picture belongs to what it replies to', async () => {
  const pair = await startPair();
  const { aiko, ben } = pair;
  await greet(pair);
  const { chatMessageId: repliesTo } = await write(ben, aiko, 'one');
  const [audio, image] = [await recording(), await photo()];
  const voice = { userId: ben.userId, clientMessageId: randomUUID() };
  expect(await answerOf(aiko.calls.sendVoiceMessage({ ...voice, audio, repliesTo }))).toBe('200');
  expect(await answerOf(aiko.calls.sendVoiceMessage({ ...voice, audio }))).toBe('400/1000');
  const picture = { userId: ben.userId, clientMessageId: randomUUID() };
  expect(await answerOf(aiko.calls.sendPictureMessage({ ...picture, image, repliesTo }))).toBe('200');
  expect(await answerOf(aiko.calls.sendPictureMessage({ ...picture, image }))).toBe('400/1000');
});

test('edits and deletions are counted once each, and limited for each member alone', async () => {
  const { aiko, ben, platform } = await startPair();
  const sent = await write(aiko, ben, 'one');
  const theirs = await write(ben, aiko, 'two');
  for (let nth = 0; nth < 58; nth += 1) await edit(aiko, sent, `text ${nth}`);
  await remove(aiko, sent);
  await remove(aiko, sent);
  expect(await answerOf(remove(aiko, sent))).toBe('429/6001');
  expect(await answerOf(edit(ben, theirs, 'three'))).toBe('200');
  const figures = await platform.metrics.registry.metrics();
  expect(figures).toMatch(/messages_changed_total\{change="edited"\} 59\n/);
  expect(figures).toMatch(/messages_changed_total\{change="deleted"\} 1\n/);
});
