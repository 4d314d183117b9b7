import { ApiError } from '@parlance/contract/errors';
import { bookingMessages } from '@parlance/contract/schedule';
import { sql } from 'kysely';
import type { AfterCommit, Tx } from '#platform/effects';
import { newId } from '#platform/ids';
import type { Platform } from '#platform/platform';
import { announce } from './bookings.ts';
import { queueMoveNotices } from './notices.ts';
import { takeSlot } from './schedule.ts';
import { type Booking, calendarUid, type SlotRow } from './slot-row.ts';

/** A moved booking, and what to emit after the commit. */
export interface Moved {
  slot: Booking;
  afterCommit: AfterCommit;
}

const minuteMs = 60_000;

/**
 * Moves a locked booking to a free slot of the same owner. The old slot is released first: its session must neither overlap the new time nor
 * keep a buffer around it. A refusal rolls everything back, so the guest keeps the old slot. The caller holds the locks of both.
 */
export async function moveToSlot(
  platform: Platform,
  tx: Tx,
  booking: Booking,
  to: { scheduleSlotId: string; isAgreed?: boolean },
  byUserId: string,
): Promise<Moved> {
  const { clock } = platform;
  const now = clock.now();
  const { schedule_slot_id, user_id, booked_by_user_id } = booking;
  await dropSessions(tx, schedule_slot_id);
  await tx
    .updateTable('schedule_slots')
    .set({
      booked_by_user_id: null,
      // The entry in the calendars of both moves along, so the next booking of this slot needs another UID.
      calendar_uid: newId(clock),
      sequence: booking.sequence + 1,
      proposed_starts_at: null,
      proposed_sequence: null,
      updated_at: now,
    })
    .where('schedule_slot_id', '=', schedule_slot_id)
    .execute();
  const { slot: taken, isNew } = await takeSlot(
    platform,
    tx,
    { userId: booked_by_user_id },
    { userId: user_id, ...to },
  );
  // The guest has booked that slot as well.
  if (!isNew) throw new ApiError('NotAllowed', { message: bookingMessages.overlap });
  const slot = (await tx
    .updateTable('schedule_slots')
    .set({
      calendar_uid: calendarUid(booking),
      // Calendars ignore an update whose SEQUENCE is not above the one they have.
      sequence: Math.max(taken.sequence, booking.sequence + 1),
    })
    .where('schedule_slot_id', '=', to.scheduleSlotId)
    .returningAll()
    .executeTakeFirstOrThrow()) as Booking;
  return finish(platform, tx, booking, slot, byUserId);
}

/** Changes the start of a booked slot itself, for a time that overlaps the present one. The caller holds the locks of both. */
export async function shiftSlot(
  platform: Platform,
  tx: Tx,
  booking: Booking,
  startsAt: Date,
  byUserId: string,
): Promise<Moved> {
  const endsAt = new Date(startsAt.getTime() + booking.duration * minuteMs);
  await dropSessions(tx, booking.schedule_slot_id);
  const slot = (await tx
    .updateTable('schedule_slots')
    .set({
      starts_at: startsAt,
      ends_at: endsAt,
      // The weekly hours do not have this time.
      is_from_weekly_hours: false,
      sequence: booking.sequence + 1,
      proposed_starts_at: null,
      proposed_sequence: null,
      updated_at: platform.clock.now(),
    })
    .where('schedule_slot_id', '=', booking.schedule_slot_id)
    .returningAll()
    .executeTakeFirstOrThrow()) as Booking;
  const { schedule_slot_id } = slot;
  await tx
    .insertInto('schedule_sessions')
    .values(
      [slot.user_id, slot.booked_by_user_id].map((user_id) => ({
        schedule_slot_id,
        user_id,
        starts_at: startsAt,
        ends_at: endsAt,
      })),
    )
    .execute();
  return finish(platform, tx, booking, slot, byUserId);
}

async function dropSessions(tx: Tx, scheduleSlotId: string): Promise<void> {
  await tx.deleteFrom('schedule_sessions').where('schedule_slot_id', '=', scheduleSlotId).execute();
}

async function finish(
  platform: Platform,
  tx: Tx,
  from: Booking,
  slot: Booking,
  byUserId: string,
): Promise<Moved> {
  const uid = calendarUid(slot);
  // An earlier cancellation of the same entry, since booked again, must not follow it to the new slot.
  await sql`
    DELETE FROM schedule_cancellations WHERE user_id = ANY (${[slot.user_id, slot.booked_by_user_id]}::uuid[])
      AND coalesce(calendar_uid, schedule_slot_id) = ${uid}`.execute(tx);
  await queueMoveNotices(tx, platform.clock, from, slot, byUserId);
  const later = await platform.effects.run(platform, tx, 'sessionMoved', {
    scheduleSlotId: from.schedule_slot_id,
    toScheduleSlotId: slot.schedule_slot_id,
  });
  return {
    slot,
    afterCommit: async () => {
      announce(platform, [slot], { change: 'moved', byUserId });
      await later();
    },
  };
}

/** Whether a time of the same length overlaps the slot. */
export const overlapsItself = ({ starts_at, duration }: SlotRow, startsAt: Date): boolean =>
  Math.abs(startsAt.getTime() - starts_at.getTime()) < duration * minuteMs;
