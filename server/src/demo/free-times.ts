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

/** Publishes missing slots in one statement: a thousand single inserts would exceed the time of the first start. Idempotent. */
export async function publishFreeTimes(
  { clock }: { clock: Clock },
  db: Tx | Platform['db'],
  hosts: { userId: string; host: Host; after?: Date | undefined }[],
): Promise<number> {
  const now = clock.now();
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
