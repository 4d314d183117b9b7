import { inCamelCase } from '#platform/database';
import type { Platform } from '#platform/platform';

export async function exportNotify({ db }: Platform, userId: string): Promise<Record<string, unknown>> {
  const rows = inCamelCase(db);
  const waitingMails = await rows
    .selectFrom('waiting_mails')
    .select(['kind', 'other_user_id', 'subject_id', 'due_at'])
    .where('user_id', '=', userId)
    .orderBy('due_at')
    .execute();
  const unreadNotices = await rows
    .selectFrom('unread_notices')
    .select(['partner_user_id as userId', 'since', 'look_at'])
    .where('user_id', '=', userId)
    .orderBy('since')
    .execute();
  const digest = await rows
    .selectFrom('digest_turns')
    .select(['look_at', 'looked_at', 'last_day'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const presence = await rows
    .selectFrom('present_users')
    .select('seen_at as seenAt')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  // Without endpoint and keys: they allow sending to the device.
  const pushDevices = await rows
    .selectFrom('push_devices')
    .select(['created_at', 'last_sent_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
  const waitingPushes = await rows
    .selectFrom('waiting_pushes')
    .select(['kind', 'other_user_id', 'subject_id', 'due_at'])
    .where('user_id', '=', userId)
    .orderBy('due_at')
    .execute();
  return {
    waitingMails,
    unreadNotices,
    digest: digest ?? null,
    connectedAt: presence?.seenAt ?? null,
    pushDevices,
    waitingPushes,
  };
}
