import { sql } from 'kysely';
import type { Tx } from '#platform/effects';
import type { Platform } from '#platform/platform';

/** Returns the ids of the member's passkeys, as an undo restores them. */
export async function livePasskeyIds(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('passkeys')
    .select('passkey_id')
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .execute();
  return rows.map((row) => row.passkey_id);
}

/**
 * Restores the passkeys of before a change. Rows of nodes of an earlier release do not state them: the next row that does states the same
 * set, because those nodes change none.
 */
export async function restorePasskeys(
  { clock }: Platform,
  tx: Tx,
  userId: string,
  changeNumber: number,
): Promise<void> {
  const stated = await tx
    .selectFrom('way_in_changes')
    .select('passkey_ids')
    .where('user_id', '=', userId)
    .where('number', '>=', changeNumber)
    .where('passkey_ids', 'is not', null)
    .orderBy('number')
    .limit(1)
    .executeTakeFirst();
  if (!stated) return;
  const isOfThen = sql<boolean>`passkey_id = ANY(${stated.passkey_ids}::uuid[])`;
  await tx
    .updateTable('passkeys')
    .set({ removed_at: sql`CASE WHEN ${isOfThen} THEN NULL ELSE coalesce(removed_at, ${clock.now()}) END` })
    .where('user_id', '=', userId)
    .execute();
}

/** Deletes passkeys that were removed so long ago that no undo link can restore them. */
export async function purgeRemovedPasskeys(db: Platform['db'], tooOld: Date): Promise<void> {
  await db.deleteFrom('passkeys').where('removed_at', '<=', tooOld).execute();
}
