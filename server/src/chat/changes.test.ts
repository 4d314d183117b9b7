import { randomUUID } from 'node:crypto';
import type { ChatMessage } from '@parlance/contract/chat';
import { messageEditMs } from '@parlance/contract/chat-changes';
import { describe, expect, test } from 'vitest';
import { recording } from '#test/moderation';
import { answerOf, greet, type Pair, photo, readBy, startPair, write } from '#test/pair';
import type { Persona } from '#test/personas';

const edit = (who: Persona, { chatMessageId }: Pick<ChatMessage, 'chatMessageId'>, content: string) =>
  who.calls.updateMessage({ chatMessageId, content });
const remove = (who: Persona, { chatMessageId }: Pick<ChatMessage, 'chatMessageId'>) =>
  who.calls.deleteMessage({ chatMessageId });
const correct = (from: Persona, to: Persona, { chatMessageId }: ChatMessage, note = 'Irregular.') =>
  from.calls.sendTextMessage({
    userId: to.userId,
    content: 'I went home.',
    corrects: { chatMessageId, kind: 'mistake', note },
  });

/** Collects the change events of two sockets for each of the two members. */
async function listen({ aiko, ben }: Pair) {
  const heard: { who: string; message: ChatMessage }[] = [];
  for (const [who, person] of [
    ['aiko', aiko],
    ['aiko', aiko],
    ['ben', ben],
    ['ben', ben],
  ] as const) {
    const realtime = await person.connect();
    realtime.on('chat:message-changed', (message) => heard.push({ who, message }));
  }
  return heard;
}

describe('an edit', () => {
  test('changes the text, says when, and reaches every socket of both; order, turns and receipts stay', async () => {
    const pair = await startPair();
    const { aiko, ben, clock } = pair;
    const sent = await write(aiko, ben, 'I goed home.');
    await write(ben, aiko, 'Oh');
    await ben.calls.markRead({ userId: aiko.userId });
    const [, before] = await readBy(ben, aiko);
    const heard = await listen(pair);
    clock.advance({ minutes: 3 });
    const edited = await edit(aiko, sent, '  I went home. ');
    expect(edited).toMatchObject({ content: 'I went home.', editedAt: clock.now(), sequence: 1 });
    await expect.poll(() => heard.map(({ who }) => who).toSorted()).toEqual(['aiko', 'aiko', 'ben', 'ben']);
    for (const { message } of heard) expect(message).toEqual(edited);
    const [, after] = await readBy(ben, aiko);
    expect(after).toEqual({
      ...before,
      content: 'I went home.',
      editedAt: clock.now(),
      updatedAt: clock.now(),
    });
    expect((await ben.calls.getChatStat()).unreadMessages).toBe(0);
    expect((await ben.calls.listChats({ query: 'WENT' })).count).toBe(1);
    expect((await ben.calls.listChats({ query: 'goed' })).count).toBe(0);
  });

  test('is possible for 15 minutes, to the last of them', async () => {
    expect(messageEditMs).toBe(15 * 60_000);
    const { aiko: before, ben, clock, signIn } = await startPair();
    const sent = await write(before, ben, 'one');
    clock.advance({ seconds: messageEditMs / 1000 });
    // The access token expires after 15 minutes as well.
    const aiko = await signIn(before.address);
    expect(await answerOf(edit(aiko, sent, 'two'))).toBe('200');
    clock.advance({ seconds: 1 });
    expect(await answerOf(edit(aiko, sent, 'three'))).toBe('403/3000');
    // A client retries an edit whose answer was lost.
    expect(await answerOf(edit(aiko, sent, 'two'))).toBe('200');
    expect((await readBy(aiko, ben))[0]?.content).toBe('two');
  });

  test('is the sender’s alone; for a third there is no message; after a block it is 3002 for both ways of blocking', async () => {
    const { aiko, ben, signUp } = await startPair();
    const cleo = await signUp('cleo@example.org');
    const sent = await write(aiko, ben, 'one');
    expect(await answerOf(edit(ben, sent, 'mine'))).toBe('403/3000');
    expect(await answerOf(edit(cleo, sent, 'mine'))).toBe('404/4001');
    expect(await answerOf(edit(aiko, { chatMessageId: randomUUID() }, 'x'))).toBe('404/4001');
    await ben.calls.blockUser({ userId: aiko.userId });
    expect(await answerOf(edit(aiko, sent, 'two'))).toBe('403/3002');
    await ben.calls.unblockUser({ userId: aiko.userId });
    await aiko.calls.blockUser({ userId: ben.userId });
    expect(await answerOf(edit(aiko, sent, 'two'))).toBe('403/3002');
    expect((await readBy(ben, aiko))[0]).toMatchObject({ content: 'one', editedAt: null });
  });

  test('does not follow a correction or a deletion, and a recording has no text', async () => {
    const { aiko, ben } = await startPair();
    const corrected = await write(aiko, ben, 'I goed home.');
    const correction = await correct(ben, aiko, corrected);
    expect(await answerOf(edit(aiko, corrected, 'I gone home.'))).toBe('403/3000');
    // Once the correction is deleted, the original can be edited again.
    expect(await answerOf(edit(ben, correction, 'I went home, then.'))).toBe('200');
    await remove(ben, correction);
    expect(await answerOf(edit(aiko, corrected, 'I gone home.'))).toBe('200');
    await remove(aiko, corrected);
    expect(await answerOf(edit(aiko, corrected, 'again'))).toBe('403/3000');
    const voice = await aiko.calls.sendVoiceMessage({ userId: ben.userId, audio: await recording() });
    expect(await answerOf(edit(aiko, voice, 'words'))).toBe('403/3000');
  });

  test('has the length of what it edits: a text 1 to 4000, a correction 5000, a caption 0 to 500', async () => {
    const pair = await startPair();
    const { aiko, ben } = pair;
    await greet(pair);
    const text = await write(aiko, ben, 'one');
    expect(await answerOf(edit(aiko, text, ' '))).toBe('400/1000');
    expect(await answerOf(edit(aiko, text, 'x'.repeat(4001)))).toBe('400/1000');
    expect(await answerOf(edit(aiko, text, '😀'.repeat(4000)))).toBe('200');
    const correction = await correct(ben, aiko, text);
    expect(await answerOf(edit(ben, correction, 'x'.repeat(5000)))).toBe('200');
    expect(await answerOf(edit(ben, correction, 'x'.repeat(5001)))).toBe('400/1000');
    const picture = await aiko.calls.sendPictureMessage({ userId: ben.userId, image: await photo() });
    expect(await answerOf(edit(aiko, picture, 'x'.repeat(501)))).toBe('400/1000');
    expect(await answerOf(edit(aiko, picture, 'x'.repeat(500)))).toBe('200');
    expect(await edit(aiko, picture, 'The sea')).toMatchObject({ type: 'picture', content: 'The sea' });
    expect((await edit(aiko, picture, '')).content).toBeNull();
  });

  test('leaves the key alone: a retry of the first text answers the edited message', async () => {
    const { aiko, ben } = await startPair();
    const first = { userId: ben.userId, content: 'one', clientMessageId: randomUUID() };
    const sent = await aiko.calls.sendTextMessage(first);
    await edit(aiko, sent, 'two');
    const repeated = await aiko.calls.sendTextMessage(first);
    expect(repeated).toMatchObject({ chatMessageId: sent.chatMessageId, content: 'two', sequence: 1 });
    expect(repeated.editedAt).not.toBeNull();
  });
});

