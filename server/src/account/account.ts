import type { Words } from '@parlance/words/words';
import type { Platform } from '#platform/platform';
import { wordsFor } from '#platform/reader-words';

export { endAccount } from './deletion.ts';
export { lockPerson } from './person-lock.ts';
export { readPreference, writePreference } from './preferences.ts';
export { readUnsubscribeToken, takesNotice, unsubscribeUrl, wantsNotice } from './unsubscribing.ts';

/** Returns the translations in a member's language. */
export async function wordsOfPerson(platform: Platform, userId: string): Promise<Words> {
  const person = await platform.db
    .selectFrom('users')
    .select('locale')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return wordsFor(platform, person?.locale ?? null);
}

export const profileImageUrl = (key: string | null): string | null => (key === null ? null : `/media/${key}`);
