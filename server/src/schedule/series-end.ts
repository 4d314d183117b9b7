import { ApiError } from '@parlance/contract/errors';
import { type RawBuilder, sql } from 'kysely';
import { recordActivity } from '#access/access';
import { lockPair } from '#people/people';
import type { AfterCommit, Tx } from '#platform/effects';
import type { Platform } from '#platform/platform';
import type { Caller } from '#platform/serve';
import { announce, lockBookings, lockSchedules, releaseBookings } from './bookings.ts';
import { findSeries } from './series.ts';
import { findSession, partnerOf } from './session-of-two.ts';

/** Ends a series and releases its future sessions; separate bookings stay. Before an agreement it withdraws or declines the request. */
export async function endWeekly(
  platform: Platform,
  caller: Caller,
  { scheduleSlotId }: { scheduleSlotId: string },
): Promise<void> {
  const { db, clock } = platform;
  const session = await findSession(db, caller.userId, scheduleSlotId);
  if (!session) throw new ApiError('ResourceNotFound');
  const people = [caller.userId, partnerOf(session, caller.userId)] as const;
  const { released, after } = await db.transaction().execute(async (tx) => {
    await lockPair(tx, ...people);
    await lockSchedules(tx, [...people]);
    // The other side was first.
    if (!(await findSession(tx, caller.userId, scheduleSlotId))) return { released: [], after: [] };
    await tx.deleteFrom('weekly_asks').where('schedule_slot_id', '=', scheduleSlotId).execute();
    const seriesId = await findSeries(tx, scheduleSlotId);
    if (seriesId === undefined) return { released: [], after: [] };
    const areOfIt = sql<boolean>`schedule_slot_id IN (
      SELECT schedule_slot_id FROM series_weeks WHERE series_id = ${seriesId} AND how <> 'found')`;
    const released = await lockBookings(tx, clock.now(), areOfIt);
    await releaseBookings(tx, clock, released, { byUserId: caller.userId, kind: 'cancelled' });
    await recordActivity(tx, clock, caller.userId, 'cancel-schedule-slot');
    const after: AfterCommit[] = [];
    for (const { schedule_slot_id } of released) {
      const event = { scheduleSlotId: schedule_slot_id };
      after.push(await platform.effects.run(platform, tx, 'sessionCancelled', event));
    }
    await tx.deleteFrom('session_series').where('series_id', '=', seriesId).execute();
    return { released, after };
  });
  announce(platform, released, { change: 'cancelled', byUserId: caller.userId });
  for (const later of after) await later();
}

/** Leaves the week of a cancelled session empty; a slot created for the series is deleted instead of offered. */
export async function leaveWeek(tx: Tx, scheduleSlotId: string): Promise<void> {
  await tx.deleteFrom('weekly_asks').where('schedule_slot_id', '=', scheduleSlotId).execute();
  await sql`
    DELETE FROM schedule_slots WHERE schedule_slot_id = ${scheduleSlotId} AND booked_by_user_id IS NULL
      AND EXISTS (SELECT FROM series_weeks AS week
        WHERE week.schedule_slot_id = ${scheduleSlotId} AND week.how = 'made')`.execute(tx);
  await tx
    .updateTable('series_weeks')
    .set({ schedule_slot_id: null })
    .where('schedule_slot_id', '=', scheduleSlotId)
    .execute();
}

/**
 * Lets the week follow its moved session; the series itself does not change. Open requests lapse, since they were about the old time, and a
 * slot created for the series is deleted instead of offered.
 */
export async function moveWeek(tx: Tx, scheduleSlotId: string, toScheduleSlotId: string): Promise<void> {
  await tx.deleteFrom('weekly_asks').where('schedule_slot_id', '=', scheduleSlotId).execute();
  if (scheduleSlotId === toScheduleSlotId) return;
  const week = await tx
    .selectFrom('series_weeks')
    .select(['series_id', 'week', 'how'])
    .where('schedule_slot_id', '=', scheduleSlotId)
    .executeTakeFirst();
  if (!week) return;
  await tx
    .updateTable('series_weeks')
    .set({ schedule_slot_id: toScheduleSlotId, how: week.how === 'made' ? 'taken' : week.how })
    .where('series_id', '=', week.series_id)
    .where('week', '=', week.week)
    .execute();
  if (week.how === 'made')
    await tx.deleteFrom('schedule_slots').where('schedule_slot_id', '=', scheduleSlotId).execute();
}

/** Deletes matching series, whose future sessions are already released, and open requests. */
export async function forgetSeries(tx: Tx, now: Date, fits: RawBuilder<boolean>): Promise<void> {
  await sql`DELETE FROM weekly_asks WHERE ${fits}`.execute(tx);
  await sql`
    DELETE FROM schedule_slots WHERE booked_by_user_id IS NULL AND starts_at > ${now} AND schedule_slot_id IN (
      SELECT week.schedule_slot_id FROM series_weeks AS week JOIN session_series USING (series_id)
      WHERE week.how = 'made' AND (${fits}))`.execute(tx);
  await sql`DELETE FROM session_series WHERE ${fits}`.execute(tx);
}
