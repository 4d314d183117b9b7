import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { afterTest } from '#test/after-test';
import { openTestDatabase, type TestDatabase } from '#test/database';
import { createTestLog } from '#test/log';
import { openDatabase } from './database.ts';
import { migrate, migrationsFolder, readMigrations } from './migrate.ts';
import { StartupError } from './startup-error.ts';

const { log } = createTestLog();
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parlance-migrations-'));
  afterTest(async () => void rmSync(folder, { recursive: true }));
});

async function openOwnDatabase(): Promise<TestDatabase> {
  const database = await openTestDatabase();
  afterTest(async () => void (await database.close()));
  // Only the list of applied migrations conflicts in the copied template.
  await database.pool.query('DELETE FROM migrations');
  return database;
}

const write = (name: string, sql: string) => writeFileSync(join(folder, name), sql);

test('the project has migrations, and each has run on the database of the tests', async () => {
  const { pool, close } = await openTestDatabase();
  const { rows } = await pool.query('SELECT name FROM migrations ORDER BY name');
  await close();
  const names = readMigrations(migrationsFolder).map(({ name }) => name);
  expect(names[0]).toBe('0001-foundation.sql');
  expect(rows.map(({ name }) => name)).toEqual(names);
});

test('files run in order of their names, each once; one that comes later runs later', async () => {
  const { pool } = await openOwnDatabase();
  write('0001-first.sql', 'CREATE TABLE steps (n int); INSERT INTO steps VALUES (1);');
  write('0003-third.sql', 'INSERT INTO steps SELECT 10 * max(n) + 3 FROM steps;');
  expect(await migrate(pool, { log, folder })).toEqual({ applied: ['0001-first.sql', '0003-third.sql'] });
  write('0002-second.sql', 'INSERT INTO steps SELECT 10 * max(n) + 2 FROM steps;');
  expect(await migrate(pool, { log, folder })).toEqual({ applied: ['0002-second.sql'] });
  expect(await migrate(pool, { log, folder })).toEqual({ applied: [] });
  expect((await pool.query('SELECT n FROM steps ORDER BY n')).rows).toEqual([
    { n: 1 },
    { n: 13 },
    { n: 132 },
  ]);
});

test('a failing file leaves the database as it was and is named', async () => {
  const { pool } = await openOwnDatabase();
  write('0001-good.sql', 'CREATE TABLE good (n int);');
  write('0002-bad.sql', 'CREATE TABLE bad (n int); SELECT nonsense;');
  await expect(migrate(pool, { log, folder })).rejects.toThrow(
    'Migration 0002-bad.sql failed: column "nonsense"',
  );
  const { rows } = await pool.query(`SELECT to_regclass('good') AS good, to_regclass('bad') AS bad`);
  expect(rows).toEqual([{ good: null, bad: null }]);
});

test('a file that was edited after it had run is refused by name', async () => {
  const { pool } = await openOwnDatabase();
  write('0001-first.sql', 'CREATE TABLE once (n int);');
  await migrate(pool, { log, folder });
  write('0001-first.sql', 'CREATE TABLE once (n bigint);');
  await expect(migrate(pool, { log, folder })).rejects.toThrow(
    'Migration 0001-first.sql was changed after it had run',
  );
});

test('a database of another version is refused in one sentence that says what to do, and stays as it was', async () => {
  const { pool } = await openOwnDatabase();
  write('0001-first.sql', 'CREATE TABLE once (n int);');
  write('0002-second.sql', 'CREATE TABLE twice (n int);');
  await migrate(pool, { log, folder });
  // Simulates a database from before the first release: other files, and one rewritten under the same name.
  rmSync(join(folder, '0002-second.sql'));
  write('0001-first.sql', 'CREATE TABLE once (n bigint);');
  write('0003-third.sql', 'CREATE TABLE thrice (n int);');
  await expect(migrate(pool, { log, folder })).rejects.toThrow(
    new StartupError(
      'This database was made by another version of Parlance (it ran 0002-second.sql, which this one does not have): start that version, or begin anew with an empty DATA_DIR or database.',
    ),
  );
  expect((await pool.query(`SELECT to_regclass('thrice') AS thrice`)).rows).toEqual([{ thrice: null }]);
});

test('a node of the previous version starts on a database migrated by the next one', async () => {
  const { pool } = await openOwnDatabase();
  write('0001-first.sql', 'CREATE TABLE once (n int);');
  write('0002-newer.sql', 'CREATE TABLE twice (n int);');
  await migrate(pool, { log, folder });
  rmSync(join(folder, '0002-newer.sql'));
  expect(await migrate(pool, { log, folder })).toEqual({ applied: [] });
});

test('two files with one number and files with other names are refused', () => {
  write('0001-mine.sql', '');
  write('0001-yours.sql', '');
  expect(() => readMigrations(folder)).toThrow(
    'Migrations 0001-mine.sql and 0001-yours.sql have the same number.',
  );
  rmSync(join(folder, '0001-yours.sql'));
  write('notes.txt', '');
  expect(() => readMigrations(folder)).toThrow('notes.txt is not named like 0001-name.sql');
});

test('three nodes that start concurrently migrate once', async () => {
  const database = await openOwnDatabase();
  write('0001-slow.sql', 'CREATE TABLE runs (n int); SELECT pg_sleep(0.2); INSERT INTO runs VALUES (1);');
  const pools = await Promise.all(Array.from({ length: 3 }, () => poolOfAnotherNode(database)));
  const outcomes = await Promise.all(pools.map((pool) => migrate(pool, { log, folder })));
  expect(outcomes.map(({ applied }) => applied.length).toSorted()).toEqual([0, 0, 1]);
  expect((await database.pool.query('SELECT n FROM runs')).rows).toEqual([{ n: 1 }]);
});

async function poolOfAnotherNode({ databaseUrl, pool }: TestDatabase) {
  if (databaseUrl === null) return pool;
  const node = await openDatabase({ databaseUrl, dataDir: '', log });
  afterTest(async () => void (await node.close()));
  return node.pool;
}
