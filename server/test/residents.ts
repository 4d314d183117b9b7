import { newId } from '#platform/ids';
import type { Platform } from '#platform/platform';

export interface Resident {
  userId?: string;
  name?: string;
  description?: string;
  email?: string | null;
  interests?: string[];
  languages?: { languageCode: string; learning: boolean; proficiency: number }[];
  lastActiveAt?: Date;
  isBanned?: boolean;
  showsActivity?: boolean;
}

/** Inserts members directly, for tests that do not cover sign-up. Returns their ids. */
export async function settle(platform: Platform, residents: Resident[]): Promise<string[]> {
  const { db, clock, effects } = platform;
  const now = clock.now();
  return db.transaction().execute(async (tx) => {
    const userIds: string[] = [];
    for (const resident of residents) {
      const userId = resident.userId ?? newId(clock);
      userIds.push(userId);
      await tx
        .insertInto('users')
        .values({
          user_id: userId,
          created_at: now,
          updated_at: now,
          email: resident.email ?? null,
          name: resident.name ?? 'Resident',
          description: resident.description ?? 'Somebody who lives here.',
          interests: resident.interests ?? [],
          last_active_at: resident.lastActiveAt ?? now,
          shows_activity: resident.showsActivity ?? true,
          banned_at: resident.isBanned ? now : null,
        })
        .execute();
      const languages = resident.languages ?? [];
      if (languages.length > 0) {
        await tx
          .insertInto('user_languages')
          .values(
            languages.map(({ languageCode, learning, proficiency }, place) => ({
              user_id: userId,
              language_code: languageCode,
              learning,
              proficiency,
              created_at: new Date(now.getTime() + place),
            })),
          )
          .execute();
      }
      await effects.run(platform, tx, 'userListingChanged', { userId });
    }
    return userIds;
  });
}
