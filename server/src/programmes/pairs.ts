import { ApiError } from '@parlance/contract/errors';
import { sql } from 'kysely';
import { type Tx, transact } from '#platform/effects';
import { queueMails } from '#platform/mail-queue';
import type { Platform } from '#platform/platform';
import type { Caller } from '#platform/serve';
import { asCoordinator } from './roles.ts';

export type EndedFor = 'refused' | 'coordinator' | 'left' | 'blocked' | 'gone';

interface EndedPair {
  programme_id: string;
  user_id: string;
  partner_user_id: string;
}

/** Ends pairs. The students left without a partner have priority in the next round and get a mail, except after their own refusal. */
export async function endPairs(
  platform: Platform,
  tx: Tx,
  { fits, endedFor, byUserId }: { fits: ReturnType<typeof sql>; endedFor: EndedFor; byUserId: string | null },
): Promise<number> {
  const now = platform.clock.now();
  const { rows } = await sql<EndedPair>`
    UPDATE programme_pairs AS pair SET ended_at = ${now}, ended_for = ${endedFor}
    WHERE ended_at IS NULL AND ${fits} RETURNING programme_id, user_id, partner_user_id`.execute(tx);
  for (const { programme_id, user_id, partner_user_id } of rows) {
    const left = [user_id, partner_user_id].filter((userId) => userId !== byUserId);
    await sql`
      UPDATE programme_places SET waits_since = coalesce(waits_since, ${now})
      WHERE programme_id = ${programme_id} AND user_id = ANY(${left}::uuid[])`.execute(tx);
    await queueMails(
      tx,
      platform.clock,
      left.map((userId) => ({ kind: 'programme-partner-left', userId, subjectId: programme_id })),
    );
  }
  return rows.length;
}

export const pairsOf = (userId: string) => sql`${userId} IN (pair.user_id, pair.partner_user_id)`;

/** Ends a published pair for its coordinator. */
export async function endPair(
  platform: Platform,
  caller: Caller,
  { programmeId, pairId }: { programmeId: string; pairId: string },
): Promise<void> {
  await transact(platform, async (tx) => {
    await asCoordinator(tx, caller, programmeId, 'locked');
    const fits = sql`pair.pair_id = ${pairId} AND pair.programme_id = ${programmeId}`;
    const count = await endPairs(platform, tx, { fits, endedFor: 'coordinator', byUserId: null });
    if (count === 0) throw new ApiError('ResourceNotFound');
    return null;
  });
}
