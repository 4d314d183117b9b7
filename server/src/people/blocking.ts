import type { PayloadOf, ResultOf } from '@parlance/contract/endpoint';
import { ApiError } from '@parlance/contract/errors';
import type { listBlockedUsers } from '@parlance/contract/people-lists';
import { listLimitDefault } from '@parlance/contract/text';
import { sql } from 'kysely';
import { isAdmin } from '#access/access';
import { profileImageUrl } from '#account/account';
import { type AfterCommit, type Tx, transact } from '#platform/effects';
import type { Platform } from '#platform/platform';
import type { Caller } from '#platform/serve';
import { lockPair } from './pair-lock.ts';

/** Blocks a member. Concurrent sends and bookings of the pair wait for the lock and then see the block. */
export async function blockPerson(
  platform: Platform,
  { userId }: Caller,
  blockedUserId: string,
): Promise<void> {
  await refuseUnblockable(platform, userId, blockedUserId);
  await transact(platform, (tx) => blockInTransaction(platform, tx, userId, blockedUserId));
}

/** The same in a transaction of the caller, who runs the returned work after its commit. */
export async function blockInTransaction(
  platform: Platform,
  tx: Tx,
  userId: string,
  blockedUserId: string,
): Promise<AfterCommit> {
  await lockPair(tx, userId, blockedUserId, 'alone');
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('user_blocks')
    .values({ user_id: userId, blocked_user_id: blockedUserId, created_at: platform.clock.now() })
    .onConflict((conflict) => conflict.columns(['user_id', 'blocked_user_id']).doNothing())
    .executeTakeFirst();
  // A repeat would renew a penalty that was purged or cleared since.
  if (numInsertedOrUpdatedRows === 0n) return async () => {};
  return platform.effects.run(platform, tx, 'userBlocked', { userId, blockedUserId });
}

/** Throws for oneself, an unknown or banned member, and an admin. */
export async function refuseUnblockable(
  platform: Platform,
  userId: string,
  blockedUserId: string,
): Promise<void> {
  const other = await findOther(platform, userId, blockedUserId);
  if (other.banned_at) throw new ApiError('UserNotFound');
  if (isAdmin(platform, other)) {
    throw new ApiError('NotAllowed', { message: 'The admin cannot be blocked.' });
  }
}

/** Removes the caller's own block; a block in the other direction stays. */
export async function unblockPerson(
  platform: Platform,
  { userId }: Caller,
  blockedUserId: string,
): Promise<void> {
  await findOther(platform, userId, blockedUserId);
  await transact(platform, async (tx) => {
    await lockPair(tx, userId, blockedUserId, 'alone');
    const { numDeletedRows } = await tx
      .deleteFrom('user_blocks')
      .where('user_id', '=', userId)
      .where('blocked_user_id', '=', blockedUserId)
      .executeTakeFirst();
    if (numDeletedRows === 0n) return null;
    return platform.effects.run(platform, tx, 'userUnblocked', { userId, blockedUserId });
  });
}

/** The people whom the caller has blocked, most recent first. Count and page are one statement, hence one snapshot. */
export async function listBlocked(
  { db }: Platform,
  { userId }: Caller,
  { limit = listLimitDefault, offset = 0 }: PayloadOf<typeof listBlockedUsers>,
): Promise<ResultOf<typeof listBlockedUsers>> {
  interface Row {
    count: number;
    user_id: string | null;
    name: string;
    profile_image_key: string | null;
    blocked_at: Date;
  }
  const blocked = sql`
    FROM user_blocks AS block JOIN users AS person ON person.user_id = block.blocked_user_id
    WHERE block.user_id = ${userId} AND person.banned_at IS NULL`;
  const { rows } = await sql<Row>`
    SELECT * FROM (SELECT count(*) AS count ${blocked}) AS total LEFT JOIN (
      SELECT person.user_id, person.name, person.profile_image_key, block.created_at AS blocked_at ${blocked}
      ORDER BY block.created_at DESC, block.blocked_user_id LIMIT ${limit} OFFSET ${offset}
    ) AS page ON true ORDER BY blocked_at DESC, user_id`.execute(db);
  return {
    count: rows[0]?.count ?? 0,
    users: rows.flatMap(({ user_id, name, profile_image_key, blocked_at }) =>
      user_id === null
        ? []
        : [
            {
              userId: user_id,
              name,
              profileImageUrl: profileImageUrl(profile_image_key),
              blockedAt: blocked_at,
            },
          ],
    ),
  };
}

async function findOther({ db }: Platform, userId: string, otherUserId: string) {
  if (userId === otherUserId) {
    throw new ApiError('RequestDataInvalid', { fields: { userId: 'This is you' } });
  }
  return db
    .selectFrom('users')
    .select(['email', 'admin_since', 'banned_at'])
    .where('user_id', '=', otherUserId)
    .executeTakeFirstOrThrow(() => new ApiError('UserNotFound'));
}
