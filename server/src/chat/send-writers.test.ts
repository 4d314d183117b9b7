import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { type Community, type Persona, startCommunity } from '#test/personas';
import type { Draft } from './draft.ts';
import { createSendQueue } from './send-queue.ts';

/** Holds the lock of a pair, as a block in progress does. */
async function holdPair({ platform }: Community, one: Persona, other: Persona): Promise<() => Promise<void>> {
  const client = await platform.pool.connect();
  await client.query('BEGIN');
  await client.query('SELECT pg_advisory_xact_lock(pair_lock_key($1, $2))', [one.userId, other.userId]);
  return async () => {
    await client.query('COMMIT');
    client.release();
  };
}

const waitersOf = async ({ platform }: Community): Promise<number> =>
  (await platform.pool.query(`SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`)).rows.length;

const waitsForRow = `SELECT FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock' AND wait_event = 'transactionid'`;

const text = (from: Persona, to: Persona, content: string): Draft => ({
  ...{ fromUserId: from.userId, toUserId: to.userId, type: 'text', content },
  ...{ audioKey: null, durationMs: null, waveform: null, corrects: null, repliesTo: null, picture: null },
  ...{ clientMessageId: randomUUID(), payloadHash: Buffer.from(content) },
});

test('a message that waits for a lock holds up its sender and nobody else', async () => {
  const app = await startCommunity();
  const [aiko, ben, cleo, dara] = await Promise.all(
    ['aiko', 'ben', 'cleo', 'dara'].map((name) =>
      app.signUp(`${name}@example.org`, { name, description: 'Hi' }),
    ),
  );
  if (!aiko || !ben || !cleo || !dara) throw new Error('four people were asked for');
  const stored: string[] = [];
  const say = async (from: Persona, to: Persona, content: string) => {
    await from.calls.sendTextMessage({ userId: to.userId, content });
    stored.push(content);
  };

  const release = await holdPair(app, aiko, ben);
  const held = say(aiko, ben, 'first');
  await expect.poll(() => waitersOf(app)).toBe(1);
  const later = say(aiko, cleo, 'second');
  await say(cleo, dara, 'meanwhile');
  await say(dara, cleo, 'and back');
  expect(stored).toEqual(['meanwhile', 'and back']);

  await release();
  await Promise.all([held, later]);
  expect(stored.slice(2)).toEqual(['first', 'second']);
});

test('a message is numbered after the one that another node stores meanwhile', async () => {
  const { platform, signUp } = await startCommunity();
  const [aiko, ben] = [await signUp('aiko@example.org'), await signUp('ben@example.org')];
  const queue = createSendQueue(platform);
  await queue.send(text(aiko, ben, 'first'));
  const client = await platform.pool.connect();
  await client.query('BEGIN');
  await client.query('UPDATE conversations SET last_sequence = last_sequence + 1');
  const sent = queue.send(text(ben, aiko, 'third'));
  await expect.poll(async () => (await platform.pool.query(waitsForRow)).rows.length).toBe(1);
  await client.query('COMMIT');
  client.release();
  expect((await sent).message.sequence).toBe(3);
});

test('messages are written while everything else keeps the connections busy', async () => {
  const { platform, signUp } = await startCommunity();
  const [aiko, ben] = [await signUp('aiko@example.org'), await signUp('ben@example.org')];
  const taken = await Promise.all(
    Array.from({ length: platform.pool.options.max }, () => platform.pool.connect()),
  );
  const { message } = await createSendQueue(platform).send(text(aiko, ben, 'now'));
  expect(message).toMatchObject({ content: 'now', sequence: 1 });
  for (const client of taken) client.release();
});

