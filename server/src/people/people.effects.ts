import type { Platform } from '#platform/platform';
import { refreshListing } from './listing/listing.ts';

export function peopleEffects(effects: Platform['effects']): void {
  for (const name of ['userListingChanged', 'userBanned', 'userUnbanned'] as const) {
    effects.on(name, (_platform, tx, { userId }) => refreshListing(tx, userId));
  }
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
