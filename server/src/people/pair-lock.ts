import { sql } from 'kysely';
import type { Tx } from '#platform/effects';

/** Locks a pair shared, against a block, until the transaction ends; a block takes the lock exclusively. */
export async function lockPair(
  tx: Tx,
  userId: string,
  otherUserId: string,
  mode: 'shared' | 'alone' = 'shared',
) {
  const key = sql`pair_lock_key(${userId}::uuid, ${otherUserId}::uuid)`;
  await (mode === 'alone'
    ? sql`SELECT pg_advisory_xact_lock(${key})`
    : sql`SELECT pg_advisory_xact_lock_shared(${key})`
  ).execute(tx);
}
