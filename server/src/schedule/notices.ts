import { reminderLeadsMs } from '@parlance/contract/schedule';
import type { Clock } from '#platform/clock';
import type { Tx } from '#platform/effects';
import { queueMails, withdrawMails } from '#platform/mail-queue';
import type { Booking, SlotRow } from './slot-row.ts';

export type NoticeKind = 'booked' | 'weekly' | 'cancelled' | 'withdrawn' | 'reminder-day' | 'reminder-soon';

/** The session's facts for a mail; the slot can be rebooked or deleted before it is sent. */
export interface SessionFacts {
  startsAt: string;
  endsAt: string;
  /** SEQUENCE of the calendar file. */
  sequence: number;
}

const reminderKinds = ['reminder-day', 'reminder-soon'] as const satisfies NoticeKind[];
/** Batches the notices of one pair. Reminders are not batched. */
const gatheredAs = 'sessions';

/** The member whose act or account removal ended bookings. */
export interface Release {
  byUserId: string;
  kind: 'cancelled' | 'withdrawn';
}

/** The recipient and author of a booking notice, and whether it is for a series. */
export interface BookingNews {
  kind: 'booked' | 'weekly';
  userId: string;
  byUserId: string;
}

export async function queueBookingNotices(
  tx: Tx,
  clock: Clock,
  slot: SlotRow,
  { kind, userId, byUserId }: BookingNews,
): Promise<void> {
  await queueMails(tx, clock, [{ kind, userId, otherUserId: byUserId, gatheredAs, ...aboutSlot(slot) }]);
}

/** Queues the reminders of both that still lie ahead. */
export async function queueReminders(tx: Tx, clock: Clock, booking: Booking): Promise<void> {
  const now = clock.now();
  const before = (leadMs: number) => new Date(booking.starts_at.getTime() - leadMs);
  const { user_id: ownerId, booked_by_user_id: bookerId } = booking;
  const reminders = [
    { kind: 'reminder-day', dueAt: before(reminderLeadsMs.day) },
    { kind: 'reminder-soon', dueAt: before(reminderLeadsMs.soon) },
  ] as const;
  const mails = reminders
    .filter(({ dueAt }) => dueAt > now)
    .map((reminder) => ({ ...reminder, ...aboutSlot(booking) }))
    .flatMap((mail) => [
      { ...mail, userId: ownerId, otherUserId: bookerId },
      { ...mail, userId: bookerId, otherUserId: ownerId },
    ]);
  await queueMails(tx, clock, mails);
}

const aboutSlot = (slot: SlotRow) => ({
  subjectId: slot.schedule_slot_id,
  about: factsOf(slot, slot.sequence),
});

/** Queues a cancellation notice to the other side of each booking and deletes its reminders. */
export async function queueReleaseNotices(
  tx: Tx,
  clock: Clock,
  bookings: Booking[],
  { byUserId, kind }: Release,
): Promise<void> {
  const slotIds = bookings.map((booking) => booking.schedule_slot_id);
  await withdrawMails(tx, slotIds, reminderKinds);
  const mails = bookings.map((booking) => ({
    kind,
    userId: booking.user_id === byUserId ? booking.booked_by_user_id : booking.user_id,
    otherUserId: byUserId,
    subjectId: booking.schedule_slot_id,
    gatheredAs,
    about: factsOf(booking, booking.sequence + 1),
  }));
  await queueMails(tx, clock, mails);
}

const factsOf = (slot: Pick<SlotRow, 'starts_at' | 'ends_at'>, sequence: number): SessionFacts => ({
  startsAt: slot.starts_at.toISOString(),
  endsAt: slot.ends_at.toISOString(),
  sequence,
});
