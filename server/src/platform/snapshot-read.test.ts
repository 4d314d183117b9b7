import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { workerDatabase } from '#test/database';
import { readSnapshot, readWalk } from './snapshot-read.ts';
import { joined, sql as plain, plainSql } from './statement.ts';

const count = sql<{ count: number }>`SELECT count(*) AS count FROM users`;

test('a statement is planned once and answers for each set of values', async () => {
  const database = await workerDatabase();
  const answers = await readSnapshot(database, [], async (snapshot) => {
    const found: unknown[] = [];
    for (const n of [1, 2, 3])
      found.push(...(await snapshot.read(sql<{ twice: number }>`SELECT ${n}::int * 2 AS twice`)));
    const kept = await snapshot.read(
      sql<{
        plans: number;
      }>`SELECT generic_plans::int AS plans FROM pg_prepared_statements WHERE statement LIKE '%AS twice'`,
    );
    return { found, kept };
  });
  expect(answers.found).toEqual([{ twice: 2 }, { twice: 4 }, { twice: 6 }]);
  expect(answers.kept).toEqual([{ plans: 3 }]);
});

test('refuses writes', async () => {
  const database = await workerDatabase();
  const writing = readSnapshot(database, [], (snapshot) => snapshot.read(sql`DELETE FROM users`));
  await expect(writing).rejects.toThrow('read-only transaction');
});

test('a failed read returns the connection with its own settings', async () => {
  const database = await workerDatabase();
  const failing = readSnapshot(database, ['seqscan'], async (snapshot) => {
    await snapshot.read(count);
    throw new Error('stop here');
  });
  await expect(failing).rejects.toThrow('stop here');
  const { rows } = await database.pool.query('SHOW enable_seqscan');
  expect(rows).toEqual([{ enable_seqscan: 'on' }]);
});

test('a walk is read-only with its own settings and does not affect other connections', async () => {
  const database = await workerDatabase();
  const settings = plain`SELECT current_setting('enable_sort') AS sort, current_setting('plan_cache_mode') AS plans`;
  const walking = [{ sort: 'off', plans: 'force_generic_plan' }];
  expect(await readWalk(database, settings)).toEqual(walking);
  await expect(readWalk(database, plain`DELETE FROM users`)).rejects.toThrow('read-only transaction');
  const { rows } = await database.pool.query(
    `SELECT current_setting('enable_sort') AS sort, current_setting('transaction_read_only') AS reading`,
  );
  expect(rows).toEqual([{ sort: 'on', reading: 'off' }]);
});

test('a composed statement sends every value as a parameter, in order', async () => {
  const database = await workerDatabase();
  const some = joined([plain`${1}::int`, plain`${2}::int`], ' + ');
  const query = plain<{
    sum: number;
    text: string;
  }>`SELECT ${some} AS sum, ${"'; DROP"}::text AS ${plainSql('text')}`;
  expect(query.compile()).toEqual({
    sql: 'SELECT $1::int + $2::int AS sum, $3::text AS text',
    parameters: [1, 2, "'; DROP"],
  });
  expect(await readWalk(database, query)).toEqual([{ sum: 3, text: "'; DROP" }]);
});
