import { inCamelCase } from '#platform/database';
import type { Platform } from '#platform/platform';

/** Exports the holds of a member with the appeals, and the warnings that they got. Who gave a penalty is not exported. */
export async function exportContact({ db }: Platform, userId: string): Promise<Record<string, unknown>> {
  const rows = inCamelCase(db);
  const contactCases = await rows
    .selectFrom('contact_cases')
    .select(['opened_at', 'appeal_text', 'appealed_at', 'closed_at', 'outcome'])
    .where('user_id', '=', userId)
    .orderBy('opened_at')
    .execute();
  const contactWarnings = await rows
    .selectFrom('contact_warnings as warning')
    .innerJoin('users as closed', 'closed.user_id', 'warning.banned_user_id')
    .select(['closed.name', 'reason', 'warning.created_at', 'seen_at'])
    .where('warning.user_id', '=', userId)
    .orderBy('warning.created_at')
    .execute();
  return { contactCases, contactWarnings };
}
