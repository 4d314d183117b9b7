import { ApiError } from '@parlance/contract/errors';
import type { AgainOffer } from '@parlance/contract/reliability';
import { bookingMessages, type ScheduleSlot } from '@parlance/contract/schedule';
import { againMessages } from '@parlance/contract/trust';
import { sql } from 'kysely';
import { areBlocked, lockPair } from '#people/people';
import type { Tx } from '#platform/effects';
import type { Platform } from '#platform/platform';
import type { Caller } from '#platform/serve';
import { announce, lockSchedules } from './bookings.ts';
import { bookUnderLocks, publishSlot } from './schedule.ts';
import { countBooking } from './schedule-rates.ts';
import {
  findOverlaps,
  findSession,
  partnerOf,
  type SessionOfTwo,
  type WantedTime,
} from './session-of-two.ts';
import { weeksAfter, zoneOf } from './session-times.ts';
import { type SlotRow, toSlot } from './slot-row.ts';

/** Requests a session again a week later in the owner's local time. Once both have, it is booked; a conflict is refused. */
export async function bookAgain(
  platform: Platform,
  caller: Caller,
  { scheduleSlotId }: { scheduleSlotId: string },
): Promise<{ slot: ScheduleSlot | null }> {
  const now = platform.clock.now();
  const session = await findSession(platform.db, caller.userId, scheduleSlotId);
  if (!session) throw new ApiError('ResourceNotFound');
  const partnerId = partnerOf(session, caller.userId);
  if (session.starts_at > now) throw refuse('This session has not begun yet.');
  const startsAt = nextWeek(session);
  if (startsAt <= now) throw refuse(againMessages.past);
  await countBooking(platform, caller.userId, partnerId);
  const { slot, isNew } = await platform.db.transaction().execute(async (tx) => {
    await lockPair(tx, caller.userId, partnerId);
    await lockSchedules(tx, [caller.userId, partnerId]);
    if (!(await findSession(tx, caller.userId, scheduleSlotId))) throw new ApiError('ResourceNotFound');
    if (await areBlocked(tx, caller.userId, partnerId)) throw new ApiError('UserIsBlocked');
    const { user_id: ownerId, booked_by_user_id: bookerId, duration } = session;
    const wanted = { ownerId, bookerId, startsAt, duration };
    const booked = await findBooked(tx, wanted);
    if (booked) return { slot: booked, isNew: false };
    await refuseOverlap(tx, wanted, caller.userId);
    await tx
      .insertInto('session_agains')
      .values({
        schedule_slot_id: scheduleSlotId,
        user_id: caller.userId,
        partner_user_id: partnerId,
        asked_at: now,
      })
      .onConflict((conflict) => conflict.columns(['schedule_slot_id', 'user_id']).doNothing())
      .execute();
    const asked = await tx
      .selectFrom('session_agains')
      .select('user_id')
      .where('schedule_slot_id', '=', scheduleSlotId)
      .execute();
    if (asked.length < 2) return { slot: null, isNew: false };
    await tx.deleteFrom('session_agains').where('schedule_slot_id', '=', scheduleSlotId).execute();
    const free = await publishSlot(platform, tx, wanted);
    return bookUnderLocks(
      platform,
      tx,
      { userId: session.booked_by_user_id },
      { userId: session.user_id, scheduleSlotId: free.schedule_slot_id, isAgreed: true },
    );
  });
  if (slot && isNew) {
    const booking = { ...slot, booked_by_user_id: session.booked_by_user_id };
    announce(platform, [booking], { change: 'booked', byUserId: caller.userId });
  }
  return { slot: slot && toSlot(slot) };
}

const refuse = (message: string) => new ApiError('NotAllowed', { message });

const nextWeek = ({ starts_at, ...owner }: SessionOfTwo): Date => weeksAfter(starts_at, 1, zoneOf(owner).id);

async function findBooked(
  tx: Tx,
  { ownerId, bookerId, startsAt, duration }: WantedTime,
): Promise<SlotRow | undefined> {
  return tx
    .selectFrom('schedule_slots')
    .selectAll()
    .where('user_id', '=', ownerId)
    .where('booked_by_user_id', '=', bookerId)
    .where('starts_at', '=', startsAt)
    .where('duration', '=', duration)
    .executeTakeFirst();
}

async function refuseOverlap(tx: Tx, wanted: WantedTime, userId: string): Promise<void> {
  const overlaps = await findOverlaps(tx, wanted);
  const own = overlaps.find(({ user_id }) => user_id === userId);
  if (own) throw refuse(own.is_session ? bookingMessages.overlap : againMessages.ownSlot);
  if (overlaps.length > 0) throw refuse(againMessages.partnerBusy);
}

/** The offers to repeat these sessions, with who has asked, by slot; none if either is busy then. */
export async function loadAgainOffers(
  { db, clock }: Platform,
  userId: string,
  scheduleSlotIds: string[],
): Promise<Map<string, AgainOffer>> {
  if (scheduleSlotIds.length === 0) return new Map();
  const now = clock.now();
  const { rows } = await sql<SessionOfTwo & { is_asked: boolean; is_wanted: boolean }>`
    SELECT slot.*, owner.time_zone, owner.local_tz_offset,
      EXISTS (SELECT FROM session_agains AS own
        WHERE own.schedule_slot_id = slot.schedule_slot_id AND own.user_id = ${userId}) AS is_asked,
      EXISTS (SELECT FROM session_agains AS theirs
        WHERE theirs.schedule_slot_id = slot.schedule_slot_id AND theirs.user_id <> ${userId}) AS is_wanted
    FROM schedule_slots AS slot JOIN users AS owner ON owner.user_id = slot.user_id
    WHERE slot.schedule_slot_id = ANY (${scheduleSlotIds}::uuid[]) AND slot.starts_at <= ${now}
      AND NOT EXISTS (SELECT FROM blocks_between(slot.user_id, slot.booked_by_user_id))`.execute(db);
  const offers = rows.map((row): [string, AgainOffer] => [
    row.schedule_slot_id,
    { startsAt: nextWeek(row), isAsked: row.is_asked, isWanted: row.is_wanted },
  ]);
  const taken = await db
    .selectFrom('schedule_sessions')
    .select('starts_at')
    .where('user_id', '=', userId)
    .where('starts_at', 'in', [now, ...offers.map(([, { startsAt }]) => startsAt)])
    .execute();
  const isTaken = (moment: Date) => taken.some(({ starts_at }) => starts_at.getTime() === moment.getTime());
  return new Map(offers.filter(([, { startsAt }]) => startsAt > now && !isTaken(startsAt)));
}
