import { createServer } from 'node:net';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { afterTest } from '#test/after-test';
import { workerDatabase } from '#test/database';
import { createTestLog } from '#test/log';
import { openDatabase, prepared, transaction } from './database.ts';
import { toApiError } from './http.ts';
import { frame } from './wire-frames.ts';

const isServer = inject('databases').kind === 'postgres';

test('reads counts as numbers, dates as days and timestamps as UTC', async () => {
  const { pool } = await workerDatabase();
  const { rows } = await pool.query(`
    SELECT count(*) AS count, 9007199254740991::int8 AS largest, date '2030-03-31' AS day,
      timestamptz '2030-03-05T09:00:00.123Z' AS moment, current_setting('TimeZone') AS zone`);
  expect(rows[0]).toEqual({
    count: 1,
    largest: Number.MAX_SAFE_INTEGER,
    day: '2030-03-31',
    moment: new Date('2030-03-05T09:00:00.123Z'),
    zone: 'UTC',
  });
});

test('an int8 that a number cannot hold is an error, not another number', async () => {
  const { pool } = await workerDatabase();
  await expect(pool.query('SELECT 9007199254740993::int8')).rejects.toThrow('select it as text');
});

test('each connection has prepared statements of its own, and answers go to the one that asked', async () => {
  const { pool } = await workerDatabase();
  // Larger than a socket chunk, so that messages of other connections interleave.
  const large = 'x'.repeat(200_000);
  const ask = async (i: number) => {
    if (i % 3 === 0) {
      return (await pool.query('SELECT $1::int AS i, length($2::text) AS size', [i, large])).rows[0];
    }
    if (i % 3 === 1) return (await pool.query('SELECT $1::int AS i, $2::int AS size', [i, 1])).rows[0];
    return (await prepared(pool, 'same-name', 'SELECT $1::int AS i, 2 AS size', [i]))[0];
  };
  const answers = await Promise.all(Array.from({ length: 300 }, (_, i) => ask(i)));
  expect(answers).toEqual(answers.map((_, i) => ({ i, size: [large.length, 1, 2][i % 3] })));
});

test('a statement that fails leaves its connection usable, prepared or not', async () => {
  const { pool } = await workerDatabase();
  const divide = (by: number) => prepared(pool, 'divide', 'SELECT 6 / $1::int AS n', [by]);
  for (let round = 0; round < 15; round++) {
    await expect(divide(0)).rejects.toThrow('division by zero');
    expect(await divide(2)).toEqual([{ n: 3 }]);
  }
});

test('a transaction is seen whole or not at all, and its connection goes back to the pool', async () => {
  const { pool } = await workerDatabase();
  await pool.query('CREATE TABLE ledger (owner int, amount int)');
  afterTest(async () => void (await pool.query('DROP TABLE ledger')));
  const book = (owner: number) =>
    transaction(pool, async (client) => {
      await client.query('INSERT INTO ledger VALUES ($1, 1)', [owner]);
      if (owner % 2) throw new Error('changed my mind');
      await client.query('INSERT INTO ledger VALUES ($1, -1)', [owner]);
    });
  const outcomes = await Promise.allSettled(Array.from({ length: 60 }, (_, owner) => book(owner)));
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(30);
  const { rows } = await pool.query('SELECT count(*) AS count, sum(amount)::int AS sum FROM ledger');
  expect(rows[0]).toEqual({ count: 60, sum: 0 });
  expect(pool.idleCount).toBe(pool.totalCount);
});

