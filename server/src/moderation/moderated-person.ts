import { ApiError } from '@parlance/contract/errors';
import { type ModeratedPerson, personHistoryMax } from '@parlance/contract/moderation';
import { isAdmin } from '#access/access';
import { loadBaseProfiles } from '#people/people';
import type { Platform } from '#platform/platform';
import { listActsOn } from './audit.ts';

/** A member with the reports about them and past acts, without addresses, which admins do not need. */
export async function getModeratedPerson(platform: Platform, userId: string): Promise<ModeratedPerson> {
  const { db } = platform;
  const user = await db
    .selectFrom('users')
    .select(['email', 'admin_since', 'last_active_at', 'banned_at', 'ban_reason'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const profile = (await loadBaseProfiles(db, [userId])).get(userId);
  if (!user || !profile) throw new ApiError('UserNotFound');
  const { about, made } = await db
    .selectFrom('chat_reports')
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere('reported_user_id', '=', userId).as('about'),
      eb.fn.countAll<number>().filterWhere('reporter_user_id', '=', userId).as('made'),
    ])
    .where((eb) => eb.or([eb('reported_user_id', '=', userId), eb('reporter_user_id', '=', userId)]))
    .executeTakeFirstOrThrow();
  const reports = await db
    .selectFrom('chat_reports')
    .select(['report_id as reportId', 'status', 'reason', 'created_at as createdAt'])
    .where('reported_user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('report_id', 'desc')
    .limit(personHistoryMax)
    .execute();
  return {
    profile,
    lastActiveAt: user.last_active_at,
    bannedAt: user.banned_at,
    bannedFor: user.ban_reason,
    isProtected: isAdmin(platform, user),
    canBeMailed: user.email !== null,
    reportCount: about,
    reportsMade: made,
    reports: reports as ModeratedPerson['reports'],
    acts: await listActsOn(db, userId, personHistoryMax),
  };
}
