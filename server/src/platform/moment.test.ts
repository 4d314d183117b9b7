import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { workerDatabase } from '#test/database';
import { readMoment } from './moment.ts';

const count = sql<{ count: number }>`SELECT count(*) AS count FROM users`;

test('a statement is planned once and answers for each set of values', async () => {
  const database = await workerDatabase();
  const answers = await readMoment(database, [], async (moment) => {
    const found: unknown[] = [];
    for (const n of [1, 2, 3])
      found.push(...(await moment.read(sql<{ twice: number }>`SELECT ${n}::int * 2 AS twice`)));
    const kept = await moment.read(
      sql<{
        plans: number;
      }>`SELECT generic_plans::int AS plans FROM pg_prepared_statements WHERE statement LIKE '%AS twice'`,
    );
    return { found, kept };
  });
  expect(answers.found).toEqual([{ twice: 2 }, { twice: 4 }, { twice: 6 }]);
  expect(answers.kept).toEqual([{ plans: 3 }]);
});

test('nothing can be written in it', async () => {
  const database = await workerDatabase();
  const writing = readMoment(database, [], (moment) => moment.read(sql`DELETE FROM users`));
  await expect(writing).rejects.toThrow('read-only transaction');
});

test('after a failure the connection is good for others, with its own settings', async () => {
  const database = await workerDatabase();
  const failing = readMoment(database, ['seqscan'], async (moment) => {
    await moment.read(count);
    throw new Error('stop here');
  });
  await expect(failing).rejects.toThrow('stop here');
  const { rows } = await database.pool.query('SHOW enable_seqscan');
  expect(rows).toEqual([{ enable_seqscan: 'on' }]);
});
