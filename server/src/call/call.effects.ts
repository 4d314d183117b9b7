import type { CallEndReason } from '@parlance/contract/call';
import type { LanguageCode } from '@parlance/contract/languages';
import { type RawBuilder, sql } from 'kysely';
import type { DomainEvents } from '#domain/events';
import type { AfterCommit, Tx } from '#platform/effects';
import type { Platform } from '#platform/platform';
import { announceEnd } from './in-call.ts';

export function callEffects(effects: Platform['effects']): void {
  // The emitter holds the pair lock, so neither of the two is joining.
  effects.on('userBlocked', (platform, tx, { userId, blockedUserId }) =>
    endCalls(
      platform,
      tx,
      sql`(call.user_id, call.booked_by_user_id) IN ((${userId}, ${blockedUserId}), (${blockedUserId}, ${userId}))`,
      'blocked',
    ),
  );
  const gone = (platform: Platform, tx: Tx, { userId }: { userId: string }) =>
    endCalls(platform, tx, sql`${userId} IN (call.user_id, call.booked_by_user_id)`, 'gone');
  effects.on('userBanned', gone);
  effects.on('userDeleted', gone);
  for (const name of ['sessionCancelled', 'sessionMoved'] as const) {
    effects.on(name, (platform, tx, { scheduleSlotId }) =>
      endCalls(platform, tx, sql`call.schedule_slot_id = ${scheduleSlotId}`, 'cancelled'),
    );
  }
}

interface Ended {
  /** Null for a call that was deleted before its start. */
  ended_at: Date | null;
  schedule_slot_id: string;
  user_id: string;
  booked_by_user_id: string;
  started_at: Date | null;
  first_language: LanguageCode | null;
  second_language: LanguageCode | null;
  together_ms: number;
  together_first_ms: number;
}

/** Ends sessions. Those that have not begun are deleted: the slot is free again, and the same two can book it anew. */
async function endCalls(
  platform: Platform,
  tx: Tx,
  fits: RawBuilder<unknown>,
  reason: CallEndReason,
): Promise<AfterCommit> {
  const now = platform.clock.now();
  const { rows } = await sql<Ended>`
    WITH open AS MATERIALIZED (
      SELECT call.schedule_slot_id, slot.starts_at > ${now} AS is_ahead
      FROM calls AS call JOIN schedule_slots AS slot USING (schedule_slot_id)
      WHERE call.ended_at IS NULL AND (${fits})
      ORDER BY call.schedule_slot_id FOR UPDATE OF call
    ), forgotten AS (
      DELETE FROM calls WHERE schedule_slot_id IN (SELECT schedule_slot_id FROM open WHERE is_ahead)
      RETURNING *
    ), ended AS (
      UPDATE calls SET ended_at = ${now}, end_reason = ${reason}, asked = '[]', together_since = NULL,
        together_ms = together_ms
          + coalesce(greatest(0, extract(epoch FROM ${now}::timestamptz - together_since)) * 1000, 0)::bigint,
        together_first_ms = together_first_ms + coalesce(greatest(0, extract(epoch FROM
          least(${now}::timestamptz, swap_at) - together_since)) * 1000, 0)::bigint
      WHERE schedule_slot_id IN (SELECT schedule_slot_id FROM open WHERE NOT is_ahead)
      RETURNING *
    )
    SELECT * FROM forgotten UNION ALL SELECT * FROM ended`.execute(tx);
  const after: AfterCommit[] = [];
  for (const row of rows) {
    if (row.ended_at !== null && row.together_ms > 0)
      after.push(await platform.effects.run(platform, tx, 'sessionEnded', toEnded(row, now)));
  }
  return async () => {
    for (const later of after) await later();
    for (const {
      schedule_slot_id: scheduleSlotId,
      user_id: userId,
      booked_by_user_id: bookedByUserId,
    } of rows)
      announceEnd(platform, { scheduleSlotId, userId, bookedByUserId, endReason: reason });
  };
}

const toEnded = (row: Ended, now: Date): DomainEvents['sessionEnded'] => ({
  scheduleSlotId: row.schedule_slot_id,
  userIds: [row.user_id, row.booked_by_user_id],
  startedAt: row.started_at ?? now,
  languages:
    row.first_language === null || row.second_language === null
      ? null
      : { first: row.first_language, second: row.second_language },
  firstMs: row.together_first_ms,
  secondMs: Math.max(0, row.together_ms - row.together_first_ms),
});
