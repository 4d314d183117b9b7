import type { ScheduleChange } from '@parlance/contract/schedule';
import { type RawBuilder, sql } from 'kysely';
import type { Clock } from '#platform/clock';
import type { Tx } from '#platform/effects';
import type { Platform } from '#platform/platform';
import { queueReleaseNotices, type Release } from './notices.ts';
import type { Booking } from './slot-row.ts';

/** First key of this slice's advisory locks; arbitrary, the same on every node. */
const lockSpace = 5_300_517;

/** Locks members against bookings, bans and deletion. Rows before advisory locks, each sorted, as in a deletion: no deadlock. */
export async function lockSchedules(tx: Tx, userIds: string[]): Promise<void> {
  await sql`
    WITH people AS MATERIALIZED (
      SELECT user_id FROM users WHERE user_id = ANY (${userIds}::uuid[]) ORDER BY user_id FOR KEY SHARE
    )
    SELECT pg_advisory_xact_lock(${sql.lit(lockSpace)}, key)
    FROM (SELECT DISTINCT hashtext(user_id::text) AS key FROM people ORDER BY key) AS keys
  `.execute(tx);
}

/** The matching future bookings, locked in sorted order. */
export async function lockBookings(tx: Tx, now: Date, fits: RawBuilder<boolean>): Promise<Booking[]> {
  const { rows } = await sql<Booking>`
    SELECT * FROM schedule_slots
    WHERE booked_by_user_id IS NOT NULL AND starts_at > ${now} AND (${fits})
    ORDER BY schedule_slot_id FOR UPDATE
  `.execute(tx);
  return rows;
}

/** Releases locked bookings: reopens the slots, deletes reminders, and queues notices and calendar updates. */
export async function releaseBookings(
  tx: Tx,
  clock: Clock,
  bookings: Booking[],
  release: Release,
): Promise<void> {
  if (bookings.length === 0) return;
  const now = clock.now();
  const slotIds = bookings.map((booking) => booking.schedule_slot_id);
  await sql`
    WITH parties AS (
      DELETE FROM schedule_sessions WHERE schedule_slot_id = ANY (${slotIds}::uuid[])
    ), cancellations AS (
      INSERT INTO schedule_cancellations
        (user_id, schedule_slot_id, other_user_id, starts_at, ends_at, sequence, cancelled_at, calendar_uid)
      SELECT party.user_id, schedule_slot_id, party.other_user_id, starts_at, ends_at, sequence + 1, ${now}, calendar_uid
      FROM schedule_slots, LATERAL (
        VALUES (schedule_slots.user_id, booked_by_user_id), (booked_by_user_id, schedule_slots.user_id)
      ) AS party (user_id, other_user_id)
      WHERE schedule_slot_id = ANY (${slotIds}::uuid[])
      ON CONFLICT (user_id, schedule_slot_id) DO UPDATE SET other_user_id = excluded.other_user_id,
        sequence = excluded.sequence, cancelled_at = excluded.cancelled_at, starts_at = excluded.starts_at,
        ends_at = excluded.ends_at, calendar_uid = excluded.calendar_uid
    )
    UPDATE schedule_slots SET booked_by_user_id = NULL, sequence = sequence + 1, updated_at = ${now},
      proposed_starts_at = NULL, proposed_sequence = NULL
    WHERE schedule_slot_id = ANY (${slotIds}::uuid[])
  `.execute(tx);
  await queueReleaseNotices(tx, clock, bookings, release);
}

/** Emits the change to the open screens of both; call it after the commit. */
export function announce(
  { realtime }: Platform,
  bookings: Booking[],
  { change, byUserId }: { change: ScheduleChange; byUserId: string },
): void {
  // Clients of 1.0.0 drop an event with an unknown change; they refresh after any known one.
  const known = change === 'cancelled' ? change : 'booked';
  for (const { schedule_slot_id: scheduleSlotId, user_id, booked_by_user_id } of bookings) {
    for (const userId of [user_id, booked_by_user_id]) {
      const event = { scheduleSlotId, byUserId };
      realtime.toUser(userId, 'schedule:changed', { ...event, change }, { ...event, change: known });
    }
  }
}
