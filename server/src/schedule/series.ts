import { ApiError } from '@parlance/contract/errors';
import type { ScheduleSlot } from '@parlance/contract/schedule';
import { seriesMax, seriesMessages } from '@parlance/contract/series';
import { answerableMs } from '@parlance/contract/trust';
import { sql } from 'kysely';
import { recordActivity } from '#access/access';
import { areBlocked, lockPair } from '#people/people';
import type { Tx } from '#platform/effects';
import { newId } from '#platform/ids';
import type { Platform } from '#platform/platform';
import type { Caller } from '#platform/serve';
import { announce, lockBookings, lockSchedules } from './bookings.ts';
import { countBooking } from './schedule-rates.ts';
import { isInSeries, type SeriesRow } from './series-row.ts';
import { bookWeeks } from './series-weeks.ts';
import { findSession, partnerOf, type SessionOfTwo } from './session-of-two.ts';
import { zoneOf } from './session-times.ts';
import { type Booking, type SlotRow, toSlot } from './slot-row.ts';

const refuse = (message: string) => new ApiError('NotAllowed', { message });

/** Requests a weekly series. Once both have, the next weeks are booked in the owner's local time; series.jobs.ts books the rest. */
export async function meetWeekly(
  platform: Platform,
  caller: Caller,
  { scheduleSlotId }: { scheduleSlotId: string },
): Promise<{ slots: ScheduleSlot[] | null }> {
  const { db, clock } = platform;
  const now = clock.now();
  const seen = await findSession(db, caller.userId, scheduleSlotId);
  if (!seen) throw new ApiError('ResourceNotFound');
  const partnerId = partnerOf(seen, caller.userId);
  if (now.getTime() - seen.ends_at.getTime() >= answerableMs) throw refuse(seriesMessages.tooLongAgo);
  await countBooking(platform, caller.userId, partnerId);
  const { slots, booked } = await db.transaction().execute(async (tx) => {
    await lockPair(tx, caller.userId, partnerId);
    await lockSchedules(tx, [caller.userId, partnerId]);
    const session = await keepSession(tx, now, caller.userId, scheduleSlotId);
    if (!session || partnerOf(session, caller.userId) !== partnerId) throw new ApiError('ResourceNotFound');
    if (await areBlocked(tx, caller.userId, partnerId)) throw new ApiError('UserIsBlocked');
    const known = await findSeries(tx, scheduleSlotId);
    if (known) return { slots: await readAhead(tx, known, now), booked: [] };
    await refuseTooMany(tx, session, caller.userId);
    if (!(await haveBothAsked(tx, now, session, caller.userId))) return { slots: null, booked: [] };
    const series = await begin(platform, tx, session);
    const booked = await bookWeeks(platform, tx, series, { byUserId: caller.userId, toUserId: partnerId });
    const ahead = await readAhead(tx, series.series_id, now);
    if (ahead.every((slot) => slot.schedule_slot_id === scheduleSlotId)) throw refuse(seriesMessages.noWeek);
    await recordActivity(tx, clock, caller.userId, 'book-schedule-slot');
    return { slots: ahead, booked };
  });
  announce(platform, booked, { change: 'booked', byUserId: caller.userId });
  return { slots: slots?.map(toSlot) ?? null };
}

/** Locks the session against cancellation until the transaction ends. */
async function keepSession(
  tx: Tx,
  now: Date,
  userId: string,
  scheduleSlotId: string,
): Promise<SessionOfTwo | undefined> {
  await lockBookings(tx, now, sql<boolean>`schedule_slot_id = ${scheduleSlotId}`);
  return findSession(tx, userId, scheduleSlotId);
}

export async function findSeries(tx: Tx, scheduleSlotId: string): Promise<string | undefined> {
  const week = await tx
    .selectFrom('series_weeks')
    .select('series_id')
    .where('schedule_slot_id', '=', scheduleSlotId)
    .executeTakeFirst();
  return week?.series_id;
}

async function readAhead(tx: Tx, seriesId: string, now: Date): Promise<SlotRow[]> {
  const { rows } = await sql<SlotRow>`
    SELECT slot.* FROM series_weeks AS week JOIN schedule_slots AS slot USING (schedule_slot_id)
    WHERE week.series_id = ${seriesId} AND slot.starts_at > ${now} ORDER BY slot.starts_at`.execute(tx);
  return rows;
}

async function refuseTooMany(tx: Tx, session: Booking, userId: string): Promise<void> {
  const partnerId = partnerOf(session, userId);
  const { rows } = await sql<SeriesRow>`
    SELECT * FROM session_series
    WHERE user_id = ANY (${[userId, partnerId]}::uuid[])
      OR partner_user_id = ANY (${[userId, partnerId]}::uuid[])`.execute(tx);
  const areOf = (personId: string) =>
    rows.filter((series) => [series.user_id, series.partner_user_id].includes(personId));
  const ofPair = areOf(userId).filter((series) => areOf(partnerId).includes(series));
  if (ofPair.some((series) => isInSeries(series, session.starts_at))) throw refuse(seriesMessages.same);
  if (ofPair.length >= seriesMax.pair) throw refuse(seriesMessages.pair);
  if (areOf(userId).length >= seriesMax.person) throw refuse(seriesMessages.own);
  if (areOf(partnerId).length >= seriesMax.person) throw refuse(seriesMessages.partner);
}

/** Stores the request; deletes it once both have asked. */
async function haveBothAsked(tx: Tx, now: Date, session: Booking, userId: string): Promise<boolean> {
  const { schedule_slot_id } = session;
  await tx
    .insertInto('weekly_asks')
    .values({ schedule_slot_id, user_id: userId, partner_user_id: partnerOf(session, userId), asked_at: now })
    .onConflict((conflict) => conflict.columns(['schedule_slot_id', 'user_id']).doNothing())
    .execute();
  const asked = await tx
    .selectFrom('weekly_asks')
    .select('user_id')
    .where('schedule_slot_id', '=', schedule_slot_id)
    .execute();
  if (asked.length < 2) return false;
  await tx.deleteFrom('weekly_asks').where('schedule_slot_id', '=', schedule_slot_id).execute();
  return true;
}

async function begin({ clock }: Platform, tx: Tx, session: SessionOfTwo): Promise<SeriesRow> {
  const now = clock.now();
  const series = await tx
    .insertInto('session_series')
    .values({
      series_id: newId(clock),
      user_id: session.user_id,
      partner_user_id: session.booked_by_user_id,
      first_starts_at: session.starts_at,
      time_zone: zoneOf(session).id,
      duration: session.duration,
      agreed_at: now,
      next_week: 1,
      look_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('series_weeks')
    .values({
      series_id: series.series_id,
      week: 0,
      starts_at: session.starts_at,
      schedule_slot_id: session.schedule_slot_id,
      how: 'found',
    })
    .execute();
  return series;
}
