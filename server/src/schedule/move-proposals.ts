import { ApiError } from '@parlance/contract/errors';
import { moveMessages } from '@parlance/contract/moves';
import { bookingMessages, type ScheduleSlot } from '@parlance/contract/schedule';
import { againMessages } from '@parlance/contract/trust';
import { sql } from 'kysely';
import { lockPair } from '#people/people';
import type { Tx } from '#platform/effects';
import type { Platform } from '#platform/platform';
import type { Caller } from '#platform/serve';
import { announce, lockBookings, lockSchedules } from './bookings.ts';
import { startedMessage } from './moves.ts';
import { type Moved, moveToSlot, overlapsItself, shiftSlot } from './moving.ts';
import { queueDeclineNotice, queueProposalNotice } from './notices.ts';
import { checkStart, publishSlot } from './schedule.ts';
import { countBooking } from './schedule-rates.ts';
import { findOverlaps, findSession } from './session-of-two.ts';
import { type Booking, openProposal, toSlot } from './slot-row.ts';

const refuse = (message: string) => new ApiError('NotAllowed', { message });

/** Proposes another time to the guest. It replaces an earlier proposal; a repeat has no effect. */
export async function proposeMove(
  platform: Platform,
  caller: Caller,
  { scheduleSlotId, startsAt }: { scheduleSlotId: string; startsAt: Date },
): Promise<void> {
  const { db, clock } = platform;
  const now = clock.now();
  const seen = await findAhead(platform, caller, scheduleSlotId, 'owner');
  checkStart(startsAt, now);
  if (startsAt.getTime() === seen.starts_at.getTime()) throw refuse(moveMessages.same);
  if (openProposal(seen, now)?.getTime() === startsAt.getTime()) return;
  await countBooking(platform, caller.userId, seen.booked_by_user_id);
  const proposed = await db.transaction().execute(async (tx) => {
    const booking = await lockSession(platform, tx, seen);
    const wanted = timeOf(booking, startsAt);
    for (const { user_id, is_session } of await findOverlaps(tx, wanted)) {
      if (user_id !== caller.userId) throw refuse(moveMessages.partnerBusy);
      throw refuse(is_session ? bookingMessages.overlap : againMessages.ownSlot);
    }
    await tx
      .updateTable('schedule_slots')
      .set({ proposed_starts_at: startsAt, proposed_sequence: booking.sequence })
      .where('schedule_slot_id', '=', scheduleSlotId)
      .execute();
    await queueProposalNotice(tx, clock, booking, startsAt);
    return booking;
  });
  announce(platform, [proposed], { change: 'move-proposed', byUserId: caller.userId });
}

/** Accepts the proposed time, which moves the booking, or declines it, which changes nothing else. */
export async function answerMove(
  platform: Platform,
  caller: Caller,
  { scheduleSlotId, accept }: { scheduleSlotId: string; accept: boolean },
): Promise<ScheduleSlot> {
  const { db, clock } = platform;
  const seen = await findAhead(platform, caller, scheduleSlotId, 'guest');
  const { slot, afterCommit } = await db.transaction().execute(async (tx): Promise<Moved> => {
    const booking = await lockSession(platform, tx, seen);
    const startsAt = openProposal(booking, clock.now());
    if (!startsAt) throw refuse(moveMessages.closed);
    if (accept) return acceptMove(platform, tx, booking, startsAt);
    await tx
      .updateTable('schedule_slots')
      .set({ proposed_starts_at: null })
      .where('schedule_slot_id', '=', scheduleSlotId)
      .execute();
    await queueDeclineNotice(tx, clock, booking);
    const told = { change: 'move-declined', byUserId: caller.userId } as const;
    return { slot: booking, afterCommit: async () => announce(platform, [booking], told) };
  });
  await afterCommit();
  return toSlot(slot);
}

async function acceptMove(platform: Platform, tx: Tx, booking: Booking, startsAt: Date): Promise<Moved> {
  const { user_id: ownerId, booked_by_user_id: guestId, duration } = booking;
  for (const { user_id } of await findOverlaps(tx, timeOf(booking, startsAt)))
    throw refuse(user_id === guestId ? bookingMessages.overlap : bookingMessages.taken);
  // A time that overlaps the present one cannot be a second slot.
  if (overlapsItself(booking, startsAt)) return shiftSlot(platform, tx, booking, startsAt, guestId);
  const to = await publishSlot(platform, tx, { ownerId, startsAt, duration }).catch((error: unknown) => {
    // The owner has reached the limit of slots: a message for the owner, not for the guest.
    throw error instanceof ApiError ? refuse(bookingMessages.taken) : error;
  });
  return moveToSlot(platform, tx, booking, { scheduleSlotId: to.schedule_slot_id, isAgreed: true }, guestId);
}

const timeOf = (booking: Booking, startsAt: Date) => ({
  ownerId: booking.user_id,
  bookerId: booking.booked_by_user_id,
  startsAt,
  duration: booking.duration,
  movedSlotId: booking.schedule_slot_id,
});

/** A session of the caller that has not begun; refused if the caller is the other party. */
async function findAhead(
  { db, clock }: Platform,
  { userId }: Caller,
  scheduleSlotId: string,
  role: 'owner' | 'guest',
): Promise<Booking> {
  const session = await findSession(db, userId, scheduleSlotId);
  if (!session) throw new ApiError('ResourceNotFound');
  if ((session.user_id === userId) !== (role === 'owner')) throw new ApiError('NotAllowed');
  if (session.starts_at <= clock.now()) throw refuse(startedMessage);
  return session;
}

/** Takes the locks of both and the row; a booking that changed hands since is not found. */
async function lockSession({ clock }: Platform, tx: Tx, seen: Booking): Promise<Booking> {
  const { schedule_slot_id, user_id, booked_by_user_id } = seen;
  await lockPair(tx, user_id, booked_by_user_id);
  await lockSchedules(tx, [user_id, booked_by_user_id]);
  const isIt = sql<boolean>`schedule_slot_id = ${schedule_slot_id} AND booked_by_user_id = ${booked_by_user_id}`;
  const [booking] = await lockBookings(tx, clock.now(), isIt);
  if (!booking) throw new ApiError('ResourceNotFound');
  return booking;
}
