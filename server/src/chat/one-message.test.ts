import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type Community, type Persona, startCommunity } from '#test/personas';
import type { Draft } from './draft.ts';
import { createSendQueue, type SendQueue } from './send-queue.ts';

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
  ...{ audioKey: null, durationMs: null, waveform: null, corrects: null, repliesTo: null, picture: null },
  ...{ clientMessageId: randomUUID(), payloadHash: Buffer.from('hi') },
  ...more,
});

/** The names of the send statements that a function runs. */
async function statementsOf(work: () => Promise<unknown>): Promise<unknown[]> {
  const asked = vi.spyOn(app.platform.reserved, 'query');
  await work();
  const names = asked.mock.calls.map(([given]) => (given as unknown as { name?: string }).name);
  asked.mockRestore();
  return names.filter((name) => name?.startsWith('send-chat'));
}

/** The stored messages of a pair, without their ids. */
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
        client_message_id IS NULL AS has_no_key, payload_hash, corrects_message_id, correction_kind, correction_note,
        replies_to_message_id, picture_key, picture_width, picture_height, edited_at, deleted_at, was_correction, created_at, updated_at, delivered_at, read_at,
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
    pushes:
      await read(`SELECT waiting.user_id, waiting.other_user_id, waiting.kind, waiting.revision, waiting.due_at, waiting.expires_at
      FROM waiting_pushes AS waiting JOIN conversations AS c ON c.conversation_id = waiting.subject_id
      WHERE c.low_user_id = least($1::uuid, $2) AND c.high_user_id = greatest($1::uuid, $2) ORDER BY waiting.user_id = $1 DESC`),
    activities: await read(`SELECT acted.user_id, acted.type, acted.created_at FROM user_activities AS acted
      JOIN chat_messages ON chat_message_id = user_activity_id
      WHERE from_user_id IN ($1, $2) AND to_user_id IN ($1, $2) ORDER BY sequence`),
  };
}

const addDevice = (who: Persona) =>
  app.platform.pool.query(
    `INSERT INTO push_devices (push_device_id, user_id, user_session_id, endpoint, endpoint_hash, p256dh, auth, created_at)
     SELECT $2, user_id, user_session_id, 'https://push.example.org', $3, '', '', $4 FROM user_sessions WHERE user_id = $1 LIMIT 1`,
    [who.userId, randomUUID(), Buffer.from(who.userId), app.clock.now()],
  );

const ban = (who: Persona) =>
  app.platform.pool.query('UPDATE users SET banned_at = $2 WHERE user_id = $1', [
    who.userId,
    app.clock.now(),
  ]);

test('a refused or repeated message of a batch takes no number in the conversation', async () => {
  const first = draft(aiko, ben);
  await queue.send(first);
  await queue.send(draft(ben, aiko));
  const other = { ...first, clientMessageId: randomUUID() };
  const reused = { ...other, payloadHash: Buffer.from('another') };
  await queue.send(other);
  const [, , sent] = await Promise.allSettled([
    queue.send(first),
    queue.send(reused),
    queue.send(draft(aiko, ben)),
    queue.send(draft(ben, aiko)),
  ]);
  expect(sent).toMatchObject({ value: { message: { sequence: 4 } } });
  expect(await kept(aiko, ben)).toMatchObject({
    messages: [{ sequence: 1 }, { sequence: 2 }, { sequence: 3 }, { sequence: 4 }, { sequence: 5 }],
    counts: [{ last_sequence: 5 }],
  });
});

test('several messages of a pair in a batch: the chat list of both shows the last one', async () => {
  await queue.send(draft(aiko, ben));
  await queue.send(draft(ben, aiko));
  const lines = ['one', 'two', 'three'].map((content) => queue.send(draft(aiko, ben, { content })));
  await Promise.all([...lines, queue.send(draft(ben, aiko, { content: 'four' }))]);
  expect(await kept(aiko, ben)).toMatchObject({ seats: [{ last_sequence: 6 }, { last_sequence: 6 }] });
  for (const { calls } of [aiko, ben]) {
    const { chats } = await calls.listChats({});
    expect(chats).toMatchObject([{ lastMessage: { content: 'four' } }]);
  }
});

