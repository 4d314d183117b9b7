import type { ParamsOf } from '@parlance/contract/endpoint';
import { ApiError } from '@parlance/contract/errors';
import { filled, says } from '@parlance/contract/message';
import {
  bookingMessages,
  type bookSlot as bookSlotCall,
  futureSlotsMax,
  type ScheduleSlot,
  slotGridMinutes,
  slotHorizonDays,
} from '@parlance/contract/schedule';
import { word } from '@parlance/words/word';
import { CompiledQuery, sql } from 'kysely';
import { recordActivity } from '#access/access';
import { placeBooking } from '#contact/contact';
import { isBookable } from '#domain/bookable';
import { lockPair } from '#people/people';
import { prepared } from '#platform/database';
import type { Tx } from '#platform/effects';
import { createFairQueue } from '#platform/fair-queue';
import { newId } from '#platform/ids';
import type { Platform } from '#platform/platform';
import type { Caller } from '#platform/serve';
import { type Candidate, candidateText, judge } from './booking-candidate.ts';
import { announce, lockBookings, lockSchedules, releaseBookings } from './bookings.ts';
import { queueBookingNotices, queueReminders } from './notices.ts';
import { countBooking, countSlot } from './schedule-rates.ts';
import { type SlotRow, toOwnSlot, toSlot } from './slot-row.ts';

export { sessionTime, type Zone, zoneOf } from './session-times.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Publishes a slot. Idempotent: a repeat returns the existing slot. */
export async function createSlot(
  platform: Platform,
  caller: Caller,
  { startsAt, duration }: { startsAt: Date; duration: number },
): Promise<ScheduleSlot> {
  const now = platform.clock.now();
  checkStart(startsAt, now);
  await countSlot(platform, caller.userId);
  return platform.db.transaction().execute(async (tx) => {
    // Serialises the owner's calls, so the count below holds and a double click causes no overlap error.
    await lockSchedules(tx, [caller.userId]);
    const slot = await publishSlot(platform, tx, { ownerId: caller.userId, startsAt, duration });
    return toOwnSlot(await revive(tx, slot));
  });
}

/** Makes the slot a generated one again if the owner had deleted exactly it, as by "Undo": a rule change must still remove it. */
async function revive(tx: Tx, slot: SlotRow): Promise<SlotRow> {
  const { rows } = await sql<SlotRow>`
    WITH undone AS (
      DELETE FROM weekly_hours_exceptions
      WHERE user_id = ${slot.user_id} AND starts_at = ${slot.starts_at} AND ends_at = ${slot.ends_at}
      RETURNING user_id
    )
    UPDATE schedule_slots SET is_from_weekly_hours = true
    WHERE schedule_slot_id = ${slot.schedule_slot_id} AND EXISTS (SELECT FROM undone)
    RETURNING *`.execute(tx);
  return rows[0] ?? slot;
}

/** Creates a slot or returns the identical one. The owner's schedule must be locked. */
export async function publishSlot(
  { clock }: Platform,
  tx: Tx,
  { ownerId, startsAt, duration }: { ownerId: string; startsAt: Date; duration: number },
): Promise<SlotRow> {
  const now = clock.now();
  const endsAt = new Date(startsAt.getTime() + duration * minuteMs);
  const created = await sql<SlotRow>`
    INSERT INTO schedule_slots (schedule_slot_id, user_id, starts_at, ends_at, duration, created_at, updated_at)
    SELECT ${newId(clock)}, user_id, ${startsAt}, ${endsAt}, ${duration}, ${now}, ${now} FROM users
    WHERE user_id = ${ownerId} AND (
      SELECT count(*) FROM schedule_slots WHERE user_id = ${ownerId} AND starts_at > ${now}
    ) < ${futureSlotsMax}
    ON CONFLICT DO NOTHING
    RETURNING *`.execute(tx);
  if (created.rows[0]) return created.rows[0];

  const overlapping = await sql<SlotRow>`
    SELECT * FROM schedule_slots
    WHERE user_id = ${ownerId} AND tstzrange(starts_at, ends_at) && tstzrange(${startsAt}, ${endsAt})
  `.execute(tx);
  const same = overlapping.rows.find(
    (slot) => slot.duration === duration && slot.starts_at.getTime() === startsAt.getTime(),
  );
  if (same) return same;
  if (overlapping.rows.length > 0) {
    throw new ApiError('NotAllowed', { message: 'This time overlaps with another slot of yours.' });
  }
  throw new ApiError(
    'NotAllowed',
    filled('You can have at most {futureSlotsMax} future slots.', { futureSlotsMax }),
  );
}