test('a connection lost in a transaction rolls back and does not affect others', async () => {
  const { pool } = await workerDatabase();
  await pool.query('CREATE TABLE half_done (n int)');
  afterTest(async () => void (await pool.query('DROP TABLE half_done')));
  const cut = transaction(pool, async (client) => {
    await client.query('INSERT INTO half_done VALUES (1)');
    (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
    await client.query('INSERT INTO half_done VALUES (2)');
  });
  await expect(cut).rejects.toThrow();
  expect((await pool.query('SELECT count(*) AS count FROM half_done')).rows).toEqual([{ count: 0 }]);
});

/** Destroys the connection like a lost server. */
const cut = (client: object) =>
  (client as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => 'no failure',
    (error: unknown) => {
      const { statusCode, code, timeout } = toApiError(error);
      return { statusCode, code, timeout };
    },
  );
const comeBackSoon = { statusCode: 503, code: 7000, timeout: 5 };

test('a call that loses the database gets a retry time, and the next one a new connection', async () => {
  const { pool, db } = await workerDatabase();
  const asking = transaction(pool, async (client) => {
    cut(client);
    await client.query('SELECT 1');
  });
  expect(await failureOf(asking)).toEqual(comeBackSoon);
  const inUse = new Promise<object>((resolve) => pool.once('acquire', resolve));
  const committing = db.transaction().execute(async () => cut(await inUse));
  expect(await failureOf(committing)).toEqual(comeBackSoon);
  expect(await failureOf(pool.query('SELECT 1'))).toBe('no failure');
});

test('refused, lost and read-only connections count as unavailable, a wrong statement does not', async () => {
  const unreachable = new pg.Pool({ connectionString: 'postgres://127.0.0.1:1/parlance' });
  afterTest(async () => void (await unreachable.end()));
  expect(await failureOf(unreachable.query('SELECT 1'))).toEqual(comeBackSoon);
  const rude = createServer((socket) => socket.end());
  await new Promise<void>((done) => rude.listen(0, '127.0.0.1', done));
  afterTest(async () => void rude.close());
  const { port } = rude.address() as { port: number };
  const hungUp = new pg.Pool({ connectionString: `postgres://127.0.0.1:${port}/parlance` });
  afterTest(async () => void (await hungUp.end()));
  expect(await failureOf(hungUp.query('SELECT 1'))).toEqual(comeBackSoon);
  const { pool } = await workerDatabase();
  const reading = transaction(pool, (client) => client.query('DELETE FROM users'), 'BEGIN READ ONLY');
  expect(await failureOf(reading)).toEqual(comeBackSoon);
  expect(await failureOf(pool.query('SELECT 1 / 0'))).toMatchObject({ statusCode: 500, code: 7000 });
});

// The embedded database has no other process that could stop it.
if (isServer)
  test('a database that is shutting down counts as unavailable', async () => {
    const { pool } = await workerDatabase();
    const stopped = pool.query('SELECT pg_terminate_backend(pg_backend_pid())');
    expect(await failureOf(stopped)).toEqual(comeBackSoon);
  });

test('a server that does not answer is named without its password', async () => {
  const opening = openDatabase({
    databaseUrl: 'postgres://ann:hush-hush@127.0.0.1:1/parlance',
    dataDir: '',
    log: createTestLog().log,
  });
  await expect(opening).rejects.toThrow(
    'The database at postgres://127.0.0.1:1/parlance does not answer: connect ECONNREFUSED 127.0.0.1:1',
  );
});

/** Starts a server that reports version 14, after `silentFor` connections without a response. */
async function startOldServer({ silentFor = 0 } = {}): Promise<string> {
  let connections = 0;
  const server = createServer((socket) => {
    afterTest(async () => void socket.destroy());
    if (++connections <= silentFor) return;
    socket.once('data', () => {
      socket.write(Buffer.concat([frame('R', Buffer.alloc(4)), frame('Z', 'I')]));
      socket.on('data', (message) => {
        if (message.toString('latin1', 0, 1) === 'X') return socket.end();
        const column = Buffer.from(
          'server_version_num\0\0\0\0\0\0\0\0\0\0\x19\xff\xff\xff\xff\xff\xff\0\0',
          'latin1',
        );
        const row = Buffer.from('\0\x01\0\0\0\x06140012', 'latin1');
        const head = Buffer.from('\0\x01', 'latin1');
        socket.write(
          Buffer.concat([
            frame('T', Buffer.concat([head, column])),
            frame('D', row),
            frame('C', 'SHOW\0'),
            frame('Z', 'I'),
          ]),
        );
      });
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  afterTest(async () => void server.close());
  const { port } = server.address() as { port: number };
  return `postgres://127.0.0.1:${port}/old`;
}

test('a server older than Postgres 15 is refused in plain words', async () => {
  const databaseUrl = await startOldServer();
  const opening = openDatabase({ databaseUrl, dataDir: '', log: createTestLog().log });
  await expect(opening).rejects.toThrow('The database is Postgres 14; Parlance needs Postgres 15 or newer.');
});

test('a start retries after a timeout, a limited number of times', async () => {
  const open = async (silentFor: number) =>
    openDatabase({
      databaseUrl: await startOldServer({ silentFor }),
      dataDir: '',
      log: createTestLog().log,
      connectWithinMs: 600,
    });
  await expect(open(2)).rejects.toThrow('The database is Postgres 14');
  await expect(open(3)).rejects.toThrow('does not answer: Connection terminated due to connection timeout');
});
