import { ApiError } from '@parlance/contract/errors';
import { programmeMessages } from '@parlance/contract/programme-limits';
import { sql } from 'kysely';
import { type Tx, transact } from '#platform/effects';
import { newId } from '#platform/ids';
import { type NewMail, queueMails } from '#platform/mail-queue';
import type { Platform } from '#platform/platform';
import type { Caller } from '#platform/serve';
import { pastPartnersHash, type RoundInput } from './fit.ts';
import { asCoordinator, refuse } from './roles.ts';
import { hashInput, pastKey, readInput } from './round-input.ts';
import { resultOf } from './rounds.ts';
import { moveOn } from './settings.ts';
import type { WorkedPair, WorkedRound } from './work-out.ts';

/** Makes the pairs in one transaction under the lock of the programme. The hash of the input keeps a second round from being published. */
export async function publishRound(
  platform: Platform,
  caller: Caller,
  { programmeId, roundId }: { programmeId: string; roundId: string },
): Promise<void> {
  await transact(platform, async (tx) => {
    const programme = await asCoordinator(tx, caller, programmeId, 'locked');
    // Waits for bans and deletions in progress; later ones find the new pairs. Before the round, which a deletion deletes.
    await sql`
      SELECT FROM users WHERE user_id IN (
        SELECT user_id FROM programme_places WHERE programme_id = ${programmeId}
      ) ORDER BY user_id FOR KEY SHARE`.execute(tx);
    const round = await tx
      .selectFrom('programme_rounds')
      .selectAll()
      .where('round_id', '=', roundId)
      .where('programme_id', '=', programmeId)
      .forUpdate()
      .executeTakeFirstOrThrow(() => new ApiError('ResourceNotFound'));
    if (round.published_at) throw refuse(programmeMessages.roundPublished);
    if (!['matching', 'published', 'running'].includes(programme.state))
      throw refuse(programmeMessages.state);
    const input = await readInput(platform, tx, programme);
    if (round.state !== 'done' || !round.input_hash?.equals(hashInput(input)))
      throw refuse(programmeMessages.roundChanged);
    const result = resultOf(round);
    await storePairs(platform, tx, programmeId, input, result.pairs);
    await storeUnmatched(platform, tx, programmeId, result);
    await tx
      .updateTable('programme_rounds')
      .set({ published_at: platform.clock.now() })
      .where('round_id', '=', roundId)
      .execute();
    if (programme.state === 'matching') await moveOn(tx, programme, 'published');
    return null;
  });
}

async function storePairs(
  platform: Platform,
  tx: Tx,
  programmeId: string,
  { students }: RoundInput,
  pairs: readonly WorkedPair[],
): Promise<void> {
  if (pairs.length === 0) return;
  const now = platform.clock.now();
  const offers = new Map(
    students.map(({ userId, offers: [first] }) => [userId, first?.languageCode ?? 'en']),
  );
  const rows = pairs.map(({ ids: [userId, partnerUserId], teaches, learns }) => ({
    pair_id: newId(platform.clock),
    programme_id: programmeId,
    user_id: userId,
    partner_user_id: partnerUserId,
    teaches: teaches ?? offers.get(userId) ?? 'en',
    learns: learns ?? offers.get(partnerUserId) ?? 'en',
    published_at: now,
  }));
  await tx.insertInto('programme_pairs').values(rows).execute();
  const key = pastKey(platform);
  const hashes = pairs.map(({ ids: [a, b] }) => Buffer.from(pastPartnersHash(key, a, b), 'base64'));
  await sql`
    INSERT INTO programme_past_partners (hash, created_at)
    SELECT hash, ${now} FROM unnest(${hashes}::bytea[]) AS hash
    ON CONFLICT (hash) DO UPDATE SET created_at = excluded.created_at`.execute(tx);
  const matched = pairs.flatMap(({ ids }) => ids);
  await sql`
    UPDATE programme_places SET waits_since = NULL, unmatched = NULL
    WHERE programme_id = ${programmeId} AND user_id = ANY(${matched}::uuid[])`.execute(tx);
  const mails = pairs.flatMap(({ ids: [a, b] }): NewMail[] => [
    { kind: 'programme-partner', userId: a, otherUserId: b, subjectId: programmeId },
    { kind: 'programme-partner', userId: b, otherUserId: a, subjectId: programmeId },
  ]);
  await queueMails(tx, platform.clock, mails);
}

/** Those without a partner keep their reason and come first in the next round. */
async function storeUnmatched(
  platform: Platform,
  tx: Tx,
  programmeId: string,
  { left }: WorkedRound,
): Promise<void> {
  if (left.length === 0) return;
  const reasons = JSON.stringify(left.map(({ userId, reason }) => ({ user_id: userId, reason })));
  await sql`
    UPDATE programme_places AS place
    SET waits_since = coalesce(place.waits_since, ${platform.clock.now()}), unmatched = item.reason
    FROM jsonb_to_recordset(${reasons}::jsonb) AS item (user_id uuid, reason jsonb)
    WHERE place.programme_id = ${programmeId} AND place.user_id = item.user_id`.execute(tx);
  await queueMails(
    tx,
    platform.clock,
    left.map(({ userId }) => ({ kind: 'programme-unmatched', userId, subjectId: programmeId })),
  );
}
