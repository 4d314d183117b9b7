import { ApiError } from '@parlance/contract/errors';
import { isAdmin } from '#access/access';
import { transact } from '#platform/effects';
import type { Platform } from '#platform/platform';
import type { Caller } from '#platform/serve';
import { lockPair } from './people.ts';

/** Blocks a member. Concurrent sends and bookings of the pair wait for the lock and then see the block. */
export async function blockPerson(
  platform: Platform,
  { userId }: Caller,
  blockedUserId: string,
): Promise<void> {
  const other = await findOther(platform, userId, blockedUserId);
  if (other.banned_at) throw new ApiError('UserNotFound');
  if (isAdmin(platform, other)) {
    throw new ApiError('NotAllowed', { message: 'The admin cannot be blocked.' });
  }
  await transact(platform, async (tx) => {
    await lockPair(tx, userId, blockedUserId, 'alone');
    await tx
      .insertInto('user_blocks')
      .values({ user_id: userId, blocked_user_id: blockedUserId, created_at: platform.clock.now() })
      .onConflict((conflict) => conflict.columns(['user_id', 'blocked_user_id']).doNothing())
      .execute();
    return platform.effects.run(platform, tx, 'userBlocked', { userId, blockedUserId });
  });
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
