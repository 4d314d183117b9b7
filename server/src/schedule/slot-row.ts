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
/** The UID of the booking's calendar entry, without its domain. */
export const calendarUid = (slot: Pick<SlotRow, 'calendar_uid' | 'schedule_slot_id'>): string =>
  slot.calendar_uid ?? slot.schedule_slot_id;

/** The time that the owner proposes to the guest; null once the session has begun, the booking changed or that time has passed. */
export function openProposal(slot: SlotRow, now: Date): Date | null {
  const { proposed_starts_at: startsAt, proposed_sequence, sequence, booked_by_user_id, starts_at } = slot;
  const isOpen = booked_by_user_id !== null && proposed_sequence === sequence && starts_at > now;
  return isOpen && startsAt !== null && startsAt > now ? startsAt : null;
}

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
