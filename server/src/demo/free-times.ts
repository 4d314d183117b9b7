import { timeOf, type WeeklyRule } from '@parlance/contract/weekly-hours';
import { sql } from 'kysely';
import type { Clock } from '#platform/clock';
import type { Tx } from '#platform/effects';
import { newId } from '#platform/ids';
import { momentAt } from '#platform/local-time';
import type { Platform } from '#platform/platform';
import type { CastMember } from './cast.ts';
import { daysAhead } from './local-time.ts';
import { fraction, pick } from './seeded.ts';

const daysPlanned = 15;
const daysOpen = 0.6;
const slotsADay = 3;
const firstHour = 8;
const eveningHour = 16;
const lastHour = 20;
const hoursLong = 5;
const noticeMs = 3_600_000;
const durations = [30, 30, 45, 60] as const;

interface FreeTime {
  startsAt: Date;
  duration: number;
}

type Host = Pick<CastMember, 'key' | 'timeZone' | 'hasEvenings'>;

/** Free times of the next two weeks in waking hours, deterministic per day. */
export function freeTimesOf({ key, timeZone, hasEvenings }: Host, now: Date): FreeTime[] {
  // Each member prefers a part of the day and uses some of it.
  const liked = hasEvenings ? eveningHour : firstHour + fraction(key, 'liked') * (eveningHour - firstHour);
  return daysAhead(timeZone, now, daysPlanned).flatMap((day) => {
    if (fraction(key, day, 'open') >= daysOpen) return [];
    const hours = new Set(
      Array.from({ length: slotsADay }, (_, place) =>
        Math.min(lastHour, Math.round(liked + fraction(key, day, place) * hoursLong)),
      ),
    );
    return [...hours].map((hour) => ({
      startsAt: momentAt(day, hour * 60 + pick([0, 0, 15, 30] as const, key, day, hour), timeZone),
      duration: pick(durations, key, day, hour, 'duration'),
    }));
  });
}

const hoursAWeek = 2;
const latestEnd = 22;

/** Two weekdays with the same two hours in the part of the day that the member prefers. */
export function weeklyRulesOf({ key, hasEvenings }: Host): WeeklyRule[] {
  const hour = hasEvenings
    ? eveningHour + 2
    : firstHour + Math.floor(fraction(key, 'weekly') * (latestEnd - hoursAWeek - firstHour));
  const weekday = 1 + Math.floor(fraction(key, 'weekday') * 4);
  const duration = pick(durations, key, 'weekly duration');
  return [weekday, weekday + 3].map((day) => ({
    weekday: day,
    from: timeOf(hour * 60),
    to: timeOf((hour + hoursAWeek) * 60),
    duration,
  }));
}

/** Gives weekly hours to those without; the job of the schedule generates their slots. Changes of the demo account stay. */
async function keepWeeklyHours(
  db: Tx | Platform['db'],
  now: Date,
  hosts: { userId: string; host: Host }[],
): Promise<void> {
  await sql`
    INSERT INTO weekly_hours
      (user_id, time_zone, rules, min_notice_hours, buffer_minutes, weeks_ahead, generated_until, look_at, updated_at)
    SELECT user_id, time_zone, rules, 0, 0, 2, ${now}, ${now}, ${now}
    FROM unnest(
      ${hosts.map(({ userId }) => userId)}::uuid[],
      ${hosts.map(({ host }) => host.timeZone)}::text[],
      ${hosts.map(({ host }) => JSON.stringify(weeklyRulesOf(host)))}::jsonb[]
    ) AS host (user_id, time_zone, rules)
    ON CONFLICT DO NOTHING`.execute(db);
}

/** Publishes weekly hours and missing slots in one statement each: a thousand single inserts would exceed the time of the first start. Idempotent. */
export async function publishFreeTimes(
  { clock }: { clock: Clock },
  db: Tx | Platform['db'],
  hosts: { userId: string; host: Host; after?: Date | undefined }[],
): Promise<number> {
  const now = clock.now();
  await keepWeeklyHours(db, now, hosts);
  const earliest = now.getTime() + noticeMs;
  const slots = hosts.flatMap(({ userId, host, after }) =>
    freeTimesOf(host, now)
      .filter(({ startsAt }) => startsAt.getTime() > Math.max(earliest, after?.getTime() ?? 0))
      .map((time) => ({ ...time, userId, id: newId(clock) })),
  );
  const { numAffectedRows = 0n } = await sql`
    INSERT INTO schedule_slots (schedule_slot_id, user_id, starts_at, ends_at, duration, created_at, updated_at)
    SELECT id, user_id, starts_at, starts_at + duration * interval '1 minute', duration, ${now}, ${now}
    FROM unnest(
      ${slots.map(({ id }) => id)}::uuid[],
      ${slots.map(({ userId }) => userId)}::uuid[],
      ${slots.map(({ startsAt }) => startsAt)}::timestamptz[],
      ${slots.map(({ duration }) => duration)}::smallint[]
    ) AS slot (id, user_id, starts_at, duration)
    ON CONFLICT DO NOTHING`.execute(db);
  return Number(numAffectedRows);
}
