import type { ScheduleSlot } from '@parlance/contract/schedule';
import type { Selectable } from 'kysely';
import type { ScheduleSlots } from '#domain/tables.generated';

export type SlotRow = Selectable<ScheduleSlots>;

export interface Booking extends SlotRow {
  booked_by_user_id: string;
}

/** A slot for its owner. */
export const toOwnSlot = (row: SlotRow): ScheduleSlot => ({
  ...toSlot(row),
  isFromWeeklyHours: row.is_from_weekly_hours,
});

export const toSlot = (row: SlotRow): ScheduleSlot => ({
  scheduleSlotId: row.schedule_slot_id,
  startsAt: row.starts_at,
  duration: row.duration,
  bookedByUserId: row.booked_by_user_id,
  isBooked: row.booked_by_user_id !== null,
  userId: row.user_id,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});
