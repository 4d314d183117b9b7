import { sql } from 'kysely';
import type { Platform } from '#platform/platform';

/** Exports a member's sessions with the notes of both, and talk times. */
export async function exportCalls({ db }: Platform, userId: string): Promise<Record<string, unknown>> {
  const { rows } = await sql`
    SELECT call.schedule_slot_id AS "scheduleSlotId", call.user_id AS "userId",
      call.booked_by_user_id AS "bookedByUserId", first_language AS "firstLanguage",
      second_language AS "secondLanguage", started_at AS "startedAt", swap_at AS "swapAt", ends_at AS "endsAt",
      ended_at AS "endedAt", end_reason AS "endReason", together_ms::float8 AS "togetherMs",
      seat.joined_at AS "joinedAt", seat.left_at AS "leftAt", seat.seen_at AS "seenAt",
      (SELECT jsonb_build_object('firstMs', coalesce(sum(first_ms), 0), 'secondMs', coalesce(sum(second_ms), 0))
        FROM call_talk AS talk WHERE talk.schedule_slot_id = call.schedule_slot_id AND talk.user_id = ${userId}
      ) AS talk,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('userId', note.user_id, 'kind', kind, 'text', text,
          'better', better, 'createdAt', created_at) ORDER BY created_at, note_id), '[]')
        FROM call_notes AS note WHERE note.schedule_slot_id = call.schedule_slot_id
      ) AS notes
    FROM calls AS call
    LEFT JOIN call_seats AS seat ON seat.schedule_slot_id = call.schedule_slot_id AND seat.user_id = ${userId}
    WHERE ${userId} IN (call.user_id, call.booked_by_user_id)
    ORDER BY call.schedule_slot_id`.execute(db);
  return { calls: rows };
}
