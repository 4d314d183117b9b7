import { ApiError } from '@parlance/contract/errors';
import { bookingMessages, type ScheduleSlot } from '@parlance/contract/schedule';
import { sql } from 'kysely';
import { lockPair } from '#people/people';
import { prepared } from '#platform/database';
import type { Platform } from '#platform/platform';
import type { Caller } from '#platform/serve';
import { type Candidate, candidateText } from './booking-candidate.ts';
import { lockBookings, lockSchedules } from './bookings.ts';
import { moveToSlot } from './moving.ts';
import { queueBooking } from './schedule.ts';
import { countBooking } from './schedule-rates.ts';
import { type SlotRow, toSlot } from './slot-row.ts';

interface Move {
  userId: string;
  scheduleSlotId: string;
  toScheduleSlotId: string;
}

export const startedMessage = 'This session has already started.';

/** Moves the guest's booking to another free slot of the owner. Of concurrent callers for a slot exactly one succeeds; the others keep theirs. */
export async function moveBooking(platform: Platform, caller: Caller, move: Move): Promise<ScheduleSlot> {
  const moved = await queueBooking(async () => {
    const done = await look(platform, caller, move);
    if (done) return { slot: done, afterCommit: null };
    await countBooking(platform, caller.userId, move.userId);
    return platform.db.transaction().execute(async (tx) => {
      await lockPair(tx, caller.userId, move.userId);
      await lockSchedules(tx, [caller.userId, move.userId]);
      const isTheirs = sql<boolean>`schedule_slot_id = ${move.scheduleSlotId} AND user_id = ${move.userId}
        AND booked_by_user_id = ${caller.userId}`;
      const [booking] = await lockBookings(tx, platform.clock.now(), isTheirs);
      // Cancelled, moved by another window or begun since the unlocked read.
      if (!booking) throw new ApiError('ResourceNotFound');
      return moveToSlot(platform, tx, booking, { scheduleSlotId: move.toScheduleSlotId }, caller.userId);
    });
  });
  await moved.afterCommit?.();
  return toSlot(moved.slot);
}

/** An unlocked read, which ends nearly all contenders for one slot. Returns the slot if the booking is there already. */
async function look(
  { db, pool, clock }: Platform,
  { userId: guestId }: Caller,
  { userId, scheduleSlotId, toScheduleSlotId }: Move,
): Promise<SlotRow | null> {
  const now = clock.now();
  const from = await db
    .selectFrom('schedule_slots')
    .selectAll()
    .where('schedule_slot_id', '=', scheduleSlotId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const values = [guestId, userId, toScheduleSlotId, now];
  const [to] = await prepared<Candidate>(pool, 'booking-candidate', candidateText, values);
  // The owner proposes another time instead.
  if (from && userId === guestId) throw new ApiError('NotAllowed');
  if (from?.booked_by_user_id !== guestId) {
    if (to?.booked_by_user_id === guestId) return to;
    throw new ApiError('ResourceNotFound');
  }
  if (from.starts_at <= now) throw new ApiError('NotAllowed', { message: startedMessage });
  if (scheduleSlotId === toScheduleSlotId) return from;
  if (!to) throw new ApiError('ResourceNotFound');
  if (to.is_past || ![null, guestId].includes(to.booked_by_user_id))
    throw new ApiError('NotAllowed', { message: bookingMessages.taken });
  return null;
}
