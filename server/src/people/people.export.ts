import { inCamelCase } from '#platform/database';
import type { Platform } from '#platform/platform';

export async function exportPeople({ db }: Platform, userId: string): Promise<Record<string, unknown>> {
  const rows = inCamelCase(db);
  const languages = await rows
    .selectFrom('user_languages')
    .select(['language_code', 'learning', 'proficiency', 'is_native', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
  const blockedUsers = await rows
    .selectFrom('user_blocks')
    .select(['blocked_user_id as userId', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
  const savedUsers = await rows
    .selectFrom('saved_people')
    .select(['saved_user_id as userId', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
  return { languages, blockedUsers, savedUsers };
}
