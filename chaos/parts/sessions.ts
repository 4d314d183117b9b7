import { randomUUID } from 'node:crypto';
import type pg from 'pg';

const quarterMs = 900_000;

/** Books a session that takes place now, by SQL: the API does not allow publishing a slot that has begun. */
export async function bookNow(pool: pg.Pool, ownerId: string, guestId: string): Promise<string> {
  const scheduleSlotId = randomUUID();
  const startsAt = new Date(Math.floor(Date.now() / quarterMs) * quarterMs);
  const endsAt = new Date(startsAt.getTime() + 4 * quarterMs);
  await pool.query(
    `INSERT INTO schedule_slots (schedule_slot_id, user_id, booked_by_user_id, starts_at, ends_at, duration, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, 60, $4, $4)`,
    [scheduleSlotId, ownerId, guestId, startsAt, endsAt],
  );
  await pool.query(
    `INSERT INTO schedule_sessions (schedule_slot_id, user_id, starts_at, ends_at)
     SELECT $1, user_id, $3, $4 FROM unnest($2::uuid[]) AS user_id`,
    [scheduleSlotId, [ownerId, guestId], startsAt, endsAt],
  );
  return scheduleSlotId;
}
