import type { PayloadOf } from '@parlance/contract/endpoint';
import { ApiError } from '@parlance/contract/errors';
import {
  type createLanguage,
  type LanguageCode,
  languageOf,
  type UserLanguage,
} from '@parlance/contract/languages';
import type { Words } from '@parlance/words/words';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '#domain/tables.generated';
import { type Tx, transact } from '#platform/effects';
import type { Platform } from '#platform/platform';
import { refuseOver } from '#platform/rate-limit';
import type { Caller } from '#platform/serve';

/** The name of a language in the reader's language. English names come from the catalogue. */
export function languageNameIn(words: Words, code: string): string {
  const name = languageOf(code)?.name ?? code;
  return words.locale === 'en' ? name : words.languageName(code);
}

/** Adds or updates a language; its position stays. */
export async function saveLanguage(
  platform: Platform,
  { userId }: Caller,
  { languageCode, target, proficiency, isNative }: PayloadOf<typeof createLanguage>,
): Promise<void> {
  await changeLanguages(platform, userId, async (tx) => {
    // At least a microsecond after the latest: languages added in the same moment keep their order.
    const createdAt = sql<Date>`greatest(
      ${platform.clock.now()}::timestamptz,
      (SELECT max(created_at) + interval '1 microsecond' FROM user_languages WHERE user_id = ${userId})
    )`;
    await tx
      .insertInto('user_languages')
      .values({
        user_id: userId,
        language_code: languageCode,
        learning: target,
        proficiency,
        is_native: isNative ?? null,
        created_at: createdAt,
      })
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'language_code']).doUpdateSet({
          learning: target,
          proficiency,
          // Kysely skips undefined values: clients of 1.0.0 do not send the field, and the stored value stays.
          is_native: target ? null : isNative,
        }),
      )
      .execute();
  });
}

/** Removes a language. Idempotent. */
export async function removeLanguage(
  platform: Platform,
  { userId }: Caller,
  languageCode: LanguageCode,
): Promise<void> {
  await changeLanguages(platform, userId, async (tx) => {
    await tx
      .deleteFrom('user_languages')
      .where('user_id', '=', userId)
      .where('language_code', '=', languageCode)
      .execute();
  });
}

/** The languages of each member in order of creation; a member without any is absent from the map. */
export async function loadLanguages(
  db: Kysely<Tables>,
  userIds: string[],
): Promise<Map<string, UserLanguage[]>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('user_languages')
    .select(['user_id', 'language_code', 'learning', 'proficiency', 'is_native'])
    .where('user_id', '=', sql<string>`ANY(${userIds}::uuid[])`)
    .orderBy('created_at')
    .orderBy('language_code')
    .execute();
  const languages = new Map<string, UserLanguage[]>();
  for (const { user_id, language_code, learning, proficiency, is_native } of rows) {
    const own = languages.get(user_id) ?? [];
    const languageCode = language_code as LanguageCode;
    own.push({ languageCode, learning, proficiency, isNative: is_native });
    languages.set(user_id, own);
  }
  return languages;
}

/** The languages of one member; unknown or banned members answer as not found. */
export async function listLanguagesOf({ db }: Platform, userId: string): Promise<UserLanguage[]> {
  await db
    .selectFrom('users')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('banned_at', 'is', null)
    .executeTakeFirstOrThrow(() => new ApiError('UserNotFound'));
  return (await loadLanguages(db, [userId])).get(userId) ?? [];
}

// A burst of four times all languages, refilled within an hour.
const languageChanges = { burst: 200, perSecond: 200 / 3600 };

/** Serialises language changes of one member: concurrent ones would each announce a list without the other. */
async function changeLanguages(platform: Platform, userId: string, change: (tx: Tx) => Promise<void>) {
  refuseOver(await platform.limits.takeToken({ key: `languages:${userId}`, ...languageChanges }));
  await transact(platform, async (tx) => {
    await tx
      .selectFrom('users')
      .select('user_id')
      .where('user_id', '=', userId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow(() => new ApiError('SessionInvalid'));
    await change(tx);
    return platform.effects.run(platform, tx, 'userListingChanged', { userId });
  });
}
