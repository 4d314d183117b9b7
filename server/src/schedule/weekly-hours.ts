import type { PayloadOf } from '@parlance/contract/endpoint';
import {
  type setWeeklyHours as setWeeklyHoursCall,
  type WeeklyHours,
  weeklyHoursDefault,
} from '@parlance/contract/weekly-hours';
import { sql } from 'kysely';
import type { Tx } from '#platform/effects';
import type { Platform } from '#platform/platform';
import type { Caller } from '#platform/serve';
import { lockSchedules } from './bookings.ts';
import { countWeeklyHours } from './schedule-rates.ts';
import { generateSlots, type HoursRow } from './weekly-generation.ts';
import { horizonOf, weeklyTimes } from './weekly-times.ts';

/** The caller's weekly hours; before anything is set none, in the zone of the account. */
export async function getWeeklyHours({ db }: Platform, caller: Caller): Promise<WeeklyHours> {
  const { rows } = await sql<HoursRow>`SELECT * FROM weekly_hours WHERE user_id = ${caller.userId}`.execute(
    db,
  );
  if (rows[0]) return toHours(rows[0]);
  const { time_zone } = await db
    .selectFrom('users')
    .select('time_zone')
    .where('user_id', '=', caller.userId)
    .executeTakeFirstOrThrow();
  return { ...weeklyHoursDefault, rules: [], timeZone: time_zone ?? 'UTC', isFull: false };
}

const toHours = (row: HoursRow): WeeklyHours => ({
  timeZone: row.time_zone,
  rules: row.rules,
  minNoticeHours: row.min_notice_hours,
  bufferMinutes: row.buffer_minutes,
  weeksAhead: row.weeks_ahead,
  isFull: row.is_full,
});

/** Replaces the caller's weekly hours, applies notice and buffer to all slots ahead, and generates those of the rules. */
export async function setWeeklyHours(
  platform: Platform,
  { userId }: Caller,
  hours: PayloadOf<typeof setWeeklyHoursCall>,
): Promise<WeeklyHours> {
  await countWeeklyHours(platform, userId);
  return platform.db.transaction().execute(async (tx) => {
    await lockSchedules(tx, [userId]);
    const row = await storeHours(platform, tx, userId, hours);
    await limitSlots(platform, tx, row);
    await removeUnfit(platform, tx, row);
    const generated = await generateSlots(platform, tx, [row]);
    return { ...hours, isFull: generated.get(userId)?.isFull ?? false };
  });
}

async function storeHours(
  { clock }: Platform,
  tx: Tx,
  userId: string,
  { timeZone, rules, minNoticeHours, bufferMinutes, weeksAhead }: PayloadOf<typeof setWeeklyHoursCall>,
): Promise<HoursRow> {
  const now = clock.now();
  const { rows } = await sql<HoursRow>`
    INSERT INTO weekly_hours
      (user_id, time_zone, rules, min_notice_hours, buffer_minutes, weeks_ahead, generated_until, updated_at)
    VALUES (${userId}, ${timeZone}, ${JSON.stringify(rules)}, ${minNoticeHours}, ${bufferMinutes}, ${weeksAhead},
      ${now}, ${now})
    ON CONFLICT (user_id) DO UPDATE SET time_zone = excluded.time_zone, rules = excluded.rules,
      min_notice_hours = excluded.min_notice_hours, buffer_minutes = excluded.buffer_minutes,
      weeks_ahead = excluded.weeks_ahead, generated_until = excluded.generated_until, updated_at = excluded.updated_at
    RETURNING *`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('an upsert returns its row');
  return row;
}

/** Applies notice and buffer to slots that exist; the triggers apply them to new ones. */
async function limitSlots({ clock }: Platform, tx: Tx, hours: HoursRow): Promise<void> {
  await sql`
    UPDATE schedule_slots AS slot SET bookable_until = fresh.bookable_until, is_buffered = fresh.is_buffered
    FROM schedule_slots AS old, LATERAL (
      SELECT old.starts_at - ${hours.min_notice_hours} * interval '1 hour' AS bookable_until,
        has_session_near(old.schedule_slot_id, old.user_id, old.starts_at, old.ends_at) AS is_buffered
    ) AS fresh
    WHERE old.user_id = ${hours.user_id} AND old.starts_at > ${clock.now()} AND slot.schedule_slot_id = old.schedule_slot_id
      AND (slot.bookable_until, slot.is_buffered) IS DISTINCT FROM (fresh.bookable_until, fresh.is_buffered)
  `.execute(tx);
}

/** Removes free generated slots that the rules no longer produce. Those that fit keep their id, so that open screens can book them. */
async function removeUnfit({ clock }: Platform, tx: Tx, hours: HoursRow): Promise<void> {
  const now = clock.now();
  const { time_zone: timeZone, rules, weeks_ahead } = hours;
  const times = weeklyTimes({ timeZone, rules }, now, horizonOf(now, timeZone, weeks_ahead));
  await sql`
    DELETE FROM schedule_slots WHERE user_id = ${hours.user_id} AND starts_at > ${now}
      AND booked_by_user_id IS NULL AND is_from_weekly_hours
      AND (starts_at, duration) NOT IN (SELECT * FROM unnest(
        ${times.map(({ startsAt }) => startsAt)}::timestamptz[],
        ${times.map(({ duration }) => duration)}::smallint[]))`.execute(tx);
}
