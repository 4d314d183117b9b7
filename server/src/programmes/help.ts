import type { PayloadOf, ResultOf } from '@parlance/contract/endpoint';
import { programmeMax, programmeMessages, refusalDays } from '@parlance/contract/programme-limits';
import type { askForHelp as askForHelpCall } from '@parlance/contract/programme-place';
import { sql } from 'kysely';
import { newId } from '#platform/ids';
import type { Platform } from '#platform/platform';
import { refuseOver } from '#platform/rate-limit';
import type { Caller } from '#platform/serve';
import { endPairs, pairsOf } from './pairs.ts';
import { asStudent, refuse } from './roles.ts';

const dayMs = 24 * 3_600_000;
const asksADay = 5;

/** Tells the coordinators. Soon after publication "This partner does not work" also ends the pair, twice a term. */
export async function askForHelp(
  platform: Platform,
  caller: Caller,
  { programmeId, kind, pairId, text }: { programmeId: string } & PayloadOf<typeof askForHelpCall>,
): Promise<ResultOf<typeof askForHelpCall>> {
  const { userId } = caller;
  const rule = { key: `programme-help:${programmeId}:${userId}`, limit: asksADay, windowMs: dayMs };
  refuseOver(await platform.limits.take([rule]));
  return platform.db.transaction().execute(async (tx) => {
    const { state } = await asStudent(tx, caller, programmeId, 'locked');
    if (state === 'closed' || state === 'erased') throw refuse(programmeMessages.state);
    const now = platform.clock.now();
    await tx
      .insertInto('programme_help')
      .values({
        help_id: newId(platform.clock),
        programme_id: programmeId,
        user_id: userId,
        kind,
        text,
        asked_at: now,
      })
      .execute();
    if (kind !== 'partner') return { hasEndedPair: false };
    const since = new Date(now.getTime() - refusalDays * dayMs);
    const fits = sql`pair.programme_id = ${programmeId} AND ${pairsOf(userId)} AND pair.published_at > ${since}
      AND (${pairId ?? null}::uuid IS NULL OR pair.pair_id = ${pairId ?? null})`;
    const count = await endPairs(platform, tx, { fits, endedFor: 'refused', byUserId: userId });
    if (count === 0) return { hasEndedPair: false };
    const counted = await tx
      .updateTable('programme_places')
      .set(({ eb }) => ({ refusals: eb('refusals', '+', 1) }))
      .where('programme_id', '=', programmeId)
      .where('user_id', '=', userId)
      .returning('refusals')
      .executeTakeFirstOrThrow();
    if (counted.refusals > programmeMax.refusals) throw refuse(programmeMessages.refusals);
    return { hasEndedPair: true };
  });
}
