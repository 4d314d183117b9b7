import type { Platform } from '#platform/platform';

/** What this slice and the languages keep about a person, for the person. */
export async function exportPeople({ db }: Platform, userId: string): Promise<Record<string, unknown>> {
  const languages = await db
    .selectFrom('user_languages')
    .select(['language_code as languageCode', 'learning', 'proficiency', 'created_at as createdAt'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
  const blockedUsers = await db
    .selectFrom('user_blocks')
    .select(['blocked_user_id as userId', 'created_at as createdAt'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
  return { languages, blockedUsers };
}
