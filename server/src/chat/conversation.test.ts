import { randomUUID } from 'node:crypto';
import { ApiError } from '@parlance/contract/errors';
import type { ServerEvent, ServerEventName } from '@parlance/contract/realtime';
import { io } from 'socket.io-client';
import { describe, expect, test, vi } from 'vitest';
import { afterTest } from '#test/after-test';
import { type Persona, startCommunity } from '#test/personas';
import { createReceiptQueue, tellSenders } from './receipts.ts';

async function startPair() {
  const app = await startCommunity();
  const aiko = await app.signUp('aiko@example.org', { name: 'Aiko', description: 'Hello' });
  const ben = await app.signUp('ben@example.org', { name: 'Bén Ünal', description: 'Hi' });
  return { ...app, aiko, ben };
}

async function hear<Name extends ServerEventName>(persona: Persona, event: Name) {
  const heard: ServerEvent<Name>[] = [];
  const socket = await persona.connect();
  socket.on(event, (value) => heard.push(value));
  return { heard, socket };
}

// Rules: docs/specification/chat.md#delivered-and-read
describe('delivered and read', () => {
  test('a message reaches every socket of both people; the receipt turns it delivered and tells the sender', async () => {
    const { aiko, ben } = await startPair();
    const sender = await hear(aiko, 'chat:message');
    const status = await hear(aiko, 'chat:message-status');
    const one = await hear(ben, 'chat:message');
    const two = await hear(ben, 'chat:message');
    const sent = await aiko.calls.sendTextMessage({ userId: ben.userId, content: 'hello' });
    await vi.waitFor(() => {
      expect(one.heard).toEqual([sent]);
      expect(two.heard).toEqual([sent]);
      expect(sender.heard).toEqual([sent]);
      expect(status.heard).toHaveLength(1);
    });
    expect(status.heard[0]).toMatchObject({
      userId: ben.userId,
      chatMessageIds: [sent.chatMessageId],
      readAt: null,
    });
    const { messages } = await aiko.calls.listMessages({ userId: ben.userId });
    expect(messages[0]?.deliveredAt).toEqual(status.heard[0]?.deliveredAt);
  });

  test('without a socket it stays undelivered until the recipient looks', async () => {
    const { aiko, ben, clock } = await startPair();
    const status = await hear(aiko, 'chat:message-status');
    await aiko.calls.sendTextMessage({ userId: ben.userId, content: 'hello' });
    const before = (await aiko.calls.listMessages({ userId: ben.userId })).messages[0];
    expect(before?.deliveredAt).toBeNull();
    clock.advance({ minutes: 3 });
    await ben.calls.listMessages({ userId: aiko.userId });
    const after = (await aiko.calls.listMessages({ userId: ben.userId })).messages[0];
    expect(after?.deliveredAt).toEqual(clock.now());
    await vi.waitFor(() => expect(status.heard).toHaveLength(1));
  });

  test('read is told once, never goes back, and implies delivered', async () => {
    const { aiko, ben, clock } = await startPair();
    const status = await hear(aiko, 'chat:message-status');
    const sent = await aiko.calls.sendTextMessage({ userId: ben.userId, content: 'hello' });
    clock.advance({ minutes: 1 });
    await ben.calls.markRead({ userId: aiko.userId });
    const readAt = clock.now();
    clock.advance({ minutes: 1 });
    await ben.calls.markRead({ userId: aiko.userId });
    const message = (await aiko.calls.listMessages({ userId: ben.userId })).messages[0];
    expect([message?.readAt, message?.deliveredAt]).toEqual([readAt, readAt]);
    await vi.waitFor(() => expect(status.heard).toHaveLength(1));
    expect(status.heard[0]).toEqual({
      userId: ben.userId,
      chatMessageIds: [sent.chatMessageId],
      deliveredAt: readAt,
      readAt,
    });
  });

  test('a receipt that comes after reading changes nothing and is told to nobody', async () => {
    const { aiko, ben, clock, url } = await startPair();
    const status = await hear(aiko, 'chat:message-status');
    const device = io(url, { auth: { token: ben.tokens.accessToken }, transports: ['websocket'] });
    afterTest(async () => void device.disconnect());
    const receipts: (() => void)[] = [];
    device.on('chat:message', (_message, acknowledge) => receipts.push(acknowledge));
    await vi.waitFor(() => expect(device.connected).toBe(true));
    const send = (content: string) => aiko.calls.sendTextMessage({ userId: ben.userId, content });
    const read = await send('read before its receipt');
    await vi.waitFor(() => expect(receipts).toHaveLength(1));
    clock.advance({ minutes: 1 });
    const readAt = clock.now();
    await ben.calls.markRead({ userId: aiko.userId });
    clock.advance({ minutes: 1 });
    const delivered = await send('delivered only');
    await vi.waitFor(() => expect(receipts).toHaveLength(2));
    for (const acknowledge of receipts) acknowledge();
    await vi.waitFor(() => expect(status.heard).toHaveLength(2));
    expect(status.heard).toMatchObject([
      { chatMessageIds: [read.chatMessageId], deliveredAt: readAt, readAt },
      { chatMessageIds: [delivered.chatMessageId], deliveredAt: clock.now(), readAt: null },
    ]);
    const { messages } = await aiko.calls.listMessages({ userId: ben.userId });
    expect(messages.at(-1)).toMatchObject({ deliveredAt: readAt, readAt, updatedAt: readAt });
  });

  test('delivered keeps its first moment when the recipient looks and reads later', async () => {
    const { aiko, ben, clock } = await startPair();
    const status = await hear(aiko, 'chat:message-status');
    await ben.connect();
    await aiko.calls.sendTextMessage({ userId: ben.userId, content: 'hello' });
    await vi.waitFor(() => expect(status.heard).toHaveLength(1));
    const deliveredAt = clock.now();
    clock.advance({ minutes: 1 });
    await ben.calls.listMessages({ userId: aiko.userId });
    clock.advance({ minutes: 1 });
    await ben.calls.markRead({ userId: aiko.userId });
    const readAt = clock.now();
    const message = (await aiko.calls.listMessages({ userId: ben.userId })).messages[0];
    expect(message).toMatchObject({ deliveredAt, readAt });
    await vi.waitFor(() => expect(status.heard.at(-1)).toMatchObject({ readAt }));
    expect(status.heard).toHaveLength(2);
  });

  test("reading in one tab tells the reader's other tabs", async () => {
    const { aiko, ben } = await startPair();
    const other = await hear(ben, 'chat:message-status');
    await aiko.calls.sendTextMessage({ userId: ben.userId, content: 'hello' });
    await ben.calls.markRead({ userId: aiko.userId });
    await vi.waitFor(() => expect(other.heard).toHaveLength(1));
    expect(other.heard[0]?.userId).toBe(ben.userId);
  });

  test('a status names at most 500 messages of one sender to one recipient', async () => {
    const { aiko, ben, clock, platform } = await startPair();
    const [aikos, bens] = [await hear(aiko, 'chat:message-status'), await hear(ben, 'chat:message-status')];
    const rows = (from: Persona, to: Pick<Persona, 'userId'>, count: number) =>
      Array.from({ length: count }, () => ({
        chat_message_id: randomUUID(),
        from_user_id: from.userId,
        to_user_id: to.userId,
      }));
    const third = { userId: randomUUID() };
    const [many, [one], [another]] = [rows(aiko, ben, 1001), rows(ben, aiko, 1), rows(aiko, third, 1)];
    const times = { deliveredAt: clock.now(), readAt: null };
    tellSenders(platform, [...many, one!, another!], times);
    await vi.waitFor(() => expect([aikos.heard.length, bens.heard.length]).toEqual([4, 1]));
    const toThird = aikos.heard.pop();
    expect(aikos.heard.map(({ chatMessageIds }) => chatMessageIds.length)).toEqual([500, 500, 1]);
    expect(aikos.heard.flatMap(({ chatMessageIds }) => chatMessageIds)).toEqual(
      many.map(({ chat_message_id }) => chat_message_id),
    );
    expect(new Set(aikos.heard.map(({ userId }) => userId))).toEqual(new Set([ben.userId]));
    expect(toThird).toEqual({ userId: third.userId, chatMessageIds: [another?.chat_message_id], ...times });
    expect(bens.heard).toEqual([{ userId: aiko.userId, chatMessageIds: [one?.chat_message_id], ...times }]);
  });

  test('receipts are noted together, and one that cannot be noted does not hold up later ones', async () => {
    const { platform } = await startPair();
    const query = vi.fn().mockRejectedValueOnce(new Error('no connection')).mockResolvedValue({ rows: [] });
    const receipts = createReceiptQueue({ ...platform, pool: { query } } as never);
    for (const [nth, ids] of [['a', 'b'], ['c'], ['d']].entries()) {
      for (const id of ids) receipts.confirm(id);
      await vi.waitFor(() => expect(query).toHaveBeenCalledTimes(nth + 1));
    }
    expect(query.mock.calls.map(([, [ids]]) => ids)).toEqual([['a', 'b'], ['c'], ['d']]);
  });

  test('one cannot mark own messages read, and nobody marks for another', async () => {
    const { aiko, ben } = await startPair();
    await aiko.calls.sendTextMessage({ userId: ben.userId, content: 'hello' });
    await aiko.calls.markRead({ userId: ben.userId });
    expect((await aiko.calls.listMessages({ userId: ben.userId })).messages[0]?.readAt).toBeNull();
    expect((await ben.calls.getChatStat()).unreadMessages).toBe(1);
  });
});

