import { sql } from 'kysely';
import type { Tx } from '#platform/effects';
import { maskOfScopes } from './scopes.ts';

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
