import { hash, randomUUID } from 'node:crypto';
import { ApiError } from '@parlance/contract/errors';
import { describe, expect, test } from 'vitest';
import { type Community, type Persona, startCommunity } from '#test/personas';

interface Pair extends Community {
  aiko: Persona;
  ben: Persona;
}

async function startPair(env: Record<string, string> = {}): Promise<Pair> {
  const app = await startCommunity({ env });
  const aiko = await app.signUp('aiko@example.org', { name: 'Aiko', description: 'Hello' });
  const ben = await app.signUp('ben@example.org', { name: 'Ben', description: 'Hi' });
  return { ...app, aiko, ben };
}

/** The error code of a call; null on success. */
const errorOf = (call: Promise<unknown>): Promise<string | null> =>
  call.then(
    () => null,
    (error: unknown) => {
      if (error instanceof ApiError) return error.errorName;
      throw error;
    },
  );

const sequencesIn = async (reader: Persona, partner: Persona) =>
  (await reader.calls.listMessages({ userId: partner.userId, limit: 100 })).messages.map((m) => m.sequence);

// Rules: docs/specification/chat.md#sending
describe('sending', () => {
  test('a text is trimmed, stored once and answered with its place in the conversation', async () => {
    const { aiko, ben } = await startPair();
    const first = await aiko.calls.sendTextMessage({ userId: ben.userId, content: '  こんにちは  ' });
    const second = await ben.calls.sendTextMessage({ userId: aiko.userId, content: 'Hello 👋' });
    expect(first).toMatchObject({
      content: 'こんにちは',
      type: 'text',
      fromUserId: aiko.userId,
      toUserId: ben.userId,
      audioUrl: null,
      sequence: 1,
      deliveredAt: null,
      readAt: null,
    });
    expect(second.sequence).toBe(2);
    const { count, messages } = await aiko.calls.listMessages({ userId: ben.userId });
    expect([count, messages.map((m) => m.content)]).toEqual([2, ['Hello 👋', 'こんにちは']]);
  });

  test('empty, too long, to oneself and to nobody are refused with their rows of the table', async () => {
    const { aiko, ben } = await startPair();
    const send = (userId: string, content: string) =>
      errorOf(aiko.calls.sendTextMessage({ userId, content }));
    expect(await send(ben.userId, '   ')).toBe('RequestDataInvalid');
    expect(await send(ben.userId, '字'.repeat(4001))).toBe('RequestDataInvalid');
    expect(await send(ben.userId, '😀'.repeat(4000))).toBeNull();
    expect(await send(aiko.userId, 'me')).toBe('NotAllowed');
    expect(await send('0197f0c0-0000-7000-8000-000000000000', 'x')).toBe('UserNotFound');
  });

  test('the same key and payload answers the same message; another payload is refused', async () => {
    const { aiko, ben, platform } = await startPair();
    const clientMessageId = randomUUID();
    const send = (content: string) =>
      aiko.calls.sendTextMessage({ userId: ben.userId, content, clientMessageId });
    const first = await send('once');
    expect(await send('once')).toEqual(first);
    expect(first.clientMessageId).toBe(clientMessageId);
    expect(await errorOf(send('other'))).toBe('RequestDataInvalid');
    expect(await sequencesIn(aiko, ben)).toEqual([1]);
    // As 1.0.0 computed it, so that a retry of a message stored by a node of 1.0.0 matches.
    const [row] = await platform.db.selectFrom('chat_messages').select('payload_hash').execute();
    expect(row?.payload_hash).toEqual(hash('sha256', 'once', 'buffer'));
  });

  test('a key belongs to its sender and one recipient: for another it is refused, of another it is their own', async () => {
    const { aiko, ben, signUp } = await startPair();
    const cleo = await signUp('cleo@example.org');
    const clientMessageId = randomUUID();
    const send = (from: Persona, to: Persona, key = clientMessageId) =>
      from.calls.sendTextMessage({ userId: to.userId, content: 'hello', clientMessageId: key });
    await send(aiko, ben);
    expect(await errorOf(send(aiko, cleo))).toBe('RequestDataInvalid');
    expect((await cleo.calls.listMessages({ userId: aiko.userId })).count).toBe(0);
    expect(await send(ben, aiko)).toMatchObject({ fromUserId: ben.userId, sequence: 2 });
    // The same repeats while the first send is in flight.
    const key = randomUUID();
    const senders = [aiko, ben, aiko, ben];
    const toCleo = await Promise.all(senders.map((sender) => send(sender, cleo, key)));
    expect(toCleo.map(({ fromUserId }) => fromUserId)).toEqual(senders.map(({ userId }) => userId));
    const oneKey = randomUUID();
    const outcomes = await Promise.all(
      [ben, cleo].map((recipient) => errorOf(send(aiko, recipient, oneKey))),
    );
    expect(new Set(outcomes)).toEqual(new Set([null, 'RequestDataInvalid']));
  });

  test('a retry races its first try through HTTP and two sockets: one row', async () => {
    const { aiko, ben } = await startPair();
    const socket = await aiko.connect();
    const payload = { userId: ben.userId, content: 'raced', clientMessageId: randomUUID() };
    const answers = await Promise.all([
      ...Array.from({ length: 10 }, () => aiko.calls.sendTextMessage(payload)),
      ...Array.from({ length: 10 }, () => socket.send('chat:message', payload)),
    ]);
    expect(new Set(answers.map((answer) => answer.chatMessageId)).size).toBe(1);
    expect(await sequencesIn(ben, aiko)).toEqual([1]);
  });

  test('a key that was used keeps answering after a block', async () => {
    const { aiko, ben } = await startPair();
    const payload = { userId: ben.userId, content: 'before', clientMessageId: randomUUID() };
    const first = await aiko.calls.sendTextMessage(payload);
    await ben.calls.blockUser({ userId: aiko.userId });
    expect((await aiko.calls.sendTextMessage(payload)).chatMessageId).toBe(first.chatMessageId);
    expect(await errorOf(aiko.calls.sendTextMessage({ userId: ben.userId, content: 'after' }))).toBe(
      'UserIsBlocked',
    );
  });

  test('both write at once: numbers have no gap, no double, and both see the same order', async () => {
    const { aiko, ben } = await startPair();
    await Promise.all(
      Array.from({ length: 40 }, (_, index) => {
        const [from, to] = index % 2 === 0 ? [aiko, ben] : [ben, aiko];
        return from.calls.sendTextMessage({ userId: to.userId, content: `message ${index}` });
      }),
    );
    const wanted = Array.from({ length: 40 }, (_, index) => 40 - index);
    expect(await sequencesIn(aiko, ben)).toEqual(wanted);
    const seenBy = async (one: Persona, other: Persona) =>
      (await one.calls.listMessages({ userId: other.userId, limit: 100 })).messages.map(
        (m) => m.chatMessageId,
      );
    expect(await seenBy(aiko, ben)).toEqual(await seenBy(ben, aiko));
  });

  test('a message refused in a batch takes no other with it', async () => {
    const { aiko, ben } = await startPair();
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, (_, index) => {
        const userId = index % 3 === 0 ? '0197f0c0-0000-7000-8000-000000000000' : ben.userId;
        return errorOf(aiko.calls.sendTextMessage({ userId, content: `m${index}` }));
      }),
    );
    expect(outcomes.filter((outcome) => outcome === 'UserNotFound')).toHaveLength(4);
    expect((await sequencesIn(ben, aiko)).toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7, 8].toSorted());
  });

  test('over 60 at once is 429 with a timeout, and time gives tokens back', async () => {
    const { aiko, ben, clock } = await startPair();
    await ben.calls.sendTextMessage({ userId: aiko.userId, content: 'you first' });
    const send = () => errorOf(aiko.calls.sendTextMessage({ userId: ben.userId, content: 'x' }));
    const outcomes = await Promise.all(Array.from({ length: 61 }, send));
    expect(outcomes.filter((outcome) => outcome === 'TooManyRequests')).toHaveLength(1);
    clock.advance({ seconds: 1 });
    expect(await send()).toBeNull();
  });

  test('the rate is the sender’s: a second recipient shares it, and nobody else does', async () => {
    const { aiko, ben, signUp, clock } = await startPair();
    const cleo = await signUp('cleo@example.org');
    const send = (from: Persona, to: Persona) =>
      errorOf(from.calls.sendTextMessage({ userId: to.userId, content: 'x' }));
    expect([await send(ben, aiko), await send(cleo, aiko)]).toEqual([null, null]);
    const firsts = Array.from({ length: 60 }, (_, index) => send(aiko, index % 2 ? ben : cleo));
    expect(new Set(await Promise.all(firsts))).toEqual(new Set([null]));
    const refused = ['TooManyRequests', 'TooManyRequests'];
    expect([await send(aiko, ben), await send(aiko, cleo)]).toEqual(refused);
    expect([await send(ben, aiko), await send(cleo, aiko), await send(cleo, ben)]).toEqual([
      null,
      null,
      null,
    ]);
    clock.advance({ seconds: 1 });
    expect([await send(aiko, cleo), await send(aiko, ben)]).toEqual([null, 'TooManyRequests']);
  });
});

