import type { CorrectMe } from '@parlance/contract/corrections';
import { ApiError } from '@parlance/contract/errors';
import type { BaseProfile, FullProfile, SearchFilters } from '@parlance/contract/people';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '#domain/tables.generated';
import { loadLanguages } from '#languages/languages';
import type { Platform } from '#platform/platform';
import type { Caller } from '#platform/serve';
import { lookUpRecord, readAnswering } from '#trust/trust';
import { meetNow } from './meeting.ts';
import { lockPair } from './pair-lock.ts';
import { publicColumns, toBaseProfile, toMinute } from './profile/public-profile.ts';
import { themesOfBoth } from './profile/shared-interests.ts';
import { searchPeople } from './search/search.ts';

export { blockInTransaction, refuseUnblockable } from './blocking.ts';
export { removePicture, removeWords } from './removed-parts.ts';
export { lockPair };

/** Public profiles by id; missing members are absent. */
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

/**
 * A member's page. Only members see whether they have blocked the person. Activity and answering time are hidden if the person hides them
 * or either has blocked the other.
 */
export async function getProfileOf(
  platform: Platform,
  caller: Caller | null,
  userId: string,
): Promise<FullProfile> {
  const { db, clock } = platform;
  const row = await db
    .selectFrom('users')
    .select([...publicColumns, 'last_active_at', 'correct_me', 'shows_activity'])
    .where('user_id', '=', userId)
    .where('banned_at', 'is', null)
    .executeTakeFirstOrThrow(() => new ApiError('UserNotFound'));
  const blockers = caller ? await blockersOf(db, caller.userId, userId) : [];
  const isOwn = caller?.userId === userId;
  const isShown = row.shows_activity && blockers.length === 0;
  const now = clock.now();
  return {
    ...toBaseProfile(row),
    languages: (await loadLanguages(db, [userId])).get(userId) ?? [],
    lastActiveAt: isOwn ? row.last_active_at : isShown ? toMinute(row.last_active_at) : null,
    correctMe: row.correct_me as CorrectMe,
    sessions: (await lookUpRecord(platform, userId, now)).sessions,
    answersWithin: isShown ? await readAnswering(platform, userId, now) : null,
    ...(caller && {
      isBlockedByUser: blockers.includes(caller.userId),
      thanks: await countThanks(db, userId, caller.userId, now),
    }),
    ...(caller && !isOwn && { isSaved: await isSavedBy(db, caller.userId, userId) }),
    ...(caller && !isOwn && (await meetNow(db, [caller.userId, userId], now)) && { meetsUser: true }),
  };
}

/** Whether search does not show the member for now. */
export async function isPaused({ db }: Pick<Platform, 'db'>, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('paused_until')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return Boolean(row?.paused_until);
}

async function isSavedBy(db: Kysely<Tables>, userId: string, savedUserId: string): Promise<boolean> {
  const row = await db
    .selectFrom('saved_people')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('saved_user_id', '=', savedUserId)
    .executeTakeFirst();
  return row !== undefined;
}

/** The number of thanks that the viewer can read. */
async function countThanks(db: Kysely<Tables>, userId: string, viewerId: string, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM shown_thanks(${userId}, ${viewerId}, ${now})`.execute(db);
  return rows[0]?.count ?? 0;
}

export const searchAsVisitor = (platform: Platform, filters: SearchFilters) =>
  platform.replica.read(platform, (source) => searchPeople(source, null, filters));

/** The ids of those of the two who have blocked the other. */
async function blockersOf(db: Kysely<Tables>, userId: string, otherUserId: string): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    SELECT user_id FROM blocks_between(${userId}, ${otherUserId})`.execute(db);
  return rows.map(({ user_id }) => user_id);
}

/** Whether either has blocked the other. Stable only after lockPair. */
export async function areBlocked(db: Kysely<Tables>, userId: string, otherUserId: string): Promise<boolean> {
  return (await blockersOf(db, userId, otherUserId)).length > 0;
}

/** The themes of a member's interests and which the other shares; single interests are never compared. */
export async function compareThemes(
  db: Kysely<Tables>,
  userId: string,
  otherUserId: string,
): Promise<ReturnType<typeof themesOfBoth>> {
  const rows = await db
    .selectFrom('users')
    .select(['user_id', 'interests'])
    .where('user_id', 'in', [userId, otherUserId])
    .execute();
  const interestsOf = (id: string) => rows.find(({ user_id }) => user_id === id)?.interests ?? [];
  return themesOfBoth(interestsOf(userId), interestsOf(otherUserId));
}