test('a batch that the database refuses is sent one by one', async () => {
  const query = vi.spyOn(app.platform.reserved, 'query');
  query.mockRejectedValueOnce(Object.assign(new Error('a sender is gone'), { code: '23503' }) as never);
  const sent = await Promise.all([queue.send(draft(aiko, ben)), queue.send(draft(ben, cleo))]);
  query.mockRestore();
  expect(sent.map(({ message }) => message.from_user_id)).toEqual([aiko.userId, ben.userId]);
});

describe('a message alone in its batch', () => {
  test('is stored by send_message once the two have written to each other', async () => {
    const alone = () => queue.send(draft(aiko, ben));
    // Before an answer send_message stores nothing, and the text is searched for contact details between the two calls of send_messages.
    const long = ['send-chat-message', 'send-chat-messages', 'send-chat-messages'];
    expect(await statementsOf(alone)).toEqual(long);
    expect(await statementsOf(alone)).toEqual(long);
    const answer = () => queue.send(draft(ben, aiko));
    expect(await statementsOf(answer)).toEqual(['send-chat-message', 'send-chat-messages']);
    expect(await statementsOf(answer)).toEqual(['send-chat-message']);
    expect(await statementsOf(alone)).toEqual(['send-chat-message']);
    expect(await statementsOf(() => Promise.all([alone(), alone()]))).toEqual(['send-chat-messages']);
  });

  test('stores the same rows as in a batch', async () => {
    const dara = await app.signUp('dara@example.org');
    const voice = { audioKey: 'aa/voice', durationMs: 1200, waveform: Buffer.from([1, 50, 100]) };
    const quote = {
      ...{ quoted_user_id: ben.userId, quoted_type: 'text', quoted_excerpt: 'so', quoted_is_deleted: false },
    };
    const lines = [
      {},
      { clientMessageId: null },
      { type: 'voice', content: null, ...voice },
      { corrects: { chatMessageId: randomUUID(), kind: 'natural', note: 'More usual.' } },
      { corrects: { chatMessageId: randomUUID(), kind: 'mistake' } },
      { repliesTo: { chatMessageId: randomUUID(), ...quote } },
      { type: 'picture', content: null, picture: { key: 'aa/picture', width: 16, height: 9 } },
    ] satisfies Partial<Draft>[];
    for (const [one, other] of [
      [aiko, ben],
      [cleo, dara],
    ] as const) {
      await queue.send(draft(other, one));
      await queue.send(draft(one, other));
      await addDevice(other);
    }
    for (const line of lines) {
      app.clock.advance({ seconds: 1 });
      const [alone] = [await queue.send(draft(aiko, ben, line))];
      // Two sends in one tick form a batch; the second is in another conversation.
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
      counts: [{ last_sequence: 9 }],
      seats: [{ unread_count: 1 }, { unread_count: 8 }],
      // One row for all seven messages, and only for the member with a device.
      pushes: [{ user_id: 'other', other_user_id: 'one', kind: 'message', revision: 7 }],
    });
  });
});

describe('send_message stores nothing, and send_messages decides, where', () => {
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
    await queue.send(draft(ben, aiko));
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
    // The idempotency key of another sender does not match.
    const theirs = () => queue.send(draft(ben, aiko, { clientMessageId: again.clientMessageId }));
    expect(await statementsOf(theirs)).toEqual(['send-chat-message']);
  });
});

