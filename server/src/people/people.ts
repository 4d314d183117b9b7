import { ApiError } from '@parlance/contract/errors';
import type { UserLanguage } from '@parlance/contract/languages';
import type { BaseProfile, FullProfile } from '@parlance/contract/people';
import { type Kysely, type Selectable, sql } from 'kysely';
import { profileImageUrl } from '#account/account';
import { loadLanguages } from '#languages/languages';
import type { Tx } from '#platform/effects';
import type { Moment } from '#platform/moment';
import type { Platform } from '#platform/platform';
import type { Caller } from '#platform/serve';
import type { Tables } from '#tables.generated';

/** The columns of a person that everybody may see. */
const publicColumns = [
  'user_id',
  'created_at',
  'name',
  'description',
  'profile_image_key',
  'time_zone',
] as const;

/** The public face of each person that exists. */
export async function loadBaseProfiles(
  db: Kysely<Tables>,
  userIds: string[],
): Promise<Map<string, BaseProfile>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('users')
    .select(publicColumns)
    .where('user_id', '=', sql<string>`ANY(${userIds}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.user_id, toBaseProfile(row)]));
}

type PublicRow = Pick<Selectable<Tables['users']>, (typeof publicColumns)[number]>;

const toBaseProfile = (row: PublicRow): BaseProfile => ({
  userId: row.user_id,
  createdAt: row.created_at,
  name: row.name,
  description: row.description,
  profileImageUrl: profileImageUrl(row.profile_image_key),
  timeZone: row.time_zone,
});

interface Card extends FullProfile {
  lastActiveAt: Date | null;
  sharedInterests: number;
}

interface CardRow extends PublicRow {
  last_active_at: Date | null;
  shared_interests: number;
  languages: UserLanguage[] | null;
}

/** People as search shows them, in the order of the ids; of their interests only how many are among these. */
export async function loadCards(moment: Moment, userIds: string[], interests: string[]): Promise<Card[]> {
  if (userIds.length === 0) return [];
  const rows = await moment.read(sql<CardRow>`
    SELECT ${sql.join(publicColumns.map((column) => sql.ref(`person.${column}`)))}, last_active_at,
      (
        SELECT count(*) FROM unnest(person.interests) AS interest WHERE interest = ANY(${interests}::text[])
      ) AS shared_interests,
      (
        SELECT jsonb_agg(
          jsonb_build_object('languageCode', language_code, 'learning', learning, 'proficiency', proficiency)
          ORDER BY spoken.created_at, language_code
        ) FROM user_languages AS spoken WHERE spoken.user_id = person.user_id
      ) AS languages
    FROM unnest(${userIds}::uuid[]) WITH ORDINALITY AS wanted (user_id, place)
    JOIN users AS person USING (user_id) ORDER BY place`);
  return rows.map((row) => ({
    ...toBaseProfile(row),
    languages: row.languages ?? [],
    lastActiveAt: row.last_active_at,
    sharedInterests: row.shared_interests,
  }));
}

/** A person's page. Only somebody signed in hears whether they have blocked the person. */
export async function getProfileOf(
  { db }: Platform,
  caller: Caller | null,
  userId: string,
): Promise<FullProfile> {
  const row = await db
    .selectFrom('users')
    .select([...publicColumns, 'last_active_at'])
    .where('user_id', '=', userId)
    .where('banned_at', 'is', null)
    .executeTakeFirstOrThrow(() => new ApiError('UserNotFound'));
  return {
    ...toBaseProfile(row),
    languages: (await loadLanguages(db, [userId])).get(userId) ?? [],
    lastActiveAt: row.last_active_at,
    ...(caller && { isBlockedByUser: await hasBlocked(db, caller.userId, userId) }),
  };
}

async function hasBlocked(db: Kysely<Tables>, userId: string, blockedUserId: string): Promise<boolean> {
  const block = await db
    .selectFrom('user_blocks')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('blocked_user_id', '=', blockedUserId)
    .executeTakeFirst();
  return block !== undefined;
}

/** Holds off a block between two people until the transaction ends; a block itself takes the lock alone. */
export async function lockPair(
  tx: Tx,
  userId: string,
  otherUserId: string,
  mode: 'shared' | 'alone' = 'shared',
) {
  const key = sql`pair_lock_key(${userId}::uuid, ${otherUserId}::uuid)`;
  await (mode === 'alone'
    ? sql`SELECT pg_advisory_xact_lock(${key})`
    : sql`SELECT pg_advisory_xact_lock_shared(${key})`
  ).execute(tx);
}

/** Refuses when either has blocked the other. Sound only after lockPair. */
export async function assertNotBlocked(tx: Tx, userId: string, otherUserId: string): Promise<void> {
  const block = await tx
    .selectFrom('user_blocks')
    .select('user_id')
    .where((eb) =>
      eb.or([
        eb.and([eb('user_id', '=', userId), eb('blocked_user_id', '=', otherUserId)]),
        eb.and([eb('user_id', '=', otherUserId), eb('blocked_user_id', '=', userId)]),
      ]),
    )
    .executeTakeFirst();
  if (block) throw new ApiError('UserIsBlocked');
}
