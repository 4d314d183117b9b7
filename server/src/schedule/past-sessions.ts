import type { PayloadOf, ResultOf } from '@parlance/contract/endpoint';
import type { listPastSessions as listPastCall } from '@parlance/contract/past-sessions';
import { listLimitDefault } from '@parlance/contract/text';
import { sql } from 'kysely';
import type { Platform } from '#platform/platform';
import type { Caller } from '#platform/serve';
import { loadSessionThanks } from '#thanks/thanks';
import { toAppointments } from './slot-lists.ts';
import type { SlotRow } from './slot-row.ts';

interface PastRow extends SlotRow {
  has_notes: boolean;
}

/**
 * The caller's ended sessions, newest first; count and page are from one snapshot. They stay for both until one of the accounts is deleted,
 * also after a block.
 */
export async function listPastSessions(
  platform: Platform,
  { userId }: Caller,
  { limit = listLimitDefault, offset = 0 }: PayloadOf<typeof listPastCall>,
): Promise<ResultOf<typeof listPastCall>> {
  const ended = sql`FROM schedule_sessions AS session
    WHERE session.user_id = ${userId} AND session.ends_at <= ${platform.clock.now()}`;
  const { rows } = await sql<PastRow & { count: number }>`
    SELECT total.count, slot.*, EXISTS (
      SELECT FROM call_notes AS note JOIN calls AS call USING (schedule_slot_id)
      WHERE note.schedule_slot_id = slot.schedule_slot_id AND call.booked_by_user_id = slot.booked_by_user_id
    ) AS has_notes
    FROM (SELECT count(*) AS count ${ended}) AS total
    LEFT JOIN (
      SELECT schedule_slot_id ${ended} ORDER BY session.ends_at DESC LIMIT ${limit} OFFSET ${offset}
    ) AS page ON true
    LEFT JOIN schedule_slots AS slot ON slot.schedule_slot_id = page.schedule_slot_id
    ORDER BY slot.ends_at DESC`.execute(platform.db);
  const slots = rows.filter((row) => row.schedule_slot_id !== null);
  const slotIds = slots.map((row) => row.schedule_slot_id);
  const withNotes = new Set(slots.filter((row) => row.has_notes).map((row) => row.schedule_slot_id));
  const appointments = await toAppointments(platform, userId, slots);
  const thanks = await loadSessionThanks(platform, userId, slotIds);
  return {
    count: rows[0]?.count ?? 0,
    slots: appointments.map((session) => ({
      ...session,
      thanks: thanks.get(session.scheduleSlotId) ?? null,
      hasNotes: withNotes.has(session.scheduleSlotId),
    })),
  };
}
