import { ApiError } from '@parlance/contract/errors';
import { bookingMessages, type ScheduleSlot } from '@parlance/contract/schedule';
import type { AgainOffer } from '@parlance/contract/standing';
import { againMessages } from '@parlance/contract/trust';
import { type Kysely, sql } from 'kysely';
import { areBlocked, lockPair } from '#people/people';
import type { Tx } from '#platform/effects';
import { localDay, momentAt, wallClock } from '#platform/local-time';
import type { Platform } from '#platform/platform';
import type { Caller } from '#platform/serve';
import type { Tables } from '#tables.generated';
import { announce, lockSchedules } from './bookings.ts';
import { bookUnderLocks, publishSlot } from './schedule.ts';
import { countBooking } from './schedule-rates.ts';
import { zoneOf } from './session-times.ts';
import { type Booking, type SlotRow, toSlot } from './slot-row.ts';

const minuteMs = 60_000;
const weekDays = 7;

/** A session that has begun, with the clocks of who published its time. */
interface Held extends Booking {
  time_zone: string | null;
  local_tz_offset: number | null;
}

/**
 * Says that one would like a session again, a week later at the same time of its owner's clock. Once both have said so it is booked
 * like any other; a time that one of the two no longer has is refused to whoever comes to it.
 */
export async function bookAgain(
  platform: Platform,
  caller: Caller,
  { scheduleSlotId }: { scheduleSlotId: string },
): Promise<{ slot: ScheduleSlot | null }> {
  const now = platform.clock.now();
  const session = await findHeld(platform.db, caller.userId, scheduleSlotId);
  if (!session) throw new ApiError('ResourceNotFound');
  const partnerId = partnerOf(session, caller.userId);
  if (session.starts_at > now) throw refuse('This session has not begun yet.');
  const startsAt = nextWeek(session);
  if (startsAt <= now) throw refuse(againMessages.past);
  await countBooking(platform, caller.userId, partnerId);
  const { slot, isNew } = await platform.db.transaction().execute(async (tx) => {
    await lockPair(tx, caller.userId, partnerId);
    await lockSchedules(tx, [caller.userId, partnerId]);
    if (!(await findHeld(tx, caller.userId, scheduleSlotId))) throw new ApiError('ResourceNotFound');
    if (await areBlocked(tx, caller.userId, partnerId)) throw new ApiError('UserIsBlocked');
    const wanted = { ownerId: session.user_id, startsAt, duration: session.duration };
    const booked = await findBooked(tx, wanted, session.booked_by_user_id);
    if (booked) return { slot: booked, isNew: false };
    await refuseOverlap(tx, wanted, caller.userId, partnerId);
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
      { userId: session.user_id, scheduleSlotId: free.schedule_slot_id },
    );
  });
  if (slot && isNew) {
    const booking = { ...slot, booked_by_user_id: session.booked_by_user_id };
    announce(platform, [booking], { change: 'booked', byUserId: caller.userId });
  }
  return { slot: slot && toSlot(slot) };
}

const refuse = (message: string) => new ApiError('NotAllowed', { message });

const partnerOf = (session: Booking, userId: string): string =>
  session.user_id === userId ? session.booked_by_user_id : session.user_id;

/** The same weekday and time on the owner's clock, whatever the clocks do in between. */
export function nextWeek({ starts_at, ...owner }: Held): Date {
  const zone = zoneOf(owner).id;
  const shown = wallClock(starts_at, zone);
  const minutes = shown.getUTCHours() * 60 + shown.getUTCMinutes();
  shown.setUTCDate(shown.getUTCDate() + weekDays);
  return momentAt(localDay(shown, 'UTC'), minutes, zone);
}

async function findHeld(
  db: Kysely<Tables>,
  userId: string,
  scheduleSlotId: string,
): Promise<Held | undefined> {
  const { rows } = await sql<Held>`
    SELECT slot.*, owner.time_zone, owner.local_tz_offset
    FROM schedule_slots AS slot JOIN users AS owner ON owner.user_id = slot.user_id
    WHERE slot.schedule_slot_id = ${scheduleSlotId} AND slot.booked_by_user_id IS NOT NULL
      AND ${userId} IN (slot.user_id, slot.booked_by_user_id)`.execute(db);
  return rows[0];
}

interface WantedTime {
  ownerId: string;
  startsAt: Date;
  duration: number;
}

async function findBooked(
  tx: Tx,
  { ownerId, startsAt, duration }: WantedTime,
  bookerId: string,
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

/** Sessions of either, and published times of the owner that are not exactly this one. */
async function refuseOverlap(
  tx: Tx,
  { ownerId, startsAt, duration }: WantedTime,
  userId: string,
  partnerId: string,
): Promise<void> {
  const endsAt = new Date(startsAt.getTime() + duration * minuteMs);
  const span = sql`tstzrange(${startsAt}, ${endsAt})`;
  const { rows } = await sql<{ user_id: string; is_session: boolean }>`
    SELECT user_id, true AS is_session FROM schedule_sessions
    WHERE user_id = ANY (${[userId, partnerId]}::uuid[]) AND tstzrange(starts_at, ends_at) && ${span}
    UNION ALL
    SELECT user_id, false FROM schedule_slots
    WHERE user_id = ${ownerId} AND booked_by_user_id IS NULL AND tstzrange(starts_at, ends_at) && ${span}
      AND (starts_at, ends_at) <> (${startsAt}, ${endsAt})`.execute(tx);
  const own = rows.find(({ user_id }) => user_id === userId);
  if (own) throw refuse(own.is_session ? bookingMessages.overlap : againMessages.ownSlot);
  if (rows.length > 0) throw refuse(againMessages.partnerBusy);
}

/** When each of these sessions may be had again, and who has asked, by slot; none where one has a session then. */
export async function loadAgainOffers(
  { db, clock }: Platform,
  userId: string,
  scheduleSlotIds: string[],
): Promise<Map<string, AgainOffer>> {
  if (scheduleSlotIds.length === 0) return new Map();
  const now = clock.now();
  const { rows } = await sql<Held & { is_asked: boolean; is_wanted: boolean }>`
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