test('a first message that meets one on another node waits without holding what the other needs', async () => {
  const { platform, signUp } = await startCommunity();
  const [aiko, ben] = [await signUp('aiko@example.org'), await signUp('ben@example.org')];
  const [promoting, other] = [await platform.pool.connect(), await platform.pool.connect()];
  const lockStanding = 'SELECT FROM contact_standing WHERE user_id = $1 FOR UPDATE';
  await platform.pool.query('INSERT INTO contact_standing (user_id) VALUES ($1)', [aiko.userId]);
  await promoting.query('BEGIN');
  await promoting.query(lockStanding, [aiko.userId]);
  const sent = createSendQueue(platform).send(text(aiko, ben, 'second'));
  await expect.poll(async () => (await platform.pool.query(waitsForRow)).rows.length).toBe(1);

  // The other node starts the conversation and is about to answer in it.
  const [low, high] = [aiko.userId, ben.userId].sort();
  await other.query(
    `INSERT INTO conversations (conversation_id, low_user_id, high_user_id, started_by_user_id, created_at, last_sequence)
     VALUES ($1, $2, $3, $4, now(), 1)`,
    [randomUUID(), low, high, aiko.userId],
  );
  await other.query('BEGIN');
  await other.query('SELECT FROM conversations FOR UPDATE');
  const { rows } = await other.query('SELECT pg_backend_pid() AS pid');
  await promoting.query('COMMIT');
  const blocked = 'SELECT FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))';
  await expect.poll(async () => (await platform.pool.query(blocked, [rows[0].pid])).rows.length).toBe(1);
  await other.query(`${lockStanding} NOWAIT`, [aiko.userId]);
  await other.query('COMMIT');
  expect((await sent).message.sequence).toBe(2);
  for (const client of [promoting, other]) client.release();
});

test.each([
  { what: 'an answered conversation', isAnswered: true },
  { what: 'a first message to be answered', isAnswered: false },
])(
  'a batch that meets $what of another node waits without holding its other conversations',
  async ({ isAnswered }) => {
    const { platform, signUp } = await startCommunity();
    const names = ['aiko', 'ben', 'cleo', 'dara'];
    const people = await Promise.all(names.map((name) => signUp(`${name}@example.org`)));
    const [aiko, ben, cleo, dara] = people as [Persona, Persona, Persona, Persona];
    const queue = createSendQueue(platform);
    await queue.send(text(aiko, ben, 'first'));
    const [reading, other] = [await platform.pool.connect(), await platform.pool.connect()];
    const lockFirst = 'SELECT FROM conversations WHERE conversation_id = $1 FOR UPDATE';
    const { rows: started } = await platform.pool.query('SELECT conversation_id FROM conversations');
    const firstId = started[0].conversation_id;
    await reading.query('BEGIN');
    await reading.query(lockFirst, [firstId]);
    const sent = Promise.all([queue.send(text(aiko, ben, 'second')), queue.send(text(cleo, dara, 'third'))]);
    await expect.poll(async () => (await platform.pool.query(waitsForRow)).rows.length).toBe(1);

    // The batch has looked for conversations to lock. The other node starts one and is about to write in it.
    const secondId = randomUUID();
    const [low, high] = [cleo.userId, dara.userId].sort();
    await other.query(
      `INSERT INTO conversations (conversation_id, low_user_id, high_user_id, started_by_user_id, created_at, answered_at, last_sequence)
     VALUES ($1, $2, $3, $4, now(), CASE WHEN $5 THEN now() END, 1)`,
      [secondId, low, high, dara.userId, isAnswered],
    );
    await other.query('BEGIN');
    await other.query('UPDATE conversations SET last_sequence = 2 WHERE conversation_id = $1', [secondId]);
    const { rows } = await other.query('SELECT pg_backend_pid() AS pid');
    await reading.query('COMMIT');
    const blocked = 'SELECT FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))';
    await expect.poll(async () => (await platform.pool.query(blocked, [rows[0].pid])).rows.length).toBe(1);
    await other.query(`${lockFirst} NOWAIT`, [firstId]);
    await other.query('COMMIT');
    expect((await sent).map(({ message }) => message.sequence)).toEqual([2, 3]);
    for (const client of [reading, other]) client.release();
  },
);
