import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { afterTest } from '#test/after-test';
import { copyTemplate } from '#test/database';
import { serveWire } from './embedded-wire.ts';

const idleTransactionMs = 300;
const folder = mkdtempSync(join(tmpdir(), 'parlance-wire-'));
let db: PGlite;
let wire: Awaited<ReturnType<typeof serveWire>>;

beforeAll(async () => {
  db = await PGlite.create({ dataDir: join(copyTemplate(), 'database') });
  wire = await serveWire(db, join(folder, '.s.PGSQL.5432'), idleTransactionMs);
});

afterAll(async () => {
  await wire.close();
  await db.close();
  rmSync(folder, { recursive: true });
});

async function connect() {
  const client = new pg.Client({ host: folder, user: 'postgres', database: 'postgres' });
  const errors: Error[] = [];
  client.on('error', (error) => errors.push(error));
  await client.connect();
  afterTest(async () => void (await client.end()));
  return Object.assign(client, { errors });
}

test('a query behind an open idle transaction waits until that transaction times out', async () => {
  const [inside, outside] = [await connect(), await connect()];
  await inside.query('CREATE TABLE IF NOT EXISTS kept (n int)');
  await inside.query('BEGIN');
  await inside.query('INSERT INTO kept VALUES (1)');
  expect((await outside.query('SELECT n FROM kept')).rows).toEqual([]);
  await expect(inside.query('SELECT 1')).rejects.toThrow();
  expect(inside.errors[0]?.message).toContain('is a query inside a transaction sent to the pool');
});

test('a transaction with regular statements is not timed out', async () => {
  const [inside, outside] = [await connect(), await connect()];
  await inside.query('BEGIN');
  const waiting = outside.query('SELECT 2 AS n');
  const until = performance.now() + 3 * idleTransactionMs;
  while (performance.now() < until) {
    await inside.query('SELECT 1');
    await new Promise((turn) => setTimeout(turn, idleTransactionMs / 10));
  }
  await inside.query('COMMIT');
  expect((await waiting).rows).toEqual([{ n: 2 }]);
});

test('a failed transaction stays with its connection until that rolls it back', async () => {
  const [failing, other] = [await connect(), await connect()];
  await failing.query('BEGIN');
  await expect(failing.query('SELECT nonsense')).rejects.toThrow('nonsense');
  const waiting = other.query('SELECT 1 AS n');
  await expect(failing.query('SELECT 1')).rejects.toThrow('current transaction is aborted');
  await failing.query('ROLLBACK');
  expect((await waiting).rows).toEqual([{ n: 1 }]);
});

test('closing a connection deallocates its prepared statements', async () => {
  const watcher = await connect();
  const prepared = async () =>
    (await watcher.query('SELECT count(*)::int AS n FROM pg_prepared_statements')).rows[0].n;
  const before = await prepared();
  const client = new pg.Client({ host: folder, user: 'postgres', database: 'postgres' });
  await client.connect();
  for (const name of ['one', 'two']) await client.query({ name, text: 'SELECT $1::int', values: [1] });
  expect(await prepared()).toBe(before + 2);
  await client.end();
  await vi.waitFor(async () => expect(await prepared()).toBe(before));
});