/** Refuses a start in the past, off the grid or too far ahead. */
export function checkStart(startsAt: Date, now: Date): void {
  const problem =
    startsAt <= now
      ? word('Must be in the future')
      : startsAt.getTime() > now.getTime() + slotHorizonDays * dayMs
        ? says('Must be within {days} days', { days: slotHorizonDays })
        : startsAt.getTime() % (slotGridMinutes * minuteMs) !== 0
          ? word('Must be on a quarter of an hour')
          : null;
  if (problem) throw new ApiError('RequestDataInvalid', { fields: { startsAt: problem } });
}

/** Deletes an own free slot. The condition is in the statement, so a concurrent booking wins. The time of a generated one is kept free. */
export async function deleteSlot(
  platform: Platform,
  caller: Caller,
  { scheduleSlotId }: { scheduleSlotId: string },
): Promise<void> {
  const { rows } = await sql`
    WITH gone AS (
      DELETE FROM schedule_slots
      WHERE schedule_slot_id = ${scheduleSlotId} AND user_id = ${caller.userId} AND booked_by_user_id IS NULL
      RETURNING *
    ), kept_free AS (
      INSERT INTO weekly_hours_exceptions (user_id, starts_at, ends_at)
      SELECT user_id, starts_at, ends_at FROM gone
      WHERE is_from_weekly_hours AND starts_at > ${platform.clock.now()}
      ON CONFLICT (user_id, starts_at) DO UPDATE SET ends_at = excluded.ends_at
    )
    SELECT FROM gone`.execute(platform.db);
  if (rows.length === 0) {
    const own = await platform.db
      .selectFrom('schedule_slots')
      .select('schedule_slot_id')
      .where('schedule_slot_id', '=', scheduleSlotId)
      .where('user_id', '=', caller.userId)
      .executeTakeFirst();
    if (!own) throw new ApiError('ResourceNotFound');
    throw new ApiError('NotAllowed', { message: 'This slot is booked. Please cancel the session first.' });
  }
  platform.realtime.toUser(caller.userId, 'schedule:changed', {
    scheduleSlotId,
    change: 'deleted',
    byUserId: caller.userId,
  });
}

type SlotOfOwner = ParamsOf<typeof bookSlotCall>;

// Limits concurrency: contention for one slot must not use up the connection pool.
export const queueBooking = createFairQueue({ concurrency: 8 });

/** Books a free slot. Of concurrent callers exactly one succeeds; repeating an own booking is allowed. */
export async function bookSlot(
  platform: Platform,
  caller: Caller,
  wanted: SlotOfOwner,
): Promise<ScheduleSlot> {
  const { slot, isNew } = await queueBooking(async () => {
    // An unlocked read first: of a thousand contenders nearly all end here, for one prepared statement.
    const values = [caller.userId, wanted.userId, wanted.scheduleSlotId, platform.clock.now()];
    const [seen] = await prepared<Candidate>(platform.pool, 'booking-candidate', candidateText, values);
    const mine = judge(seen, caller.userId);
    if (mine) return { slot: mine, isNew: false };
    await countBooking(platform, caller.userId, wanted.userId);
    return platform.db.transaction().execute(async (tx) => {
      // The locks of takeSlot, in its order. A booking that is there already would make the two acquainted.
      await lockPair(tx, caller.userId, wanted.userId);
      await lockSchedules(tx, [caller.userId, wanted.userId]);
      await placeBooking(platform, tx, { guestId: caller.userId, ownerId: wanted.userId });
      return bookUnderLocks(platform, tx, caller, wanted);
    });
  });
  if (isNew) {
    const booking = { ...slot, booked_by_user_id: caller.userId };
    announce(platform, [booking], { change: 'booked', byUserId: caller.userId });
  }
  return toSlot(slot);
}

/** A slot to book; `isAgreed` if both members chose the time, so that the owner's notice and buffer do not apply. */
type WantedSlot = SlotOfOwner & { isAgreed?: boolean };

