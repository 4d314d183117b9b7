import { callWindowMs } from '@parlance/contract/call';
import { slotDurations } from '@parlance/contract/schedule';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '#domain/tables.generated';

const longestMs = Math.max(...slotDurations) * 60_000;

/** Whether two members have a session that can be joined now. Sessions of a member never overlap, so the index reads few rows. */
export async function meetNow(
  db: Kysely<Tables>,
  [userId, otherUserId]: [string, string],
  now: Date,
): Promise<boolean> {
  const { before, after } = callWindowMs;
  const earlier = (ms: number) => new Date(now.getTime() - ms);
  const { rows } = await sql`
    SELECT 1 FROM schedule_sessions AS session JOIN schedule_sessions AS theirs USING (schedule_slot_id)
    WHERE session.user_id = ${userId} AND theirs.user_id = ${otherUserId}
      AND session.starts_at BETWEEN ${earlier(longestMs + after)} AND ${earlier(-before)}
      AND session.ends_at > ${earlier(after)}`.execute(db);
  return rows.length > 0;
}