test('50 new conversations a day, and again when the first of them is a day old; replies are never limited', async () => {
  const { aiko, ben: first, platform, clock, signIn } = await startPair();
  const { rows } = await platform.pool.query<{ user_id: string }>(
    `INSERT INTO users (user_id, created_at, updated_at, email, name)
     SELECT gen_random_uuid(), $1, $1, 'stranger' || n || '@example.org', '' FROM generate_series(1, 52) AS n
     RETURNING user_id`,
    [clock.now()],
  );
  const strangers = rows.values();
  clock.advance({ days: 1 });
  let me = await signIn(aiko.address);
  const ben = await signIn(first.address);
  const begin = (): Promise<string | null> =>
    errorOf(me.calls.sendTextMessage({ userId: strangers.next().value?.user_id ?? '', content: 'hi' }));
  for (let nth = 1; nth <= 50; nth++) expect(await begin(), `the ${nth}th`).toBeNull();
  expect(await begin()).toBe('TooManyRequests');
  await ben.calls.sendTextMessage({ userId: me.userId, content: 'you first' });
  expect(await errorOf(me.calls.sendTextMessage({ userId: ben.userId, content: 'reply' }))).toBeNull();
  clock.advance({ days: 1 });
  me = await signIn(aiko.address);
  expect(await begin()).toBeNull();
});

