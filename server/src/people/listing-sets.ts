import { type Kysely, sql } from 'kysely';
import type { Tx } from '#platform/effects';
import type { Tables } from '#tables.generated';
import { maskOfScopes } from './scopes.ts';

const foldedAtOnce = 20_000;
/** Any number of our own: one node folds at a time. */
const foldLock = 4_004_002;

/** Adds what a change of one person's scopes means for the sets. Rows are only added, so nobody waits for anybody. */
export async function writeSetChanges(tx: Tx, before: number[], after: number[]): Promise<void> {
  const isSame = before.length === after.length && before.every((scope) => after.includes(scope));
  if (isSame) return;
  for (const [scopes, people] of [[before, -1] as const, [after, 1] as const]) {
    if (scopes.length === 0) continue;
    await sql`
      INSERT INTO listing_sets (scope, speaks, learns, people, is_change)
      SELECT scope, ${String(maskOfScopes(scopes, false))}, ${String(maskOfScopes(scopes, true))}, ${people}, true
      FROM unnest(${scopes}::smallint[]) AS scope`.execute(tx);
  }
}

/** Sums the changes up into single rows; a reader sees the same numbers before, during and after. */
export async function foldSets(db: Kysely<Tables>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const lock = await sql<{ isMine: boolean }>`
      SELECT pg_try_advisory_xact_lock(${foldLock}) AS "isMine"`.execute(tx);
    if (!lock.rows[0]?.isMine) return;
    await sql`
      WITH changed AS (
        SELECT DISTINCT scope, speaks, learns
        FROM (SELECT * FROM listing_sets WHERE is_change LIMIT ${foldedAtOnce}) AS changes
      ), gone AS (
        DELETE FROM listing_sets AS sets USING changed
        WHERE (sets.scope, sets.speaks, sets.learns) = (changed.scope, changed.speaks, changed.learns)
        RETURNING sets.*
      )
      INSERT INTO listing_sets (scope, speaks, learns, people, is_change)
      SELECT scope, speaks, learns, sum(people), false FROM gone
      GROUP BY scope, speaks, learns HAVING sum(people) <> 0`.execute(tx);
  });
}
