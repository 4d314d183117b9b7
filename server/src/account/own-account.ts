import type { DailyGoal, Locale, User } from '@parlance/contract/account';
import type { updateUser } from '@parlance/contract/account-care';
import { nameHoldsContact } from '@parlance/contract/contact';
import type { CorrectMe } from '@parlance/contract/corrections';
import type { PayloadOf } from '@parlance/contract/endpoint';
import { ApiError } from '@parlance/contract/errors';
import { sql } from 'kysely';
import { isAdmin, storeTimeZone } from '#access/access';
import { transact } from '#platform/effects';
import type { Platform } from '#platform/platform';
import { refuseOver } from '#platform/rate-limit';
import type { Caller } from '#platform/serve';
import { profileImageUrl } from './account.ts';
import { isName } from './person-name.ts';

/** Returns the caller's account, including addresses. */
export async function getOwnAccount(platform: Platform, userId: string): Promise<User> {
  const row = await platform.db
    .selectFrom('users')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow(() => new ApiError('SessionInvalid'));
  return {
    userId: row.user_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    dailyGoal: row.daily_goal as DailyGoal,
    description: row.description,
    email: row.email,
    googleUserId: row.google_user_id,
    ...(row.oidc_subject !== null && { oidcIssuer: row.oidc_issuer, oidcSubject: row.oidc_subject }),
    interests: row.interests,
    name: row.name,
    phone: row.phone,
    profileImageUrl: profileImageUrl(row.profile_image_key),
    timeZone: row.time_zone,
    locale: row.locale as Locale | null,
    correctMe: row.correct_me as CorrectMe,
    showsActivity: row.shows_activity,
    showsBookings: row.shows_bookings,
    writesToMe: row.writes_to_me as User['writesToMe'],
    booksMe: row.books_me as User['booksMe'],
    pausedUntil: row.paused_until,
    isAdmin: isAdmin(platform, row),
    ...(await ownProgramme(platform, userId)),
  };
}

/** The latest programme that is not erased, for the navigation. */
async function ownProgramme({ db }: Platform, userId: string): Promise<Pick<User, 'programme'>> {
  const { rows } = await sql<NonNullable<User['programme']>>`
    SELECT mine.programme_id AS "programmeId", mine.is_coordinator AS "isCoordinator" FROM (
      SELECT programme_id, true AS is_coordinator FROM programme_coordinators WHERE user_id = ${userId}
      UNION ALL SELECT programme_id, false FROM programme_places WHERE user_id = ${userId}
    ) AS mine JOIN programmes AS programme USING (programme_id) WHERE programme.state <> 'erased'
    ORDER BY programme.created_at DESC, mine.programme_id DESC LIMIT 1`.execute(db);
  const [programme] = rows;
  return programme ? { programme } : {};
}

/** Limited because each change of interests reveals something about those of other members (docs/decisions/interest-privacy.md). */
const interestChangesMax = { aDay: 10, aMonth: 30 };
const dayMs = 24 * 3_600_000;
// Each new name or pause reindexes search in every language of the member.
const nameChanges = { burst: 30, perSecond: 30 / 3600 };

export async function updateOwnAccount(
  platform: Platform,
  { userId }: Caller,
  changes: PayloadOf<typeof updateUser>,
): Promise<void> {
  // Name every field here: one that is left in the rest is silently not stored.
  const { dailyGoal, description, interests, name, locale, correctMe, ...rest } = changes;
  const { showsActivity, showsBookings, writesToMe, booksMe, pausedUntil, ...clientTimeZone } = rest;
  if (pausedUntil && pausedUntil <= platform.clock.now())
    throw new ApiError('RequestDataInvalid', { fields: { pausedUntil: 'Must be in the future' } });
  if (name !== undefined && !isName(name))
    throw new ApiError('RequestDataInvalid', { fields: { name: nameHoldsContact } });
  if (interests) await countInterestChange(platform, userId, interests);
  if (name !== undefined || pausedUntil !== undefined)
    refuseOver(await platform.limits.takeToken({ key: `name:${userId}`, ...nameChanges }));
  await transact(platform, async (tx) => {
    await tx
      .updateTable('users')
      // Kysely skips undefined values.
      .set({
        updated_at: platform.clock.now(),
        daily_goal: dailyGoal,
        description,
        interests,
        name,
        locale,
        correct_me: correctMe,
        shows_activity: showsActivity,
        shows_bookings: showsBookings,
        writes_to_me: writesToMe,
        books_me: booksMe,
        paused_until: pausedUntil,
      })
      .where('user_id', '=', userId)
      .execute();
    await storeTimeZone(tx, userId, clientTimeZone);
    const changesListing = [name, description, pausedUntil].some((value) => value !== undefined);
    return platform.effects.run(platform, tx, changesListing ? 'userListingChanged' : 'userProfileChanged', {
      userId,
    });
  });
}

/** Counts a change of interests; the same topics in another order are not a change. */
async function countInterestChange(platform: Platform, userId: string, wanted: string[]): Promise<void> {
  const user = await platform.db
    .selectFrom('users')
    .select('interests')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const stored = user?.interests ?? [];
  if (stored.length === wanted.length && wanted.every((topic) => stored.includes(topic))) return;
  const key = `interests:${userId}`;
  const taken = await platform.limits.take([
    { key, limit: interestChangesMax.aDay, windowMs: dayMs },
    { key, limit: interestChangesMax.aMonth, windowMs: 30 * dayMs },
  ]);
  if (taken.ok) return;
  throw new ApiError('TooManyRequests', {
    message: 'You have changed your interests often lately. Please try again later.',
    timeout: taken.retryAfterSeconds,
  });
}
