import { sql } from 'kysely';
import type { Platform } from '#platform/platform';
import { refreshListing } from './listing/listing.ts';

export function peopleEffects(effects: Platform['effects']): void {
  for (const name of ['userListingChanged', 'userBanned', 'userUnbanned'] as const) {
    effects.on(name, (_platform, tx, { userId }) => refreshListing(tx, userId));
  }
  effects.on('userBlocked', async (_platform, tx, { userId, blockedUserId }) => {
    await sql`
      DELETE FROM saved_people WHERE user_id = ${userId} AND saved_user_id = ${blockedUserId}
        OR user_id = ${blockedUserId} AND saved_user_id = ${userId}`.execute(tx);
  });
  effects.on('userDeleted', async (platform, tx, { userId }) => {
    const user = await tx
      .selectFrom('users')
      .select('profile_image_key')
      .where('user_id', '=', userId)
      .executeTakeFirst();
    const key = user?.profile_image_key ?? null;
    return key === null ? undefined : () => platform.files.remove(key);
  });
}
