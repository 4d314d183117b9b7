import { futureSlotsMax } from '@parlance/contract/schedule';
import type { WeeklyRule } from '@parlance/contract/weekly-hours';
import { type Selectable, sql } from 'kysely';
import type { WeeklyHours } from '#domain/tables.generated';
import type { Clock } from '#platform/clock';
import type { Tx } from '#platform/effects';
import { newId } from '#platform/ids';
import { horizonOf, nextDayOf, weeklyTimes } from './weekly-times.ts';

/** Weekly hours of a member as stored. */
export type HoursRow = Omit<Selectable<WeeklyHours>, 'rules'> & { rules: WeeklyRule[] };

/**
 * Generates the slots of these members from `generated_until` to their horizon, in one statement for all. Existing slots and deleted times
 * are left out, and generation stops at the limit of future slots, to go on from there another day. The caller holds their schedule locks.
 */
export async function generateSlots(
  { clock }: { clock: Clock },
  tx: Tx,
  members: HoursRow[],
): Promise<Map<string, { isFull: boolean }>> {
  const now = clock.now();
  const plans = members.map((hours) => {
    const { user_id: userId, time_zone: timeZone, rules, generated_until, weeks_ahead } = hours;
    const until = horizonOf(now, timeZone, weeks_ahead);
    // A slot in the past helps no one: the job did not run for a while.
    const from = new Date(Math.max(now.getTime() + 1, generated_until.getTime()));
    const lookAt = rules.length === 0 ? null : nextDayOf(now, timeZone);
    return { userId, until, lookAt, times: weeklyTimes({ timeZone, rules }, from, until) };
  });
  const slots = plans.flatMap(({ userId, times }) => times.map((time) => ({ ...time, userId })));
  const { rows } = await sql<{ user_id: string; left_out_from: Date }>`
    WITH wanted AS (
      SELECT slot.*, starts_at + duration * interval '1 minute' AS ends_at FROM unnest(
        ${slots.map(() => newId(clock))}::uuid[],
        ${slots.map(({ userId }) => userId)}::uuid[],
        ${slots.map(({ startsAt }) => startsAt)}::timestamptz[],
        ${slots.map(({ duration }) => duration)}::smallint[]
      ) AS slot (id, user_id, starts_at, duration)
    ), fitting AS (
      SELECT wanted.*, row_number() OVER (PARTITION BY user_id ORDER BY starts_at) AS place FROM wanted
      WHERE NOT EXISTS (SELECT FROM schedule_slots AS other WHERE other.user_id = wanted.user_id AND ${isNear})
        AND NOT EXISTS (SELECT FROM weekly_hours_exceptions AS other WHERE other.user_id = wanted.user_id AND ${isNear})
    ), present AS MATERIALIZED (
      SELECT user_id, (
        SELECT count(*) FROM schedule_slots AS other WHERE other.user_id = fitting.user_id AND other.starts_at > ${now}
      ) AS count
      FROM fitting GROUP BY user_id
    ), placed AS (
      SELECT fitting.*, place + present.count <= ${futureSlotsMax} AS has_room FROM fitting JOIN present USING (user_id)
    ), made AS (
      INSERT INTO schedule_slots
        (schedule_slot_id, user_id, starts_at, ends_at, duration, is_from_weekly_hours, created_at, updated_at)
      SELECT id, user_id, starts_at, ends_at, duration, true, ${now}, ${now} FROM placed WHERE has_room
      ON CONFLICT DO NOTHING
    )
    SELECT user_id, min(starts_at) AS left_out_from FROM placed WHERE NOT has_room GROUP BY user_id`.execute(
    tx,
  );
  const leftOut = new Map(rows.map(({ user_id, left_out_from }) => [user_id, left_out_from]));
  await sql`
    UPDATE weekly_hours SET generated_until = plan.until, is_full = plan.is_full, look_at = plan.look_at
    FROM unnest(
      ${plans.map(({ userId }) => userId)}::uuid[],
      ${plans.map(({ userId, until }) => leftOut.get(userId) ?? until)}::timestamptz[],
      ${plans.map(({ userId }) => leftOut.has(userId))}::boolean[],
      ${plans.map(({ lookAt }) => lookAt)}::timestamptz[]
    ) AS plan (user_id, until, is_full, look_at)
    WHERE weekly_hours.user_id = plan.user_id`.execute(tx);
  return new Map(plans.map(({ userId }) => [userId, { isFull: leftOut.has(userId) }]));
}

// A slot lasts an hour at most, so the index finds the few that can overlap.
const isNear = sql`other.starts_at < wanted.ends_at AND other.ends_at > wanted.starts_at
  AND other.starts_at > wanted.starts_at - interval '1 hour'`;
