import { callWindowMs } from '@parlance/contract/call';
import { reviewsCountedMax } from '@parlance/contract/progress';
import { sql } from 'kysely';
import { reviewedBy, sentBy, spansOf } from './practice.ts';
import type { Span } from './weeks.ts';

const minuteMs = 60_000;
const msOf = (ms: number) => sql`${ms}::float8 * interval '1 ms'`;
const [before, afterwards] = [msOf(callWindowMs.before), msOf(callWindowMs.after)];

/** A session in which both were present. */
export interface LiveSession {
  startedAt: Date;
  /** The end, or the latest possible end of a session that is still open. */
  endsAt: Date;
  togetherMs: number;
  /** Set while both are present. */
  togetherSince: Date | null;
}

/** The member's sessions that reach into a day: none lasts longer than the two hours by which the range begins earlier. */
export const liveSessionsIn = (userId: string, { from, to }: Span) => sql<LiveSession>`
  SELECT coalesce(call.started_at, session.starts_at) AS "startedAt",
    coalesce(call.ended_at, session.ends_at + ${afterwards}) AS "endsAt",
    call.together_ms::float8 AS "togetherMs", call.together_since AS "togetherSince"
  FROM schedule_sessions AS session
  JOIN calls AS call ON call.schedule_slot_id = session.schedule_slot_id
    AND session.user_id IN (call.user_id, call.booked_by_user_id)
  WHERE session.user_id = ${userId}
    AND session.starts_at >= ${from}::timestamptz - interval '2 hours'
    AND session.starts_at < ${to}::timestamptz + ${before}
    AND (call.together_ms > 0 OR call.together_since IS NOT NULL)`;

/** The minutes of a day, since the epoch, in which the member sent a message or reviewed a phrase. */
export const activeMinutesIn = (userId: string, day: Span) => sql<{ minute: number }>`
  SELECT DISTINCT floor(extract(epoch FROM act.at) / 60)::float8 AS minute
  FROM ${spansOf([day])}
  CROSS JOIN LATERAL (
    (${sentBy(userId)} LIMIT ${reviewsCountedMax}) UNION ALL (${reviewedBy(userId)} LIMIT ${reviewsCountedMax})
  ) AS act(id, at)`;

/**
 * Minutes of practice within a day: the time in sessions with both present, and each other minute with a message or a review. The moments
 * of presence are not stored, so a session over midnight is divided in proportion to its time on either day.
 */
export function minutesWithin(
  { from, to }: Pick<Span, 'from' | 'to'>,
  { sessions, active }: { sessions: readonly LiveSession[]; active: readonly number[] },
  now: Date,
): number {
  const lived = sessions.map(({ startedAt, endsAt, togetherMs, togetherSince }) => {
    const end = Math.min(endsAt.getTime(), now.getTime());
    const ms = togetherMs + (togetherSince ? Math.max(0, end - togetherSince.getTime()) : 0);
    // Both can be present up to five minutes before the start.
    return { begin: Math.min(startedAt.getTime(), end - ms), end, ms };
  });
  const talkMs = lived.reduce((sum, { begin, end, ms }) => {
    const inside = Math.min(end, to.getTime()) - Math.max(begin, from.getTime());
    return sum + (ms * Math.max(0, inside)) / Math.max(1, end - begin);
  }, 0);
  const others = active.filter(
    (minute) =>
      !lived.some(({ begin, end }) => minute * minuteMs > begin - minuteMs && minute * minuteMs < end),
  );
  return Math.floor(talkMs / minuteMs) + others.length;
}
