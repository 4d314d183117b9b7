import { sql } from 'kysely';
import { inCamelCase } from '#platform/database';
import type { Platform } from '#platform/platform';
import type { ThanksRow } from './thanks-row.ts';

/** Exports given thanks, and received ones as far as readable: an export reveals nothing early. */
export async function exportThanks(
  { db, clock }: Platform,
  userId: string,
): Promise<Record<string, unknown>> {
  const given = await inCamelCase(db)
    .selectFrom('session_thanks')
    .select(['schedule_slot_id', 'partner_user_id', 'words', 'text', 'given_at'])
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .orderBy('given_at')
    .orderBy('thanks_id')
    .execute();
  const { rows } = await sql<ThanksRow>`
    SELECT * FROM shown_thanks(${userId}, ${userId}, ${clock.now()}) ORDER BY shown_at, thanks_id`.execute(
    db,
  );
  const received = rows.map((row) => ({
    scheduleSlotId: row.schedule_slot_id,
    partnerUserId: row.user_id,
    words: row.words,
    text: row.text,
    shownAt: row.shown_at,
    isHidden: row.hidden_at !== null,
  }));
  return { thanks: { given, received } };
}