describe('a deletion', () => {
  test('leaves a tombstone with its number for both, and nothing of what was said', async () => {
    const pair = await startPair();
    const { aiko, ben, clock, platform } = pair;
    const sent = await write(aiko, ben, 'secret words');
    await write(ben, aiko, 'Oh');
    const heard = await listen(pair);
    clock.advance({ minutes: 14 });
    expect(await remove(aiko, sent)).toEqual({});
    await expect.poll(() => heard.map(({ who }) => who).toSorted()).toEqual(['aiko', 'aiko', 'ben', 'ben']);
    const [, gone] = await readBy(ben, aiko);
    expect(gone).toMatchObject({ sequence: 1, content: null, deletedAt: clock.now(), editedAt: null });
    expect(heard[0]?.message).toEqual({ ...gone, deliveredAt: null });
    const { rows } = await platform.pool.query('SELECT * FROM chat_messages WHERE chat_message_id = $1', [
      sent.chatMessageId,
    ]);
    expect(JSON.stringify(rows)).not.toContain('secret');
    expect(rows[0].payload_hash).toHaveLength(0);
    expect((await ben.calls.listChats({ query: 'secret' })).count).toBe(0);
    expect(JSON.stringify(await ben.calls.exportUser())).not.toContain('secret');
    // A repeat succeeds, and sequence numbers continue.
    expect(await answerOf(remove(aiko, sent))).toBe('200');
    expect((await write(aiko, ben, 'next')).sequence).toBe(3);
    expect(heard).toHaveLength(4);
  });

  test('is the sender’s alone, and works after a block in either direction', async () => {
    const { aiko, ben, signUp } = await startPair();
    const cleo = await signUp('cleo@example.org');
    const [one, two] = [await write(aiko, ben, 'one'), await write(ben, aiko, 'two')];
    expect(await answerOf(remove(ben, one))).toBe('403/3000');
    expect(await answerOf(remove(cleo, one))).toBe('404/4001');
    expect(await answerOf(remove(aiko, { chatMessageId: randomUUID() }))).toBe('404/4001');
    await ben.calls.blockUser({ userId: aiko.userId });
    expect(await answerOf(remove(aiko, one))).toBe('200');
    expect(await answerOf(remove(ben, two))).toBe('200');
    expect((await readBy(ben, aiko)).map(({ content }) => content)).toEqual([null, null]);
  });

  test('takes the message from the unread ones, once, and only where it was unread', async () => {
    const { aiko, ben } = await startPair();
    const unread = async () => [
      (await ben.calls.getChatStat()).unreadMessages,
      (await ben.calls.listChats({})).chats[0]?.unreadCount,
    ];
    const read = await write(aiko, ben, 'read');
    await ben.calls.markRead({ userId: aiko.userId });
    const [one, two] = [await write(aiko, ben, 'one'), await write(aiko, ben, 'two')];
    const own = await write(ben, aiko, 'own');
    expect(await unread()).toEqual([2, 2]);
    await remove(aiko, read);
    await remove(ben, own);
    expect(await unread()).toEqual([2, 2]);
    await remove(aiko, one);
    await remove(aiko, one);
    expect(await unread()).toEqual([1, 1]);
    await remove(aiko, two);
    expect(await unread()).toEqual([0, 0]);
    expect((await ben.calls.listChats({})).chats[0]?.lastMessage).toMatchObject({ content: null });
  });

  test('sends no mail about what is gone', async () => {
    const { aiko, ben, clock, sent, runJobs } = await startPair();
    const [one] = [await write(aiko, ben, 'one')];
    clock.advance({ minutes: 6 });
    await remove(aiko, one);
    await runJobs();
    clock.advance({ minutes: 6 });
    await runJobs();
    expect(sent().filter(({ to, text }) => to === ben.address && text.includes('Aiko'))).toEqual([]);
  });

  test('leaves a correction of it as an ordinary message, to both', async () => {
    const pair = await startPair();
    const { aiko, ben } = pair;
    const original = await write(aiko, ben, 'I goed home.');
    const correction = await correct(ben, aiko, original, 'Not “goed”.');
    const heard = await listen(pair);
    await remove(aiko, original);
    const [freed] = await readBy(aiko, ben);
    expect(freed).toMatchObject({
      chatMessageId: correction.chatMessageId,
      content: 'I went home.',
      corrects: null,
    });
    const ofCorrection = () => heard.filter(({ message }) => message.chatMessageId === freed?.chatMessageId);
    await expect.poll(ofCorrection).toHaveLength(4);
    expect(ofCorrection()[0]?.message.corrects).toBeNull();
    expect(JSON.stringify(await ben.calls.exportUser())).not.toContain('goed');
    // A correction consists mostly of Aiko's words, so it does not count towards Ben's progress.
    expect(await answerOf(correct(ben, aiko, original))).toBe('404/4001');
  });

  test('a retry of its key answers the tombstone and brings nothing back', async () => {
    const { aiko, ben } = await startPair();
    const heard: ChatMessage[] = [];
    const first = { userId: ben.userId, content: 'secret', clientMessageId: randomUUID() };
    const sent = await aiko.calls.sendTextMessage(first);
    await remove(aiko, sent);
    (await ben.connect()).on('chat:message', (message) => heard.push(message));
    const repeated = await aiko.calls.sendTextMessage(first);
    expect(repeated).toMatchObject({ chatMessageId: sent.chatMessageId, content: null, sequence: 1 });
    await expect.poll(() => heard).toHaveLength(1);
    expect(heard[0]).toMatchObject({ content: null, deletedAt: repeated.deletedAt });
    expect((await readBy(ben, aiko)).map(({ content }) => content)).toEqual([null]);
  });

  test('cannot be reported, translated or saved; a phrase that was saved before can still be changed', async () => {
    const { aiko, ben } = await startPair();
    const sent = await write(aiko, ben, 'a stitch in time saves nine');
    const phrase = await ben.calls.createPhrase({
      languageCode: 'en',
      text: 'a stitch in time',
      sourceMessageId: sent.chatMessageId,
    });
    await remove(aiko, sent);
    expect(await answerOf(ben.calls.reportMessage({ chatMessageId: sent.chatMessageId }))).toBe('404/4001');
    expect(
      await answerOf(
        ben.calls.createPhrase({ languageCode: 'en', text: 'nine', sourceMessageId: sent.chatMessageId }),
      ),
    ).toBe('404/4001');
    const changed = await ben.calls.updatePhrase({ phraseId: phrase.phraseId, meaning: 'soon enough' });
    expect(changed).toMatchObject({ text: 'a stitch in time', meaning: 'soon enough' });
  });
});

test('a message of any age can be deleted', async () => {
  const { aiko, ben, clock, signIn } = await startPair();
  const sent = await write(aiko, ben, 'one');
  clock.advance({ minutes: 60 * 24 * 400 });
  expect(await answerOf(remove(await signIn(aiko.address), sent))).toBe('200');
});

test('60 changes at once, then one a second, edits and deletions together', async () => {
  const { aiko, ben, clock } = await startPair();
  const sent = await write(aiko, ben, 'one');
  for (let nth = 0; nth < 59; nth += 1) await edit(aiko, sent, `text ${nth}`);
  await remove(aiko, sent);
  expect(await answerOf(remove(aiko, sent))).toBe('429/6001');
  clock.advance({ seconds: 1 });
  expect(await answerOf(remove(aiko, sent))).toBe('200');
});
