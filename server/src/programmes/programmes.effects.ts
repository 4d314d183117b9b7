import { sql } from 'kysely';
import type { DomainEvents } from '#domain/events';
import type { Tx } from '#platform/effects';
import { newId } from '#platform/ids';
import { localDay } from '#platform/local-time';
import type { Platform } from '#platform/platform';
import { endPairs, pairsOf } from './pairs.ts';

export function programmesEffects(effects: Platform['effects']): void {
  effects.on('sessionEnded', (platform, tx, session) => writeHours(platform, tx, session));
  effects.on('userBlocked', (platform, tx, event) => endBlockedPair(platform, tx, event));
  effects.on('userBanned', async (platform, tx, { userId }) => {
    await endPairs(platform, tx, { fits: pairsOf(userId), endedFor: 'gone', byUserId: userId });
  });
  effects.on('userDeleted', async (platform, tx, { userId }) => {
    await endPairs(platform, tx, { fits: pairsOf(userId), endedFor: 'gone', byUserId: userId });
    // Results of rounds hold ids, which no foreign key follows.
    await sql`
      DELETE FROM programme_rounds WHERE programme_id IN (
        SELECT programme_id FROM programme_places WHERE user_id = ${userId})`.execute(tx);
    await tx
      .deleteFrom('certificates')
      .where('user_id', '=', userId)
      .where('keep_until', 'is', null)
      .execute();
  });
}

interface RunningPair {
  programme_id: string;
  time_zone: string;
  teaches: string;
  learns: string;
}

/** Copies the time of a session between partners of a running programme to both: the row of the call is deleted with either account. */
async function writeHours(
  platform: Platform,
  tx: Tx,
  { scheduleSlotId, userIds, startedAt, languages, firstMs, secondMs }: DomainEvents['sessionEnded'],
): Promise<void> {
  const [low, high] = userIds.toSorted();
  const { rows } = await sql<RunningPair>`
    SELECT pair.programme_id, programme.time_zone, pair.teaches, pair.learns
    FROM programme_pairs AS pair JOIN programmes AS programme USING (programme_id)
    WHERE pair.user_id = ${low} AND pair.partner_user_id = ${high} AND pair.ended_at IS NULL
      AND programme.state = 'running'`.execute(tx);
  if (rows.length === 0 || firstMs + secondMs === 0) return;
  const now = platform.clock.now();
  const hours = rows.flatMap((pair) =>
    userIds.map((userId) => ({
      hours_id: newId(platform.clock),
      programme_id: pair.programme_id,
      user_id: userId,
      schedule_slot_id: scheduleSlotId,
      day: localDay(startedAt, pair.time_zone),
      source: 'session',
      first_language: languages?.first ?? pair.teaches,
      first_ms: firstMs,
      second_language: languages?.second ?? pair.learns,
      second_ms: secondMs,
      created_at: now,
      confirmed_at: now,
    })),
  );
  await tx
    .insertInto('programme_hours')
    .values(hours)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Ends the pairs of two members. A publication in progress is waited for: its pairs are not visible before its commit. */
async function endBlockedPair(
  platform: Platform,
  tx: Tx,
  { userId, blockedUserId }: DomainEvents['userBlocked'],
): Promise<void> {
  const { rows } = await sql`
    SELECT FROM programmes WHERE programme_id IN (
      SELECT one.programme_id FROM programme_places AS one JOIN programme_places AS other USING (programme_id)
      WHERE one.user_id = ${userId} AND other.user_id = ${blockedUserId}
    ) ORDER BY programme_id FOR NO KEY UPDATE`.execute(tx);
  if (rows.length === 0) return;
  const fits = sql`${pairsOf(userId)} AND ${pairsOf(blockedUserId)}`;
  await endPairs(platform, tx, { fits, endedFor: 'blocked', byUserId: null });
}
