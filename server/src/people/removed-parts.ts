import type { AfterCommit, Tx } from '#platform/effects';
import type { Platform } from '#platform/platform';

/** Removes a member's picture for an admin; null without one. The file is removed after the commit. */
export async function removePicture(platform: Platform, tx: Tx, userId: string): Promise<AfterCommit | null> {
  const user = await lockProfile(tx, userId);
  const key = user?.profile_image_key ?? null;
  if (key === null) return null;
  await tx
    .updateTable('users')
    .set({ profile_image_key: null, updated_at: platform.clock.now() })
    .where('user_id', '=', userId)
    .execute();
  const after = await platform.effects.run(platform, tx, 'userProfileChanged', { userId });
  return async () => {
    await after();
    await platform.files.remove(key);
  };
}

/** Empties a member's description, and on request the name, for an admin: the member is unlisted and led back to onboarding. */
export async function removeWords(
  platform: Platform,
  tx: Tx,
  userId: string,
  { withName }: { withName: boolean },
): Promise<AfterCommit | null> {
  const user = await lockProfile(tx, userId);
  if (!user || (user.description === '' && !(withName && user.name !== ''))) return null;
  await tx
    .updateTable('users')
    .set({ description: '', ...(withName && { name: '' }), updated_at: platform.clock.now() })
    .where('user_id', '=', userId)
    .execute();
  return platform.effects.run(platform, tx, 'userListingChanged', { userId });
}

async function lockProfile(tx: Tx, userId: string) {
  return await tx
    .selectFrom('users')
    .select(['profile_image_key', 'description', 'name'])
    .where('user_id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}