describe('alone and in a batch the same rules hold', () => {
  let earlier: Draft;
  let earlierId: string;
  beforeEach(async () => {
    earlier = draft(aiko, ben);
    earlierId = (await queue.send(earlier)).message.chat_message_id;
  });
  const changeEarlier = (change: string) =>
    app.platform.pool.query(`UPDATE chat_messages SET ${change} WHERE chat_message_id = $1`, [earlierId]);

  /** Uses up Aiko's daily limit of new conversations; the one with Ben counts too. */
  const startOthers = (count: number) =>
    app.platform.pool.query(
      `WITH others AS (
        INSERT INTO users (user_id, created_at, updated_at)
        SELECT gen_random_uuid(), $2, $2 FROM generate_series(1, $3) RETURNING user_id
      ) INSERT INTO conversations (conversation_id, low_user_id, high_user_id, started_by_user_id, created_at, is_counted)
      SELECT gen_random_uuid(), least(user_id, $1), greatest(user_id, $1), $1::uuid, $2, true FROM others`,
      [aiko.userId, app.clock.now(), count],
    );
  const block = (from: Persona, to: Persona) => from.calls.blockUser({ userId: to.userId });

  const ways: Record<string, (given: Draft) => Promise<{ isRepeated: boolean }>> = {
    alone: (given) => queue.send(given),
    'in a batch': async (given) => {
      const dara = await app.signUp('dara@example.org');
      const [sent] = await Promise.all([queue.send(given), queue.send(draft(cleo, dara))]);
      return sent;
    },
  };

  const rules: Record<string, { come?(): Promise<unknown>; given(): Draft; outcome: string }> = {
    'an ordinary message': { given: () => draft(aiko, ben), outcome: 'sent' },
    'an answer': { given: () => draft(ben, aiko), outcome: 'sent' },
    'a message without a key': { given: () => draft(aiko, ben, { clientMessageId: null }), outcome: 'sent' },
    'a first message': { given: () => draft(aiko, cleo), outcome: 'sent' },
    'the last first message of a day': {
      come: () => startOthers(48),
      given: () => draft(aiko, cleo),
      outcome: 'sent',
    },
    'one first message too many': {
      come: () => startOthers(49),
      given: () => draft(aiko, cleo),
      outcome: 'TooManyRequests',
    },
    'a sender who is gone': {
      come: () => app.platform.pool.query('DELETE FROM users WHERE user_id = $1', [aiko.userId]),
      given: () => draft(aiko, ben),
      outcome: 'SessionInvalid',
    },
    'a sender who is banned': {
      come: () => ban(aiko),
      given: () => draft(aiko, ben),
      outcome: 'UserBanned',
    },
    'a recipient who is banned': {
      come: () => ban(ben),
      given: () => draft(aiko, ben),
      outcome: 'UserNotFound',
    },
    'a recipient who does not exist': {
      given: () => draft(aiko, ben, { toUserId: randomUUID() }),
      outcome: 'UserNotFound',
    },
    'a recipient whom the sender blocked': {
      come: () => block(aiko, ben),
      given: () => draft(aiko, ben),
      outcome: 'UserIsBlocked',
    },
    'a recipient who blocked the sender': {
      come: () => block(ben, aiko),
      given: () => draft(aiko, ben),
      outcome: 'UserIsBlocked',
    },
    'a retry': { given: () => earlier, outcome: 'repeated' },
    'a retry after a block': { come: () => block(ben, aiko), given: () => earlier, outcome: 'repeated' },
    'a used key with another text': {
      given: () => ({ ...earlier, payloadHash: Buffer.from('bye') }),
      outcome: 'RequestDataInvalid',
    },
    'a used key for another recipient': {
      given: () => ({ ...earlier, toUserId: cleo.userId }),
      outcome: 'RequestDataInvalid',
    },
    'a retry of a message that was deleted': {
      come: () => changeEarlier('deleted_at = now(), content = NULL'),
      given: () => ({ ...earlier, payloadHash: Buffer.from('bye') }),
      outcome: 'repeated',
    },
    'the key of a deleted message for another recipient': {
      come: () => changeEarlier('deleted_at = now(), content = NULL'),
      given: () => ({ ...earlier, toUserId: cleo.userId }),
      outcome: 'RequestDataInvalid',
    },
    'a correction of a message that was deleted meanwhile': {
      come: () => changeEarlier('deleted_at = now(), content = NULL'),
      given: () => draft(ben, aiko, { corrects: { chatMessageId: earlierId, kind: 'mistake' } }),
      outcome: 'ResourceNotFound',
    },
    'a correction of a message that was edited meanwhile': {
      come: () => changeEarlier('edited_at = now()'),
      given: () => draft(ben, aiko, { corrects: { chatMessageId: earlierId, kind: 'mistake' } }),
      outcome: 'sent',
    },
    'the key of another sender': {
      given: () => draft(ben, aiko, { clientMessageId: earlier.clientMessageId }),
      outcome: 'sent',
    },
  };

  describe.each(Object.entries(ways))('%s', (_way, send) => {
    test.each(Object.entries(rules))('%s', async (_rule, { come, given, outcome }) => {
      await come?.();
      const told = await send(given()).then(
        ({ isRepeated }) => (isRepeated ? 'repeated' : 'sent'),
        ({ errorName }: { errorName: string }) => errorName,
      );
      expect(told).toBe(outcome);
    });
  });
});

