import { randomUUID } from 'node:crypto';
import type { ChatMessage } from '@parlance/contract/chat';
import { describe, expect, test } from 'vitest';
import { codeOf, recording, startModerated } from '#test/moderation';
import { type Community, type Persona, startCommunity } from '#test/personas';

interface Pair extends Community {
  aiko: Persona;
  ben: Persona;
}

async function startPair(): Promise<Pair> {
  const app = await startCommunity();
  const aiko = await app.signUp('aiko@example.org', { name: 'Aiko', description: 'Hello' });
  const ben = await app.signUp('ben@example.org', { name: 'Ben', description: 'Hi' });
  return { ...app, aiko, ben };
}

const write = (from: Persona, to: Persona, content: string) =>
  from.calls.sendTextMessage({ userId: to.userId, content });

interface Correction {
  content?: string;
  kind?: 'mistake' | 'natural';
  note?: string;
  clientMessageId?: string;
}

function correct(
  from: Persona,
  to: Persona,
  { chatMessageId }: Pick<ChatMessage, 'chatMessageId'>,
  { content = 'I went home.', kind = 'mistake', note, clientMessageId }: Correction = {},
) {
  const corrects = { chatMessageId, kind, ...(note === undefined ? {} : { note }) };
  return from.calls.sendTextMessage({
    userId: to.userId,
    content,
    corrects,
    ...(clientMessageId ? { clientMessageId } : {}),
  });
}

/** The next message that arrives at a member's socket. */
const nextMessage = async (person: Persona): Promise<{ arrived: Promise<ChatMessage> }> => {
  const realtime = await person.connect();
  const { promise, resolve } = Promise.withResolvers<ChatMessage>();
  realtime.on('chat:message', resolve);
  return { arrived: promise };
};

