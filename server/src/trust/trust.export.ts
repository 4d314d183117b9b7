import { inCamelCase } from '#platform/database';
import type { Platform } from '#platform/platform';

/** Exports the member's own answers. Partners' answers are omitted: they would reveal who gave them. */
export async function exportTrust({ db }: Platform, userId: string): Promise<Record<string, unknown>> {
  const rows = inCamelCase(db);
  const outcomes = await rows
    .selectFrom('session_outcomes')
    .select(['schedule_slot_id', 'partner_user_id', 'answer', 'answered_at', 'changed_at'])
    .where('user_id', '=', userId)
    .orderBy('answered_at')
    .execute();
  return { outcomes };
}
