import type { Platform } from '#platform/platform';

/** What this slice and the mail queue keep about a person, for the person. */
export async function exportNotify({ db }: Platform, userId: string): Promise<Record<string, unknown>> {
  const waitingMails = await db
    .selectFrom('waiting_mails')
    .select(['kind', 'other_user_id as otherUserId', 'subject_id as subjectId', 'due_at as dueAt'])
    .where('user_id', '=', userId)
    .orderBy('due_at')
    .execute();
  const unreadNotices = await db
    .selectFrom('unread_notices')
    .select(['partner_user_id as userId', 'since', 'look_at as lookAt'])
    .where('user_id', '=', userId)
    .orderBy('since')
    .execute();
  const digest = await db
    .selectFrom('digest_turns')
    .select(['look_at as lookAt', 'looked_at as lookedAt', 'last_day as lastDay'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const presence = await db
    .selectFrom('present_users')
    .select('seen_at as seenAt')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return { waitingMails, unreadNotices, digest: digest ?? null, connectedAt: presence?.seenAt ?? null };
}