// Rules: docs/specification/corrections.md#sending
describe('corrections', () => {
  test('a correction is a message that says what it corrects, to both, now and later; others say null', async () => {
    const { aiko, ben } = await startPair();
    const original = await write(aiko, ben, 'I goed home.');
    expect(original.corrects).toBeNull();
    const { arrived } = await nextMessage(aiko);
    const sent = await correct(ben, aiko, original, { kind: 'natural', note: '  Irregular.  ' });
    const corrects = { chatMessageId: original.chatMessageId, kind: 'natural', note: 'Irregular.' };
    expect(sent).toMatchObject({ content: 'I went home.', type: 'text', sequence: 2, corrects });
    expect((await arrived).corrects).toEqual(corrects);
    for (const [reader, partner] of [
      [aiko, ben],
      [ben, aiko],
    ] as const) {
      const { messages } = await reader.calls.listMessages({ userId: partner.userId });
      expect(messages.map((message) => message.corrects)).toEqual([corrects, null]);
      const { chats } = await reader.calls.listChats({});
      expect(chats[0]?.lastMessage?.corrects).toEqual(corrects);
    }
  });

  test('through a socket it is the same, beside ordinary messages of the same moment', async () => {
    const { aiko, ben } = await startPair();
    const original = await write(aiko, ben, 'I goed home.');
    const socket = await ben.connect();
    const corrects = { chatMessageId: original.chatMessageId, kind: 'mistake' as const };
    const said = [{ content: 'Ah!' }, { content: 'I went home.', corrects }, { content: 'Nice.' }];
    const answers = await Promise.all(
      said.map((words) => socket.send('chat:message', { userId: aiko.userId, ...words })),
    );
    expect(answers.map((answer) => answer.corrects)).toEqual([null, corrects, null]);
    const { messages } = await aiko.calls.listMessages({ userId: ben.userId });
    const told = new Map(messages.map((message) => [message.content, message.corrects]));
    expect([told.get('I went home.'), told.get('Ah!'), told.get('Nice.')]).toEqual([corrects, null, null]);
  });

  test('several correct the same message, and a correction can be corrected', async () => {
    const { aiko, ben } = await startPair();
    const original = await write(aiko, ben, 'I goed home.');
    const first = await correct(ben, aiko, original);
    await correct(ben, aiko, original, { content: 'I headed home.', kind: 'natural' });
    const back = await correct(aiko, ben, first, { content: 'I went back home.' });
    expect(back.corrects?.chatMessageId).toBe(first.chatMessageId);
  });

  test('only a text of the other person in this conversation: else 404/4001, and one’s own 403/3000', async () => {
    const { aiko, ben, signUp } = await startPair();
    const cleo = await signUp('cleo@example.org', { name: 'Cleo' });
    const own = await write(ben, aiko, 'Mine.');
    const voice = await aiko.calls.sendVoiceMessage({ userId: ben.userId, audio: await recording() });
    const elsewhere = await write(aiko, cleo, 'To Cleo.');
    const fromCleo = await write(cleo, ben, 'From Cleo.');
    const ownElsewhere = await write(ben, cleo, 'Mine, to Cleo.');
    const code = (target: { chatMessageId: string }) => codeOf(correct(ben, aiko, target));
    expect(await code(own)).toBe(3000);
    expect(await code(voice)).toBe(4001);
    expect(await code(elsewhere)).toBe(4001);
    expect(await code(fromCleo)).toBe(4001);
    expect(await code(ownElsewhere)).toBe(4001);
    expect(await code({ chatMessageId: randomUUID() })).toBe(4001);
    expect((await aiko.calls.listMessages({ userId: ben.userId })).count).toBe(2);
    const socket = await ben.connect();
    const corrects = { chatMessageId: elsewhere.chatMessageId, kind: 'mistake' as const };
    expect(await codeOf(socket.send('chat:message', { userId: aiko.userId, content: 'x', corrects }))).toBe(
      4001,
    );
  });

  test('up to 5,000 characters and 500 of a note; an ordinary message stays at 4,000', async () => {
    const { aiko, ben } = await startPair();
    const original = await write(aiko, ben, 'I goed home.');
    const code = (changes: Correction) => codeOf(correct(ben, aiko, original, changes));
    expect(await code({ content: '😀'.repeat(5000), note: '字'.repeat(500) })).toBeNull();
    expect(await code({ content: '😀'.repeat(5001) })).toBe(1000);
    expect(await code({ note: 'x'.repeat(501) })).toBe(1000);
    expect(await codeOf(write(ben, aiko, '😀'.repeat(4000)))).toBeNull();
    const answer = await ben.send('POST', `/v1/chat/dm/${aiko.userId}`, { content: 'x'.repeat(4001) });
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { code: 1000, fields: { content: 'Must have at most 4000 characters' } },
    ]);
    const bad = { chatMessageId: original.chatMessageId, kind: 'wrong' };
    const odd = await ben.send('POST', `/v1/chat/dm/${aiko.userId}`, { content: 'x', corrects: bad });
    expect(odd.status).toBe(400);
  });

  test('an empty note is none, and the same text again is a correction as well', async () => {
    const { aiko, ben } = await startPair();
    const original = await write(aiko, ben, 'I am here.');
    const sent = await correct(ben, aiko, original, { content: 'I am here.', note: '  ' });
    const corrects = { chatMessageId: original.chatMessageId, kind: 'mistake' };
    expect([sent.content, sent.corrects]).toEqual(['I am here.', corrects]);
    const { messages } = await aiko.calls.listMessages({ userId: ben.userId });
    expect(messages[0]?.corrects).toEqual(corrects);
  });

  test('the same key makes one correction; with another target, kind or note it is refused', async () => {
    const { aiko, ben } = await startPair();
    const original = await write(aiko, ben, 'I goed home.');
    const other = await write(aiko, ben, 'And I sleeped.');
    const clientMessageId = randomUUID();
    const sent = await correct(ben, aiko, original, { clientMessageId, note: 'n' });
    expect(await correct(ben, aiko, original, { clientMessageId, note: 'n' })).toEqual(sent);
    expect(await codeOf(correct(ben, aiko, other, { clientMessageId, note: 'n' }))).toBe(1000);
    expect(await codeOf(correct(ben, aiko, original, { clientMessageId, note: 'm' }))).toBe(1000);
    const natural = { clientMessageId, note: 'n', kind: 'natural' } as const;
    expect(await codeOf(correct(ben, aiko, original, natural))).toBe(1000);
    const plain = { userId: aiko.userId, content: 'I went home.', clientMessageId };
    expect(await codeOf(ben.calls.sendTextMessage(plain))).toBe(1000);
    expect((await aiko.calls.listMessages({ userId: ben.userId })).count).toBe(3);
  });

  test('a block in either direction ends corrections; the key of an earlier one still returns its result', async () => {
    const { aiko, ben } = await startPair();
    const original = await write(aiko, ben, 'I goed home.');
    const clientMessageId = randomUUID();
    const sent = await correct(ben, aiko, original, { clientMessageId });
    await aiko.calls.blockUser({ userId: ben.userId });
    expect(await codeOf(correct(ben, aiko, original))).toBe(3002);
    expect((await correct(ben, aiko, original, { clientMessageId })).chatMessageId).toBe(sent.chatMessageId);
    expect(await codeOf(correct(ben, aiko, { chatMessageId: randomUUID() }))).toBe(3002);
    const stranger = { ...aiko, userId: randomUUID() };
    expect(await codeOf(correct(ben, stranger, original))).toBe(4002);
  });

  test('the export of both tells what was corrected; a deletion takes it all', async () => {
    const app = await startPair();
    const { aiko, ben } = app;
    const original = await write(aiko, ben, 'I goed home.');
    await correct(ben, aiko, original, { note: 'Irregular.' });
    const corrects = { chatMessageId: original.chatMessageId, kind: 'mistake', note: 'Irregular.' };
    for (const person of [aiko, ben]) {
      const { messages } = (await person.calls.exportUser()) as { messages: unknown[] };
      expect(messages).toMatchObject([{ corrects: null }, { content: 'I went home.', corrects }]);
    }
    const token = await app.prove(aiko, aiko.address, 'delete-user');
    await aiko.calls.deleteUser({ token });
    const { rows } = await app.platform.pool.query('SELECT FROM chat_messages');
    expect(rows).toHaveLength(0);
  });

  test('a reported correction comes with what it corrects, however long ago, and its note', async () => {
    const { ben, mallory, admin, prove } = await startModerated();
    const original = await write(ben, mallory, 'My street is Elm Row 7.');
    await correct(mallory, ben, original, { content: 'The street is Elm Row 7.' });
    for (let nth = 0; nth < 15; nth++) await write(mallory, ben, `m${nth}`);
    const rude = await correct(mallory, ben, original, { content: 'Nobody cares.', note: 'Learn to write.' });
    await ben.calls.reportMessage({ chatMessageId: rude.chatMessageId });
    const only = async () => (await admin.calls.listReports({})).reports[0];
    const before = await only();
    expect(before?.message).toMatchObject({
      content: 'Nobody cares.',
      corrects: { chatMessageId: original.chatMessageId, note: 'Learn to write.' },
    });
    expect(before?.context).toHaveLength(11);
    expect(before?.context.at(-1)?.chatMessageId).toBe(original.chatMessageId);
    await ben.calls.deleteUser({ token: await prove(ben, ben.address, 'delete-user') });
    const after = await only();
    expect(after?.message.corrects?.note).toBe('Learn to write.');
    expect(after?.context).toHaveLength(10);
  });

  test('what a report keeps without its reporter has no corrections of their words beside the reported one', async () => {
    const { ben, mallory, admin, prove } = await startModerated();
    const original = await write(ben, mallory, 'My street are Elm Row 7.');
    await correct(mallory, ben, original, { content: 'My street is Elm Row 7.' });
    const rude = await write(mallory, ben, 'I know where you live.');
    await ben.calls.reportMessage({ chatMessageId: rude.chatMessageId });
    await ben.calls.deleteUser({ token: await prove(ben, ben.address, 'delete-user') });
    const { reports } = await admin.calls.listReports({});
    expect(reports[0]?.message.content).toBe('I know where you live.');
    expect(JSON.stringify(reports)).not.toContain('Elm Row');
  });
});

// Rules: docs/specification/corrections.md#wish-to-be-corrected
describe('being corrected', () => {
  test('always unless somebody says otherwise, and everybody is told', async () => {
    const { aiko, ben, visitor } = await startPair();
    const told = async () => (await ben.calls.getProfile({ userId: aiko.userId })).correctMe;
    expect([(await aiko.calls.getUser()).correctMe, await told()]).toEqual(['always', 'always']);
    await aiko.calls.updateUser({ correctMe: 'asked' });
    expect([(await aiko.calls.getUser()).correctMe, await told()]).toEqual(['asked', 'asked']);
    await aiko.calls.updateUser({ name: 'Aiko T.' });
    expect(await told()).toBe('asked');
    await aiko.calls.updateUser({ correctMe: 'never' });
    expect((await visitor().calls.getProfile({ userId: aiko.userId })).correctMe).toBe('never');
    expect((await aiko.send('POST', '/v1/user/update', { correctMe: 'maybe' })).status).toBe(400);
  });
});
