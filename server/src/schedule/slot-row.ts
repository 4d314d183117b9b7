import type { ScheduleSlot } from '@parlance/contract/schedule';
import { sql } from 'kysely';

/** A slot as the statements of this slice read it. */
export interface SlotRow {
  schedule_slot_id: string;
  user_id: string;
  booked_by_user_id: string | null;
  starts_at: Date;
  ends_at: Date;
  duration: number;
  sequence: number;
  created_at: Date;
  updated_at: Date;
}

/** A slot that somebody has booked. */
export interface Booking extends SlotRow {
  booked_by_user_id: string;
}

export const slotColumns = sql.raw(
  'schedule_slot_id, user_id, booked_by_user_id, starts_at, ends_at, duration, sequence, created_at, updated_at',
);

export const toSlot = (row: SlotRow): ScheduleSlot => ({
  scheduleSlotId: row.schedule_slot_id,
  startsAt: row.starts_at,
  duration: row.duration,
  bookedByUserId: row.booked_by_user_id,
  userId: row.user_id,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});