describe('unread (architecture: Invariants)', () => {
  test('the number equals the sum over the list equals the database, while both write and read at random', async () => {
    const { aiko, ben, platform } = await startPair();
    const acts = Array.from({ length: 60 }, (_, index) => {
      const [one, other] = index % 3 === 0 ? [ben, aiko] : [aiko, ben];
      if (index % 5 === 4) return other.calls.markRead({ userId: one.userId });
      return one.calls.sendTextMessage({ userId: other.userId, content: `m${index}` });
    });
    await Promise.all(acts);
    for (const person of [aiko, ben]) {
      const { unreadMessages } = await person.calls.getChatStat();
      const { chats } = await person.calls.listChats({});
      const { rows } = await platform.pool.query(
        'SELECT count(*) AS n FROM chat_messages WHERE to_user_id = $1 AND read_at IS NULL',
        [person.userId],
      );
      expect(unreadMessages).toBe(chats.reduce((sum, chat) => sum + (chat.unreadCount ?? 0), 0));
      expect(unreadMessages).toBe(rows[0].n);
    }
  });
});

// Rules: docs/specification/chat.md#chat-list
describe('the chat list', () => {
  test('newest first, with the last message, in pages', async () => {
    const { aiko, ben, signUp, clock } = await startPair();
    const carla = await signUp('carla@example.org', { name: 'Carla', description: 'Ciao' });
    await ben.calls.sendTextMessage({ userId: aiko.userId, content: 'from Ben' });
    clock.advance({ minutes: 1 });
    await carla.calls.sendTextMessage({ userId: aiko.userId, content: 'from Carla' });
    const { count, chats } = await aiko.calls.listChats({});
    expect([count, chats.map((chat) => chat.lastMessage?.content)]).toEqual([2, ['from Carla', 'from Ben']]);
    expect(chats[1]).toMatchObject({ unreadCount: 1, profile: { userId: ben.userId, name: 'Bén Ünal' } });
    const second = await aiko.calls.listChats({ limit: 1, offset: 1 });
    expect([second.count, second.chats.map((chat) => chat.profile.name)]).toEqual([2, ['Bén Ünal']]);
  });

  test('what came in the same moment stands in the order it came, on every page', async () => {
    const { aiko, ben, signUp } = await startPair();
    const others = [ben, await signUp('carla@example.org'), await signUp('dan@example.org')];
    for (const { calls } of others) await calls.sendTextMessage({ userId: aiko.userId, content: 'now' });
    const newestFirst = others.map(({ userId }) => userId).toReversed();
    const idsIn = async (page: { limit?: number; offset?: number }) =>
      (await aiko.calls.listChats(page)).chats.map((chat) => chat.profile.userId);
    expect(await idsIn({})).toEqual(newestFirst);
    const pages = await Promise.all([0, 1, 2].map((offset) => idsIn({ limit: 1, offset })));
    expect(pages.flat()).toEqual(newestFirst);
  });

  test.each([
    ['a name, whatever its case', 'ünal', 1],
    ['a word of a message', 'LUNCH', 1],
    ['two Chinese characters inside a sentence', '明天', 1],
    ['Arabic', 'صباح', 1],
    ['Cyrillic in another case', 'ПРИВЕТ', 1],
    ['a percent sign literally', '100%', 1],
    ['an underscore literally', 'a_b', 0],
    ['a backslash at the end', 'x\\', 0],
    ['a backslash literally', 'c:\\t', 1],
    ['nothing that is there', 'zebra', 0],
  ])('the query finds %s', async (_what, query, found) => {
    const { aiko, ben } = await startPair();
    const contents = ['Lunch?', '我们明天见面吧', 'صباح الخير', 'привет', '100% sure', 'aXb', 'C:\\temp'];
    for (const content of contents) {
      await ben.calls.sendTextMessage({ userId: aiko.userId, content });
    }
    expect((await aiko.calls.listChats({ query })).count).toBe(found);
  });
});

