import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type Community, type Persona, startCommunity } from '#test/personas';
import { createSendQueue, type Draft, type SendQueue } from './send-queue.ts';

let app: Community;
let aiko: Persona;
let ben: Persona;
let cleo: Persona;
let queue: SendQueue;

beforeEach(async () => {
  app = await startCommunity();
  aiko = await app.signUp('aiko@example.org');
  ben = await app.signUp('ben@example.org');
  cleo = await app.signUp('cleo@example.org');
  queue = createSendQueue(app.platform);
});

const draft = (from: Persona, to: Persona, more: Partial<Draft> = {}): Draft => ({
  ...{ fromUserId: from.userId, toUserId: to.userId, type: 'text', content: 'hi' },
  ...{ audioKey: null, durationMs: null, waveform: null, corrects: null },
  ...{ clientMessageId: randomUUID(), payloadHash: Buffer.from('hi') },
  ...more,
});

/** The names of the statements that a piece of work sends messages by. */
async function statementsOf(work: () => Promise<unknown>): Promise<unknown[]> {
  const asked = vi.spyOn(app.platform.reserved, 'query');
  await work();
  const names = asked.mock.calls.map(([given]) => (given as unknown as { name?: string }).name);
  asked.mockRestore();
  return names.filter((name) => name?.startsWith('send-chat'));
}

/** What is kept of the messages between two people, with the ids of the messages left out. */
async function kept(one: Persona, other: Persona): Promise<unknown> {
  const named = (userId: unknown) =>
    userId === one.userId ? 'one' : userId === other.userId ? 'other' : userId;
  const read = async (text: string) => {
    const { rows } = await app.platform.pool.query<Record<string, unknown>>(text, [one.userId, other.userId]);
    return rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([column, value]) => [column, named(value)])),
    );
  };
  return {
    messages:
      await read(`SELECT sequence, from_user_id, to_user_id, type, content, audio_key, audio_duration_ms, audio_waveform,
        client_message_id IS NULL AS has_no_key, payload_hash, created_at, updated_at, delivered_at, read_at,
        conversation_id = (SELECT conversation_id FROM conversations
          WHERE low_user_id = least($1::uuid, $2) AND high_user_id = greatest($1::uuid, $2)) AS is_in_place
      FROM chat_messages WHERE from_user_id IN ($1, $2) AND to_user_id IN ($1, $2) ORDER BY sequence`),
    counts: await read(`SELECT last_sequence FROM conversations
      WHERE low_user_id = least($1::uuid, $2) AND high_user_id = greatest($1::uuid, $2)`),
    seats:
      await read(`SELECT user_id, last_message_at, unread_count, last_read_sequence, last_delivered_sequence, is_hidden,
        (SELECT sequence FROM chat_messages WHERE chat_message_id = last_message_id) AS last_sequence
      FROM conversation_members WHERE user_id IN ($1, $2) AND partner_user_id IN ($1, $2)
      ORDER BY user_id = $1 DESC`),
    activities: await read(`SELECT acted.user_id, acted.type, acted.created_at FROM user_activities AS acted
      JOIN chat_messages ON chat_message_id = user_activity_id
      WHERE from_user_id IN ($1, $2) AND to_user_id IN ($1, $2) ORDER BY sequence`),
  };
}

describe('a message that nobody shares a batch with', () => {
  test('is stored in the short way once the two have written to each other', async () => {
    const alone = () => queue.send(draft(aiko, ben));
    expect(await statementsOf(alone)).toEqual(['send-chat-message', 'send-chat-messages']);
    expect(await statementsOf(alone)).toEqual(['send-chat-message']);
    expect(await statementsOf(() => Promise.all([alone(), alone()]))).toEqual(['send-chat-messages']);
  });

  test('leaves behind what it leaves behind among others', async () => {
    const dara = await app.signUp('dara@example.org');
    const voice = { audioKey: 'aa/voice', durationMs: 1200, waveform: Buffer.from([1, 50, 100]) };
    const lines = [
      {},
      { clientMessageId: null },
      { type: 'voice', content: null, ...voice },
    ] satisfies Partial<Draft>[];
    await queue.send(draft(aiko, ben));
    await queue.send(draft(cleo, dara));
    for (const line of lines) {
      app.clock.advance({ seconds: 1 });
      const [alone] = [await queue.send(draft(aiko, ben, line))];
      // Two in one turn go together: the second is there for company and has a conversation of its own.
      const [among] = await Promise.all([queue.send(draft(cleo, dara, line)), queue.send(draft(ben, cleo))]);
      const shown = ({
        message: { chat_message_id: _, from_user_id: __, to_user_id: ___, client_message_id, ...row },
      }: typeof alone) => ({
        ...row,
        hasKey: client_message_id !== null,
      });
      expect(shown(alone)).toEqual(shown(among));
    }
    const both = await kept(aiko, ben);
    expect(both).toEqual(await kept(cleo, dara));
    expect(both).toMatchObject({
      counts: [{ last_sequence: 4 }],
      seats: [{ unread_count: 0 }, { unread_count: 4 }],
    });
  });
});

describe('the short way stores nothing, and the long one judges, where', () => {
  const unordinary: Record<string, { come(): Promise<unknown>; code: number }> = {
    'the sender has blocked the recipient': {
      come: () => aiko.calls.blockUser({ userId: ben.userId }),
      code: 3002,
    },
    'the recipient has blocked the sender': {
      come: () => ben.calls.blockUser({ userId: aiko.userId }),
      code: 3002,
    },
    'the sender is banned': { come: () => ban(aiko), code: 3001 },
    'the recipient is banned': { come: () => ban(ben), code: 4002 },
  };
  const ban = (who: Persona) =>
    app.platform.pool.query('UPDATE users SET banned_at = $2 WHERE user_id = $1', [
      who.userId,
      app.clock.now(),
    ]);

  test.each(Object.entries(unordinary))('%s', async (_, { come, code }) => {
    await queue.send(draft(aiko, ben));
    await come();
    const before = await kept(aiko, ben);
    const refused = async () => {
      const { code: told } = await queue.send(draft(aiko, ben)).then(
        () => ({ code: null }),
        (error: { code: number }) => error,
      );
      expect(told).toBe(code);
    };
    expect(await statementsOf(refused)).toEqual(['send-chat-message', 'send-chat-messages']);
    expect(await kept(aiko, ben)).toEqual(before);
  });

  test('the key has been used', async () => {
    await queue.send(draft(aiko, ben));
    const again = draft(aiko, ben);
    const first = await queue.send(again);
    const before = await kept(aiko, ben);
    const repeated = await queue.send(again);
    expect(repeated).toMatchObject({
      isRepeated: true,
      message: { chat_message_id: first.message.chat_message_id },
    });
    expect(await kept(aiko, ben)).toEqual(before);
    // Somebody else's key is nobody's business.
    const theirs = () => queue.send(draft(ben, aiko, { clientMessageId: again.clientMessageId }));
    expect(await statementsOf(theirs)).toEqual(['send-chat-message']);
  });
});
