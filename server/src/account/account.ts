import type { Words } from '@parlance/words/words';
import { sql } from 'kysely';
import type { Tx } from '#platform/effects';
import type { Platform } from '#platform/platform';
import { wordsFor } from '#platform/reader-words';

export { readPreference, writePreference } from './preferences.ts';
export { readUnsubscribeToken, takesNotice, unsubscribeUrl, wantsNotice } from './unsubscribing.ts';

/** Takes the exclusive advisory lock of a member: messages from and to the member hold it shared, so it waits for those in flight. */
export async function lockPerson(tx: Tx, userId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(person_lock_key(${userId}::uuid))`.execute(tx);
}

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
