import { expect, test } from 'vitest';
import { afterTest } from '#test/after-test';
import { openTestDatabase } from '#test/database';
import { shortenLog, tidyTables } from './embedded-upkeep.ts';

test('a table that has changed much loses its dead rows and gets statistics, others are left alone', async () => {
  const database = await openTestDatabase();
  afterTest(async () => void (await database.close()));
  const { pool } = database;
  await pool.query('CREATE TABLE busy (value integer)');
  await pool.query('CREATE TABLE quiet (value integer)');
  await pool.query('INSERT INTO busy SELECT generate_series(1, 3000)');
  await pool.query('INSERT INTO quiet SELECT generate_series(1, 900)');
  await pool.query('UPDATE busy SET value = value + 1');

  expect(await tidyTables(pool)).toEqual(['public.busy']);
  const { rows } = await pool.query(
    "SELECT relname, reltuples FROM pg_class WHERE relname IN ('busy', 'quiet') ORDER BY relname",
  );
  expect(rows).toEqual([
    { relname: 'busy', reltuples: 3000 },
    { relname: 'quiet', reltuples: -1 },
  ]);
  const before = await pageCount();
  await pool.query('UPDATE busy SET value = value + 1');
  expect(await pageCount()).toBe(before);

  expect(await tidyTables(pool)).toEqual(['public.busy']);
  expect(await tidyTables(pool)).toEqual([]);

  async function pageCount(): Promise<number> {
    const size = await pool.query<{ pages: number }>("SELECT pg_relation_size('busy') / 8192 AS pages");
    return size.rows[0]?.pages ?? 0;
  }
});

test('the write-ahead log is shortened once it has grown long, not before', async () => {
  const database = await openTestDatabase();
  afterTest(async () => void (await database.close()));
  const { pool } = database;
  await pool.query('CHECKPOINT');
  await pool.query('CREATE TABLE long (value text)');
  const logged = async () => {
    const { rows } = await pool.query<{ megabytes: number }>(`
      SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::float8 / 1048576 AS megabytes
      FROM pg_control_checkpoint()`);
    return rows[0]?.megabytes ?? 0;
  };
  while ((await logged()) < 60)
    await pool.query("INSERT INTO long SELECT repeat('x', 2000) FROM generate_series(1, 1000)");
  await shortenLog(pool);
  expect(await logged()).toBeGreaterThan(60);
  while ((await logged()) <= 64)
    await pool.query("INSERT INTO long SELECT repeat('x', 2000) FROM generate_series(1, 1000)");
  await shortenLog(pool);
  expect(await logged()).toBeLessThan(1);
});