test('the functions that nodes of 1.0.0 call send by the same rules', async () => {
  await queue.send(draft(aiko, ben));
  await queue.send(draft(ben, aiko));
  const { pool } = app.platform;
  const [ids, at] = [[randomUUID(), randomUUID(), randomUUID(), randomUUID()] as const, app.clock.now()];
  const one = await pool.query(
    `SELECT send_chat_message($1, $2, $3, 'text', 'hi', null, null, null, null, 'hi', $4) AS sequence`,
    [ids[0], aiko.userId, ben.userId, at],
  );
  expect(one.rows).toEqual([{ sequence: 3 }]);
  const batch = `$1::uuid[], $2::uuid[], $3::uuid[], '{text}', '{hi}', '{null}', '{null}', '{null}', '{null}', '{hi}', $4, 50, 15`;
  const together = await pool.query(`SELECT outcome, sequence FROM send_chat_messages(${batch})`, [
    ...[[ids[1]], [ben.userId], [aiko.userId], at],
  ]);
  expect(together.rows).toEqual([{ outcome: 'sent', sequence: 4 }]);
  const correction = await pool.query(
    `SELECT outcome, sequence FROM send_chat_corrections(${batch}, $5::uuid[], '{natural}', '{usual}')`,
    [[ids[2]], [ben.userId], [aiko.userId], at, [ids[0]]],
  );
  expect(correction.rows).toEqual([{ outcome: 'sent', sequence: 5 }]);
  expect(await kept(aiko, ben)).toMatchObject({
    messages: [
      ...[{}, {}, { correction_kind: null }, { correction_kind: null }],
      { corrects_message_id: ids[0], correction_kind: 'natural', correction_note: 'usual' },
    ],
    seats: [{ unread_count: 3 }, { unread_count: 2 }],
  });
  await ben.calls.blockUser({ userId: aiko.userId });
  const refused = await pool.query(`SELECT outcome FROM send_chat_messages(${batch})`, [
    ...[[ids[3]], [aiko.userId], [ben.userId], at],
  ]);
  expect(refused.rows).toEqual([{ outcome: 'blocked' }]);
});

test('a node of 1.0.0 cannot bring words back that were edited or deleted, nor correct what was deleted', async () => {
  const { pool } = app.platform;
  const first = draft(aiko, ben);
  const { chat_message_id: id } = (await queue.send(first)).message;
  const retry = async () => {
    const { rows } = await pool.query(
      `SELECT outcome FROM send_chat_messages($1, $2, $3, '{text}', '{hi}', null, null, null, $4, $5, now(), 50, 15)`,
      [[randomUUID()], [aiko.userId], [ben.userId], [first.clientMessageId], [first.payloadHash]],
    );
    return rows[0].outcome;
  };
  expect(await retry()).toBe('repeated');
  await pool.query('UPDATE chat_messages SET edited_at = now() WHERE chat_message_id = $1', [id]);
  expect(await retry()).toBe('key-reused');
  await pool.query(
    'UPDATE chat_messages SET edited_at = NULL, deleted_at = now(), content = NULL WHERE chat_message_id = $1',
    [id],
  );
  expect(await retry()).toBe('key-reused');
  const { rows } = await pool.query(
    `SELECT outcome FROM send_chat_corrections($1, $2, $3, '{text}', '{hi}', null, null, null, null, '{hi}', now(), 50, 15,
      $4, '{mistake}', null)`,
    [[randomUUID()], [ben.userId], [aiko.userId], [id]],
  );
  expect(rows).toEqual([{ outcome: 'unknown' }]);
});