// Rules: docs/specification/people.md#blocking
describe('blocking', () => {
  test('after a block is answered nothing passes, by HTTP or socket', { timeout: 120_000 }, async () => {
    const rounds = 10;
    const { aiko, ben } = await startPair({ RATE_LIMITS: 'off' });
    const socket = await aiko.connect();
    const sendOnce = (index: number, content: string) => {
      const payload = { userId: ben.userId, content };
      return errorOf(
        index % 2 === 0 ? aiko.calls.sendTextMessage(payload) : socket.send('chat:message', payload),
      );
    };
    for (let round = 0; round < rounds; round++) {
      let isAnswered = false;
      const late: string[] = [];
      // Each sender writes until refused, so the block always lands between messages in flight.
      const senders = Array.from({ length: 12 }, async (_, index) => {
        for (let nth = 0; ; nth++) {
          const content = `round ${round} sender ${index} message ${nth}`;
          const isStartedLate = isAnswered;
          const outcome = await sendOnce(index, content);
          if (outcome !== null) return outcome;
          if (isStartedLate) late.push(content);
        }
      });
      await ben.calls.blockUser({ userId: aiko.userId });
      isAnswered = true;
      const { count } = await ben.calls.listMessages({ userId: aiko.userId });
      expect(new Set(await Promise.all(senders))).toEqual(new Set(['UserIsBlocked']));
      expect(late).toEqual([]);
      // No message is stored after the block is acknowledged.
      expect((await ben.calls.listMessages({ userId: aiko.userId })).count).toBe(count);
      await ben.calls.unblockUser({ userId: aiko.userId });
    }
  });

  test('the conversation leaves the list and the unread number of the blocker and comes back', async () => {
    const { aiko, ben } = await startPair();
    await aiko.calls.sendTextMessage({ userId: ben.userId, content: 'hello' });
    const view = async () => [
      (await ben.calls.listChats({})).count,
      (await ben.calls.getChatStat()).unreadMessages,
      (await aiko.calls.listChats({})).count,
    ];
    expect(await view()).toEqual([1, 1, 1]);
    await ben.calls.blockUser({ userId: aiko.userId });
    expect(await view()).toEqual([0, 0, 1]);
    await ben.calls.unblockUser({ userId: aiko.userId });
    expect(await view()).toEqual([1, 1, 1]);
  });
});
