import { seriesAwayDays } from '@parlance/contract/series';
import { sql } from 'kysely';
import { lockPair } from '#people/people';
import type { Tx } from '#platform/effects';
import type { Platform } from '#platform/platform';
import { announce, lockSchedules } from './bookings.ts';
import type { SeriesRow } from './series-row.ts';
import { bookWeeks } from './series-weeks.ts';

const lookEverySeconds = 60;
const seriesAtOnce = 100;
const awayMs = seriesAwayDays * 24 * 3_600_000;

/** Books the next week of every series that is within the horizon. */
export function seriesJobs(platform: Platform): void {
  platform.jobs.every(lookEverySeconds, 'weeks of series', () => bookDueWeeks(platform));
}

export async function bookDueWeeks(platform: Platform): Promise<void> {
  const { db, clock } = platform;
  const due = await db
    .selectFrom('session_series')
    .select(['series_id', 'user_id', 'partner_user_id'])
    .where('look_at', '<=', clock.now())
    .orderBy('look_at')
    .limit(seriesAtOnce)
    .execute();
  const failures: unknown[] = [];
  // A failing series must not block the others.
  for (const series of due) await bookNext(platform, series).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, 'Weeks of series could not be booked.');
}

/** Serialised by the locks with bookings, ends and blocks; nothing may be due any more after the wait. */
async function bookNext(
  platform: Platform,
  { series_id, user_id, partner_user_id }: Pick<SeriesRow, 'series_id' | 'user_id' | 'partner_user_id'>,
): Promise<void> {
  const now = platform.clock.now();
  const booked = await platform.db.transaction().execute(async (tx) => {
    await lockPair(tx, user_id, partner_user_id);
    await lockSchedules(tx, [user_id, partner_user_id]);
    const series = await tx
      .selectFrom('session_series')
      .selectAll()
      .where('series_id', '=', series_id)
      .where('look_at', '<=', now)
      .executeTakeFirst();
    if (!series) return [];
    if (!(await isOneAway(tx, series, now))) return bookWeeks(platform, tx, series, null);
    await tx.deleteFrom('session_series').where('series_id', '=', series_id).execute();
    return [];
  });
  announce(platform, booked, { change: 'booked', byUserId: partner_user_id });
}

/** Whether either member has been inactive for weeks: the series then ends, and existing bookings stay. */
async function isOneAway(tx: Tx, { user_id, partner_user_id }: SeriesRow, now: Date): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM users WHERE user_id IN (${user_id}, ${partner_user_id})
      AND coalesce(last_active_at, created_at) <= ${new Date(now.getTime() - awayMs)}`.execute(tx);
  return rows.length > 0;
}
