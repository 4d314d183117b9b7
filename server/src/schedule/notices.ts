import { reminderLeadsMs } from '@parlance/contract/schedule';
import type { Clock } from '#platform/clock';
import type { Tx } from '#platform/effects';
import { newId } from '#platform/ids';
import type { Booking, SlotRow } from './slot-row.ts';

export type NoticeKind = 'booked' | 'cancelled' | 'withdrawn' | 'reminder-day' | 'reminder-soon';

/** A mail that waits to be sent. */
export interface Notice {
  schedule_notice_id: string;
  kind: NoticeKind;
  user_id: string;
  /** The other party; null once that account is deleted. */
  other_user_id: string | null;
  schedule_slot_id: string;
  starts_at: Date;
  ends_at: Date;
  sequence: number;
  due_at: Date;
  attempts: number;
}

/** Who ended bookings: by their own act, or because their account is no longer there. */
export interface Release {
  byUserId: string;
  kind: 'cancelled' | 'withdrawn';
}

/** The invitation for the owner, and reminders for both that still lie ahead. */
export async function queueBookingNotices(
  tx: Tx,
  clock: Clock,
  slot: SlotRow,
  bookerId: string,
): Promise<void> {
  const now = clock.now();
  const about = (kind: NoticeKind, userId: string, otherUserId: string, dueAt: Date) => ({
    schedule_notice_id: newId(clock),
    kind,
    user_id: userId,
    other_user_id: otherUserId,
    schedule_slot_id: slot.schedule_slot_id,
    starts_at: slot.starts_at,
    ends_at: slot.ends_at,
    sequence: slot.sequence,
    due_at: dueAt,
  });
  const before = (leadMs: number) => new Date(slot.starts_at.getTime() - leadMs);
  const reminders = [
    { kind: 'reminder-day', dueAt: before(reminderLeadsMs.day) },
    { kind: 'reminder-soon', dueAt: before(reminderLeadsMs.soon) },
  ] as const;
  const rows = [
    about('booked', slot.user_id, bookerId, now),
    ...reminders
      .filter(({ dueAt }) => dueAt > now)
      .flatMap(({ kind, dueAt }) => [
        about(kind, slot.user_id, bookerId, dueAt),
        about(kind, bookerId, slot.user_id, dueAt),
      ]),
  ];
  await tx.insertInto('schedule_notices').values(rows).execute();
}

/** Word to the other side of each booking; its reminders go. */
export async function queueReleaseNotices(
  tx: Tx,
  clock: Clock,
  bookings: Booking[],
  { byUserId, kind }: Release,
): Promise<void> {
  const slotIds = bookings.map((booking) => booking.schedule_slot_id);
  await tx
    .deleteFrom('schedule_notices')
    .where('schedule_slot_id', 'in', slotIds)
    .where('kind', 'in', ['reminder-day', 'reminder-soon'])
    .execute();
  const rows = bookings.map((booking) => ({
    schedule_notice_id: newId(clock),
    kind,
    user_id: booking.user_id === byUserId ? booking.booked_by_user_id : booking.user_id,
    other_user_id: byUserId,
    schedule_slot_id: booking.schedule_slot_id,
    starts_at: booking.starts_at,
    ends_at: booking.ends_at,
    sequence: booking.sequence + 1,
    due_at: clock.now(),
  }));
  await tx.insertInto('schedule_notices').values(rows).execute();
}