// Rules: docs/specification/chat.md#conversation-screen
describe('history', () => {
  test('pages newest first by limit and offset, each message once', async () => {
    const { aiko, ben } = await startPair();
    for (let index = 1; index <= 15; index++) {
      await aiko.calls.sendTextMessage({ userId: ben.userId, content: `m${index}` });
    }
    const seen: (string | null)[] = [];
    for (let offset = 0; offset < 30; offset += 10) {
      const { count, messages } = await ben.calls.listMessages({ userId: aiko.userId, limit: 10, offset });
      expect(count).toBe(15);
      seen.push(...messages.map((m) => m.content));
    }
    expect(seen).toEqual(Array.from({ length: 15 }, (_, index) => `m${15 - index}`));
  });

  test('is for the two alone', async () => {
    const { aiko, ben, signUp } = await startPair();
    const eve = await signUp('eve@example.org');
    await aiko.calls.sendTextMessage({ userId: ben.userId, content: 'secret' });
    expect(await eve.calls.listMessages({ userId: aiko.userId })).toMatchObject({ count: 0, messages: [] });
    expect(await eve.calls.listChats({ query: 'secret' })).toEqual({ count: 0, chats: [] });
  });
});

// Rules: docs/specification/chat.md#reports
describe('reports', () => {
  test('only the recipient, once is enough, with the ten messages before', async () => {
    const { aiko, ben, signUp, platform } = await startPair();
    const eve = await signUp('eve@example.org');
    let last = '';
    for (let index = 0; index < 15; index++) {
      const message = await aiko.calls.sendTextMessage({ userId: ben.userId, content: `m${index}` });
      last = message.chatMessageId;
    }
    const report = (who: Persona) =>
      who.calls.reportMessage({ chatMessageId: last, reason: 'spam', text: 'see' });
    await expect(report(aiko)).rejects.toEqual(expect.objectContaining({ errorName: 'NotAllowed' }));
    await expect(report(eve)).rejects.toBeInstanceOf(ApiError);
    await expect(report(eve)).rejects.toEqual(expect.objectContaining({ errorName: 'ResourceNotFound' }));
    // Repeats do not count against the limit of twenty an hour.
    for (let nth = 0; nth < 21; nth++) expect(await report(ben)).toEqual({});
    const reports = await platform.db.selectFrom('chat_reports').selectAll().execute();
    expect(reports).toHaveLength(1);
    const snapshot = reports[0]?.snapshot as { content: string }[];
    expect(snapshot.map((message) => message.content)).toEqual(
      Array.from({ length: 11 }, (_, index) => `m${14 - index}`),
    );
  });
});
