import type { Platform } from '#platform/platform';

/** What somebody said of their sessions. What partners said of them is not told: it would show who said it. */
export async function exportTrust({ db }: Platform, userId: string): Promise<Record<string, unknown>> {
  const outcomes = await db
    .selectFrom('session_outcomes')
    .select([
      'schedule_slot_id as scheduleSlotId',
      'partner_user_id as partnerUserId',
      'answer',
      'answered_at as answeredAt',
      'changed_at as changedAt',
    ])
    .where('user_id', '=', userId)
    .orderBy('answered_at')
    .execute();
  return { outcomes };
}
