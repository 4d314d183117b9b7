import { expect, test } from 'vitest';
import { afterTest } from '#test/after-test';
import { openTestDatabase } from '#test/database';
import { tidyTables } from './embedded-upkeep.ts';

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
