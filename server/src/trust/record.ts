import type { SessionRecord } from '@parlance/contract/reliability';
import { contradictionMs, reliableShare, sessionRecordRule } from '@parlance/contract/trust';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '#domain/tables.generated';
import { plannedOnce } from '#platform/database';
import type { Platform } from '#platform/platform';

const dayMs = 24 * 3_600_000;
const countedMs = sessionRecordRule.days * dayMs;
/** Above real use; only the newest sessions count beyond it. */
const sessionsAtMost = 1000;

interface Counts {
  kept: number;
  missed: number;
  partners: number;
  changes_at: Date | null;
}

/** The disclosable part of a record. */
export interface KnownRecord {
  /** Null below the threshold, so that no small number is disclosed. */
  sessions: SessionRecord | null;
  comesReliably: boolean;
  /** Time of the next change without new answers; null for never. */
  changesAt: Date | null;
}

/**
 * A record consists of partners' answers; the member's own can only contradict them. A kept session counts at once, a miss after 72 hours,
 * both only while the answers agree. Blocked pairs do not count. See docs/decisions/reliability-record.md.
 */
export async function readRecord(db: Kysely<Tables>, userId: string, now: Date): Promise<KnownRecord> {
  const { rows } = await countsOf(userId, now).execute(db);
  return toRecord(rows[0]);
}

/** The same with a prepared statement, outside a transaction. */
export async function lookUpRecord(
  platform: Pick<Platform, 'db' | 'pool'>,
  userId: string,
  now: Date,
): Promise<KnownRecord> {
  const [counts] = await plannedOnce(platform, 'session-record', countsOf(userId, now));
  return toRecord(counts);
}

function countsOf(userId: string, now: Date): RawBuilder<Counts> {
  const contradictable = sql`make_interval(secs => ${contradictionMs / 1000})`;
  return sql<Counts>`
    WITH said AS (
      SELECT * FROM session_outcomes
      WHERE partner_user_id = ${userId} AND ends_at > ${new Date(now.getTime() - countedMs)}
      ORDER BY ends_at DESC LIMIT ${sessionsAtMost}
    ), judged AS (
      SELECT said.user_id, said.ends_at,
        said.answer = 'kept' AND coalesce(own.answer, 'kept') = 'kept' AS is_kept,
        said.answer = 'missed' AND coalesce(own.answered_at, ${now}) >= said.changed_at + ${contradictable} AS is_missed,
        CASE WHEN said.answer = 'missed' AND own.answer IS NULL THEN said.changed_at + ${contradictable} END AS settles_at
      FROM said
      LEFT JOIN session_outcomes AS own
        ON own.schedule_slot_id = said.schedule_slot_id AND own.user_id = said.partner_user_id
      WHERE NOT EXISTS (SELECT FROM blocks_between(said.user_id, said.partner_user_id))
    )
    SELECT count(*) FILTER (WHERE is_kept) AS kept, count(*) FILTER (WHERE is_missed) AS missed,
      count(DISTINCT user_id) FILTER (WHERE is_kept OR is_missed) AS partners,
      least(min(settles_at) FILTER (WHERE settles_at > ${now}),
        min(ends_at) + make_interval(days => ${sessionRecordRule.days})) AS changes_at
    FROM judged`;
}

function toRecord(counts: Counts | undefined): KnownRecord {
  const { kept = 0, missed = 0, partners = 0, changes_at: changesAt = null } = counts ?? {};
  const total = kept + missed;
  const sessions = partners < sessionRecordRule.partners ? null : { kept, total };
  return { sessions, comesReliably: sessions !== null && kept >= reliableShare * total, changesAt };
}
