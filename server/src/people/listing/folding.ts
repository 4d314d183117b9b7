import { type Kysely, sql } from 'kysely';
import type { Tables } from '#domain/tables.generated';
import type { Platform } from '#platform/platform';

/** The tables of numbers that search keeps, each with the columns that its numbers are for. Changes are rows of their own. */
const sums = {
  listing_counts: ['scope', 'gram', 'low', 'high'],
  listing_sets: ['scope', 'speaks', 'learns'],
} as const;

const foldEverySeconds = 15;
const foldedAtOnce = 20_000;
/** Key of the advisory lock under which one node folds at a time; any number that nothing else locks. */
const foldLock = 4_004_001;

/** Keeps the sums of the search short, whatever is added to them meanwhile. */
export function peopleJobs({ jobs, db }: Platform): void {
  jobs.every(foldEverySeconds, 'fold the sums of the search', () => foldChanges(db));
}

/** Sums the changes up into single rows; a reader sees the same numbers before, during and after. */
export async function foldChanges(db: Kysely<Tables>): Promise<void> {
  for (const [table, key] of Object.entries(sums)) await foldTable(db, table, key);
}

async function foldTable(db: Kysely<Tables>, table: string, key: readonly string[]): Promise<void> {
  const rows = sql.table(table);
  const columns = (of?: string) => sql.join(key.map((column) => sql.ref(of ? `${of}.${column}` : column)));
  await db.transaction().execute(async (tx) => {
    const lock = await sql<{ isMine: boolean }>`
      SELECT pg_try_advisory_xact_lock(${foldLock}) AS "isMine"`.execute(tx);
    if (!lock.rows[0]?.isMine) return;
    await sql`
      WITH changed AS (
        SELECT DISTINCT ${columns()} FROM (SELECT * FROM ${rows} WHERE is_change LIMIT ${foldedAtOnce}) AS changes
      ), gone AS (
        DELETE FROM ${rows} AS sums USING changed
        WHERE (${columns('sums')}) = (${columns('changed')})
        RETURNING sums.*
      )
      INSERT INTO ${rows} (${columns()}, people, is_change)
      SELECT ${columns()}, sum(people), false FROM gone
      GROUP BY ${columns()} HAVING sum(people) <> 0`.execute(tx);
  });
}
