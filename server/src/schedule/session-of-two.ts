import { type Kysely, sql } from 'kysely';
import type { Tables } from '#domain/tables.generated';
import type { Tx } from '#platform/effects';
import type { Booking } from './slot-row.ts';

const minuteMs = 60_000;

/** A session with the owner's time zone. */
export interface SessionOfTwo extends Booking {
  time_zone: string | null;
  local_tz_offset: number | null;
}

export const partnerOf = (session: Booking, userId: string): string =>
  session.user_id === userId ? session.booked_by_user_id : session.user_id;

/** A booked session; only for its two members. */
export async function findSession(
  db: Kysely<Tables>,
  userId: string,
  scheduleSlotId: string,
): Promise<SessionOfTwo | undefined> {
  const { rows } = await sql<SessionOfTwo>`
    SELECT slot.*, owner.time_zone, owner.local_tz_offset
    FROM schedule_slots AS slot JOIN users AS owner ON owner.user_id = slot.user_id
    WHERE slot.schedule_slot_id = ${scheduleSlotId} AND slot.booked_by_user_id IS NOT NULL
      AND ${userId} IN (slot.user_id, slot.booked_by_user_id)`.execute(db);
  return rows[0];
}

/** A time for a session of two members, published or not. */
export interface WantedTime {
  ownerId: string;
  bookerId: string;
  startsAt: Date;
  duration: number;
  /** A booked slot of the two that gives way to this time. */
  movedSlotId?: string;
}

interface Overlap {
  user_id: string;
  is_session: boolean;
}

/** Sessions of either, and slots of the owner other than exactly this one. */
export async function findOverlaps(
  tx: Tx,
  { ownerId, bookerId, startsAt, duration, movedSlotId }: WantedTime,
): Promise<Overlap[]> {
  const endsAt = new Date(startsAt.getTime() + duration * minuteMs);
  const span = sql`tstzrange(${startsAt}, ${endsAt})`;
  const { rows } = await sql<Overlap>`
    SELECT user_id, true AS is_session FROM schedule_sessions
    WHERE user_id = ANY (${[ownerId, bookerId]}::uuid[]) AND tstzrange(starts_at, ends_at) && ${span}
      AND schedule_slot_id IS DISTINCT FROM ${movedSlotId ?? null}
    UNION ALL
    SELECT user_id, false FROM schedule_slots
    WHERE user_id = ${ownerId} AND booked_by_user_id IS NULL AND tstzrange(starts_at, ends_at) && ${span}
      AND (starts_at, ends_at) <> (${startsAt}, ${endsAt})`.execute(tx);
  return rows;
}
