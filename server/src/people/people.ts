import { ApiError } from '@parlance/contract/errors';
import type { BaseProfile } from '@parlance/contract/people';
import { type Kysely, sql } from 'kysely';
import type { Tx } from '#platform/effects';
import type { Tables } from '#tables.generated';

/** The public face of each person that exists. */
export async function loadBaseProfiles(db: Kysely<Tables>, userIds: string[]): Promise<Map<string, BaseProfile>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('users')
    .select(['user_id', 'created_at', 'name', 'description', 'profile_image_key', 'time_zone'])
    .where('user_id', 'in', [...new Set(userIds)])
    .execute();
  return new Map(
    rows.map((row) => [
      row.user_id,
      {
        userId: row.user_id,
        createdAt: row.created_at,
        name: row.name,
        description: row.description,
        profileImageUrl: row.profile_image_key === null ? null : `/media/${row.profile_image_key}`,
        timeZone: row.time_zone,
      },
    ]),
  );
}

/** Holds off a block between two people until the transaction ends; a block itself takes the lock alone. */
export async function lockPair(tx: Tx, userId: string, otherUserId: string, mode: 'shared' | 'alone' = 'shared') {
  const key = sql`pair_lock_key(${userId}::uuid, ${otherUserId}::uuid)`;
  await (mode === 'alone'
    ? sql`SELECT pg_advisory_xact_lock(${key})`
    : sql`SELECT pg_advisory_xact_lock_shared(${key})`
  ).execute(tx);
}

/** Refuses when either has blocked the other. Sound only after lockPair. */
export async function assertNotBlocked(tx: Tx, userId: string, otherUserId: string): Promise<void> {
  const block = await tx
    .selectFrom('user_blocks')
    .select('user_id')
    .where((eb) =>
      eb.or([
        eb.and([eb('user_id', '=', userId), eb('blocked_user_id', '=', otherUserId)]),
        eb.and([eb('user_id', '=', otherUserId), eb('blocked_user_id', '=', userId)]),
      ]),
    )
    .executeTakeFirst();
  if (block) throw new ApiError('UserIsBlocked');
}
