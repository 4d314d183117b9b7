import { reminderLeadsMs } from '@parlance/contract/schedule';
import type { Clock } from '#platform/clock';
import type { Tx } from '#platform/effects';
import { queueMails, withdrawMails } from '#platform/mail-queue';
import { withdrawPushes } from '#platform/push-queue';
import { queueSessionPushes, withdrawUntold } from './session-push-queue.ts';
import { type Booking, calendarUid, type SlotRow } from './slot-row.ts';

export type NoticeKind =
  | 'booked'
  | 'booked-own'
  | 'weekly'
  | 'moved'
  | 'move-proposed'
  | 'move-declined'
  | 'cancelled'
  | 'withdrawn'
  | 'reminder-day'
  | 'reminder-soon';

/** The session's facts for a mail; the slot can be rebooked or deleted before it is sent. */
export interface SessionFacts {
  startsAt: string;
  endsAt: string;
  /** SEQUENCE of the calendar file. */
  sequence: number;
  /** Absent in rows of earlier releases, where it is the id of the slot. */
  uid?: string;
  /** Of a proposal: the present time of the session. */
  insteadOf?: { startsAt: string; endsAt: string };
}

const reminderKinds = ['reminder-day', 'reminder-soon'] as const satisfies NoticeKind[];
const proposalKinds = ['move-proposed', 'move-declined'] as const satisfies NoticeKind[];
/** Batches the notices of one pair. Reminders are not batched. */
const gatheredAs = 'sessions';

/** The member whose act or account removal ended bookings. */
export interface Release {
  byUserId: string;
  kind: 'cancelled' | 'withdrawn';
}

/** The recipient of a booking notice, the other party, and whether the recipient booked it or it is for a series. */
export interface BookingNews {
  kind: 'booked' | 'booked-own' | 'weekly';
  userId: string;
  byUserId: string;
}

export async function queueBookingNotices(
  tx: Tx,
  clock: Clock,
  slot: SlotRow,
  { kind, userId, byUserId }: BookingNews,
): Promise<void> {
  const notice = { kind, userId, otherUserId: byUserId, ...aboutSlot(slot) };
  await queueMails(tx, clock, [{ ...notice, gatheredAs }]);
  if (kind !== 'booked-own') await queueSessionPushes(tx, clock, [notice]);
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
  await queueSessionPushes(tx, clock, mails);
}

/** Notifies both of the new time and replaces the reminders of the old one. The mover needs the calendar file, too, but no push. */
export async function queueMoveNotices(
  tx: Tx,
  clock: Clock,
  from: Booking,
  slot: Booking,
  byUserId: string,
): Promise<void> {
  await withdrawNotices(tx, [from.schedule_slot_id], [...reminderKinds, ...proposalKinds]);
  // Mails of one pair are gathered, pushes are not: an earlier move would be told with its outdated time.
  await withdrawPushes(tx, [from.schedule_slot_id], ['moved']);
  const { user_id, booked_by_user_id } = slot;
  const notice = { kind: 'moved', ...aboutSlot(slot) } as const;
  const notices = [
    { ...notice, userId: user_id, otherUserId: booked_by_user_id },
    { ...notice, userId: booked_by_user_id, otherUserId: user_id },
  ];
  await queueMails(
    tx,
    clock,
    notices.map((one) => ({ ...one, gatheredAs })),
  );
  const untold = await withdrawUntold(tx, [from.schedule_slot_id]);
  const pushes = notices
    .filter(({ userId }) => userId !== byUserId)
    .map((one) => ({ ...one, kind: untold(one.userId, from.schedule_slot_id) ?? one.kind }));
  await queueSessionPushes(tx, clock, pushes);
  await queueReminders(tx, clock, slot);
}

/** Tells the guest of the proposed time, instead of an earlier one. */
export async function queueProposalNotice(
  tx: Tx,
  clock: Clock,
  booking: Booking,
  startsAt: Date,
): Promise<void> {
  const { schedule_slot_id: subjectId, user_id, booked_by_user_id, sequence } = booking;
  await withdrawNotices(tx, [subjectId], proposalKinds);
  const { startsAt: present, endsAt } = factsOf(booking, sequence);
  const lengthMs = booking.ends_at.getTime() - booking.starts_at.getTime();
  const ends_at = new Date(startsAt.getTime() + lengthMs);
  const about: SessionFacts = {
    ...factsOf({ ...booking, starts_at: startsAt, ends_at }, sequence),
    insteadOf: { startsAt: present, endsAt },
  };
  const mail = { kind: 'move-proposed', userId: booked_by_user_id, otherUserId: user_id } as const;
  await queueMails(tx, clock, [{ ...mail, subjectId, about }]);
  await queueSessionPushes(tx, clock, [{ ...mail, subjectId, about }]);
}

/** Tells the owner that the time stays. */
export async function queueDeclineNotice(tx: Tx, clock: Clock, booking: Booking): Promise<void> {
  const { schedule_slot_id, user_id: userId, booked_by_user_id: otherUserId } = booking;
  await withdrawNotices(tx, [schedule_slot_id], proposalKinds);
  const notice = { kind: 'move-declined', userId, otherUserId, ...aboutSlot(booking) } as const;
  await queueMails(tx, clock, [notice]);
  await queueSessionPushes(tx, clock, [notice]);
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
  await withdrawNotices(tx, slotIds, [...reminderKinds, ...proposalKinds]);
  const mails = bookings.map((booking) => ({
    kind,
    userId: booking.user_id === byUserId ? booking.booked_by_user_id : booking.user_id,
    otherUserId: byUserId,
    subjectId: booking.schedule_slot_id,
    gatheredAs,
    about: factsOf(booking, booking.sequence + 1),
  }));
  await queueMails(tx, clock, mails);
  const untold = await withdrawUntold(tx, slotIds);
  const pushes = mails.filter(({ userId, subjectId }) => untold(userId, subjectId) === null);
  await queueSessionPushes(tx, clock, pushes);
}

async function withdrawNotices(tx: Tx, slotIds: string[], kinds: readonly NoticeKind[]): Promise<void> {
  await withdrawMails(tx, slotIds, kinds);
  await withdrawPushes(tx, slotIds, kinds);
}

const factsOf = (slot: SlotRow, sequence: number): SessionFacts => ({
  startsAt: slot.starts_at.toISOString(),
  endsAt: slot.ends_at.toISOString(),
  sequence,
  uid: calendarUid(slot),
});
