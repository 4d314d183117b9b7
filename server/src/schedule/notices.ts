import { reminderLeadsMs } from '@parlance/contract/schedule';
import type { Clock } from '#platform/clock';
import type { Tx } from '#platform/effects';
import { queueMails, withdrawMails } from '#platform/mail-queue';
import type { Booking, SlotRow } from './slot-row.ts';

export type NoticeKind = 'booked' | 'weekly' | 'cancelled' | 'withdrawn' | 'reminder-day' | 'reminder-soon';

/** What a mail about a session has to know of it; the slot may be booked again or gone by the time it is sent. */
export interface SessionFacts {
  startsAt: string;
  endsAt: string;
  /** SEQUENCE of the calendar file. */
  sequence: number;
}

const reminderKinds = ['reminder-day', 'reminder-soon'] as const satisfies NoticeKind[];
/** What one person does to the sessions with another is told together. Reminders have their own time. */
const gatheredAs = 'sessions';

/** Who ended bookings: by their own act, or because their account is no longer there. */
export interface Release {
  byUserId: string;
  kind: 'cancelled' | 'withdrawn';
}

/** Whom a booking is news to, by whose act, and whether it is one of every week. */
export interface BookingNews {
  kind: 'booked' | 'weekly';
  userId: string;
  byUserId: string;
}

/** The invitation. */
export async function queueBookingNotices(
  tx: Tx,
  clock: Clock,
  slot: SlotRow,
  { kind, userId, byUserId }: BookingNews,
): Promise<void> {
  await queueMails(tx, clock, [{ kind, userId, otherUserId: byUserId, gatheredAs, ...aboutSlot(slot) }]);
}

/** Reminders for both that still lie ahead. */
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

/** Word to the other side of each booking; its reminders go. */
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