/** Takes both locks, then books on behalf of the booker. */
export async function bookUnderLocks(
  platform: Platform,
  tx: Tx,
  caller: Pick<Caller, 'userId'>,
  wanted: WantedSlot,
): Promise<{ slot: SlotRow; isNew: boolean }> {
  const { slot, isNew } = await takeSlot(platform, tx, caller, wanted);
  if (isNew) {
    const [owner, guest] = [slot.user_id, caller.userId];
    await queueBookingNotices(tx, platform.clock, slot, { kind: 'booked', userId: owner, byUserId: guest });
    await queueBookingNotices(tx, platform.clock, slot, {
      kind: 'booked-own',
      userId: guest,
      byUserId: owner,
    });
    await queueReminders(tx, platform.clock, { ...slot, booked_by_user_id: caller.userId });
    await recordActivity(tx, platform.clock, caller.userId, 'book-schedule-slot');
  }
  return { slot, isNew };
}

/** Books without notices. */
export async function takeSlot(
  { clock }: Platform,
  tx: Tx,
  caller: Pick<Caller, 'userId'>,
  wanted: WantedSlot,
): Promise<{ slot: SlotRow; isNew: boolean }> {
  // Lock order: the pair (against a block), then the schedules (against bookings and bans). Must not change.
  await lockPair(tx, caller.userId, wanted.userId);
  await lockSchedules(tx, [caller.userId, wanted.userId]);
  const now = clock.now();
  const values = [caller.userId, wanted.userId, wanted.scheduleSlotId, now];
  const look = await tx.executeQuery<Candidate>(CompiledQuery.raw(candidateText, values));
  const mine = judge(look.rows[0], caller.userId, wanted);
  if (mine) return { slot: mine, isNew: false };
  const isOpen = wanted.isAgreed
    ? sql`booked_by_user_id IS NULL AND starts_at > ${now}`
    : isBookable('schedule_slots', now);
  const booked = await sql<SlotRow>`
    WITH booked AS (
      UPDATE schedule_slots
      SET booked_by_user_id = ${caller.userId}, sequence = sequence + 1, updated_at = ${now}
      WHERE schedule_slot_id = ${wanted.scheduleSlotId} AND user_id = ${wanted.userId}
        AND ${isOpen}
      RETURNING *
    ), parties AS (
      INSERT INTO schedule_sessions (schedule_slot_id, user_id, starts_at, ends_at)
      SELECT schedule_slot_id, party, starts_at, ends_at
      FROM booked, unnest(ARRAY[user_id, booked_by_user_id]) AS party
    )
    SELECT * FROM booked`.execute(tx);
  const [slot] = booked.rows;
  if (!slot) throw new ApiError('NotAllowed', { message: bookingMessages.taken });
  return { slot, isNew: true };
}

/** Cancels a booking before its start, for either party. */
export async function cancelBooking(
  platform: Platform,
  caller: Caller,
  { userId, scheduleSlotId }: SlotOfOwner,
): Promise<void> {
  const slot = await platform.db
    .selectFrom('schedule_slots')
    .select(['user_id', 'booked_by_user_id', 'starts_at'])
    .where('schedule_slot_id', '=', scheduleSlotId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const isOwner = slot?.user_id === caller.userId;
  if (!slot || (!isOwner && slot.booked_by_user_id !== caller.userId)) throw new ApiError('ResourceNotFound');
  const bookerId = slot.booked_by_user_id;
  if (bookerId === null) return;
  const now = platform.clock.now();
  if (slot.starts_at <= now) {
    throw new ApiError('NotAllowed', { message: 'This session has already started.' });
  }
  const { released, afterCommit } = await platform.db.transaction().execute(async (tx) => {
    // The locks of both: the release changes which slots around the session are bookable.
    await lockSchedules(tx, [userId, bookerId]);
    const isStillThere = sql<boolean>`schedule_slot_id = ${scheduleSlotId} AND booked_by_user_id = ${bookerId}`;
    const bookings = await lockBookings(tx, now, isStillThere);
    if (bookings.length === 0) return { released: [], afterCommit: null };
    await releaseBookings(tx, platform.clock, bookings, { byUserId: caller.userId, kind: 'cancelled' });
    await recordActivity(tx, platform.clock, caller.userId, 'cancel-schedule-slot');
    const later = await platform.effects.run(platform, tx, 'sessionCancelled', { scheduleSlotId });
    return { released: bookings, afterCommit: later };
  });
  // The other side cancelled first: for the owner the slot is free, for the booker the session does not exist.
  if (released.length === 0 && !isOwner) throw new ApiError('ResourceNotFound');
  announce(platform, released, { change: 'cancelled', byUserId: caller.userId });
  await afterCommit?.();
}
