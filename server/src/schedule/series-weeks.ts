import { ApiError } from '@parlance/contract/errors';
import { seriesWeeksAhead } from '@parlance/contract/series';
import { sql } from 'kysely';
import type { Tx } from '#platform/effects';
import type { Platform } from '#platform/platform';
import { lockBookings } from './bookings.ts';
import { queueBookingNotices, queueReminders } from './notices.ts';
import { publishSlot, takeSlot } from './schedule.ts';
import { type SeriesRow, weekStart } from './series-row.ts';
import { findOverlaps, type WantedTime } from './session-of-two.ts';
import type { Booking } from './slot-row.ts';

const aheadMs = seriesWeeksAhead * 7 * 24 * 3_600_000;

/** The member who agreed and the one to notify; null for a week booked by the job, which only sends reminders. */
type Agreement = { byUserId: string; toUserId: string } | null;

/** Decides each week within the horizon once: booked, or skipped if either member is busy. The caller holds both locks. */
export async function bookWeeks(
  platform: Platform,
  tx: Tx,
  series: SeriesRow,
  agreement: Agreement,
): Promise<Booking[]> {
  const now = platform.clock.now();
  const until = new Date(now.getTime() + aheadMs);
  const booked: Booking[] = [];
  let week = series.next_week;
  for (let startsAt = weekStart(series, week); startsAt <= until; startsAt = weekStart(series, ++week)) {
    // The job did not run for weeks.
    if (startsAt <= now) continue;
    const found = await bookWeek(platform, tx, series, startsAt);
    await tx
      .insertInto('series_weeks')
      .values({
        series_id: series.series_id,
        week,
        starts_at: startsAt,
        schedule_slot_id: found?.booking.schedule_slot_id ?? null,
        how: found?.how ?? 'busy',
      })
      .execute();
    if (!found || found.how === 'found') continue;
    booked.push(found.booking);
    await queueReminders(tx, platform.clock, found.booking);
    if (!agreement) continue;
    const { byUserId, toUserId } = agreement;
    await queueBookingNotices(tx, platform.clock, found.booking, {
      kind: 'weekly',
      userId: toUserId,
      byUserId,
    });
  }
  const lookAt = new Date(weekStart(series, week).getTime() - aheadMs);
  await tx
    .updateTable('session_series')
    .set({ next_week: week, look_at: lookAt })
    .where('series_id', '=', series.series_id)
    .execute();
  return booked;
}

interface BookedWeek {
  booking: Booking;
  how: 'found' | 'taken' | 'made';
}

/** The session of one week; null if it cannot be booked. */
async function bookWeek(
  platform: Platform,
  tx: Tx,
  { user_id: ownerId, partner_user_id: bookerId, duration }: SeriesRow,
  startsAt: Date,
): Promise<BookedWeek | null> {
  const isThisTime = sql<boolean>`user_id = ${ownerId} AND starts_at = ${startsAt} AND duration = ${duration}`;
  const isTheirs = sql<boolean>`${isThisTime} AND booked_by_user_id = ${bookerId}`;
  const [there] = await lockBookings(tx, platform.clock.now(), isTheirs);
  // A session of another week that was moved to this time: this week has none of its own.
  if (there) return (await isWeek(tx, there)) ? null : { booking: there, how: 'found' };
  const wanted = { ownerId, bookerId, startsAt, duration };
  if ((await findOverlaps(tx, wanted)).length > 0) return null;
  const published = await sql`SELECT FROM schedule_slots WHERE ${isThisTime}`.execute(tx);
  const slotId = await publish(platform, tx, wanted);
  if (slotId === null) return null;
  const { slot } = await takeSlot(
    platform,
    tx,
    { userId: bookerId },
    { userId: ownerId, scheduleSlotId: slotId, isAgreed: true },
  );
  return {
    booking: { ...slot, booked_by_user_id: bookerId },
    how: published.rows.length > 0 ? 'taken' : 'made',
  };
}

async function isWeek(tx: Tx, { schedule_slot_id }: Booking): Promise<boolean> {
  const week = await tx
    .selectFrom('series_weeks')
    .select('week')
    .where('schedule_slot_id', '=', schedule_slot_id)
    .executeTakeFirst();
  return week !== undefined;
}

/** Null if the owner has reached the limit of slots ahead. */
async function publish(platform: Platform, tx: Tx, wanted: WantedTime): Promise<string | null> {
  try {
    return (await publishSlot(platform, tx, wanted)).schedule_slot_id;
  } catch (error) {
    if (error instanceof ApiError && error.statusCode === 403) return null;
    throw error;
  }
}
