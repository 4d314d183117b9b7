import { ApiError } from '@parlance/contract/errors';
import type { BaseProfile, FullProfile } from '@parlance/contract/people';
import { type Kysely, sql } from 'kysely';
import { profileImageUrl } from '#account/account';
import { loadLanguages } from '#languages/languages';
import type { Tx } from '#platform/effects';
import type { Platform } from '#platform/platform';
import type { Caller } from '#platform/serve';
import type { Tables } from '#tables.generated';

/** The public face of each person that exists. */
export async function loadBaseProfiles(
  db: Kysely<Tables>,
  userIds: string[],
): Promise<Map<string, BaseProfile>> {
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
        profileImageUrl: profileImageUrl(row.profile_image_key),
        timeZone: row.time_zone,
      },
    ]),
  );
}

/** Refuses an id that nobody has, or somebody who is banned: to others they are not there. */
export async function assertUserExists(db: Kysely<Tables>, userId: string): Promise<void> {
  await db
    .selectFrom('users')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('banned_at', 'is', null)
    .executeTakeFirstOrThrow(() => new ApiError('UserNotFound'));
}

/** A person's page. Only somebody signed in hears whether they have blocked the person. */
export async function getProfileOf(
  { db }: Platform,
  caller: Caller | null,
  userId: string,
): Promise<FullProfile> {
  const { last_active_at } = await db
    .selectFrom('users')
    .select('last_active_at')
    .where('user_id', '=', userId)
    .where('banned_at', 'is', null)
    .executeTakeFirstOrThrow(() => new ApiError('UserNotFound'));
  const profile = (await loadBaseProfiles(db, [userId])).get(userId);
  if (!profile) throw new ApiError('UserNotFound');
  return {
    ...profile,
    languages: (await loadLanguages(db, [userId])).get(userId) ?? [],
    lastActiveAt: last_active_at,
    ...(caller && { isBlockedByUser: await hasBlocked(db, caller.userId, userId) }),
  };
}

async function hasBlocked(db: Kysely<Tables>, userId: string, blockedUserId: string): Promise<boolean> {
  const block = await db
    .selectFrom('user_blocks')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('blocked_user_id', '=', blockedUserId)
    .executeTakeFirst();
  return block !== undefined;
}

/** Holds off a block between two people until the transaction ends; a block itself takes the lock alone. */
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
