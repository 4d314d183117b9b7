import { ApiError } from '@parlance/contract/errors';
import { sql } from 'kysely';
import type { AfterCommit, Tx } from '#platform/effects';
import { newId } from '#platform/ids';
import type { Platform } from '#platform/platform';
import { countHold, refreshStanding } from './penalties.ts';

const dayMs = 24 * 3_600_000;

/** What an admin decided about a hold. */
export type CaseOutcome =
  | { outcome: 'cleared' }
  | { outcome: 'restricted'; days: number }
  | { outcome: 'warned' }
  | { outcome: 'banned' };

export interface ClosedCase {
  caseId: string;
  userId: string;
  /** The member asked for a review and gets its outcome by mail. */
  isAppealed: boolean;
}

/** Ends a hold and closes its case; null if it was closed with the same outcome before. */
export async function closeCase(
  platform: Platform,
  tx: Tx,
  caseId: string,
  decision: CaseOutcome,
): Promise<ClosedCase | null> {
  const known = await tx
    .selectFrom('contact_cases')
    .select('user_id')
    .where('case_id', '=', caseId)
    .executeTakeFirstOrThrow(() => new ApiError('ResourceNotFound'));
  await lockStanding(tx, known.user_id);
  const held = await tx
    .selectFrom('contact_cases')
    .select(['closed_at', 'outcome', 'appealed_at'])
    .where('case_id', '=', caseId)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new ApiError('ResourceNotFound'));
  if (held.closed_at !== null) {
    if (held.outcome === decision.outcome) return null;
    throw new ApiError('NotAllowed', { message: 'This case is closed already.' });
  }
  const now = platform.clock.now();
  await tx
    .updateTable('contact_cases')
    .set({ closed_at: now, outcome: decision.outcome })
    .where('case_id', '=', caseId)
    .execute();
  await endHold(platform, tx, known.user_id, decision);
  return { caseId, userId: known.user_id, isAppealed: held.appealed_at !== null };
}

/** Closes the open case of a member, if there is one. */
export async function closeCaseOf(
  platform: Platform,
  tx: Tx,
  userId: string,
  decision: CaseOutcome,
): Promise<ClosedCase | null> {
  await lockStanding(tx, userId);
  const open = await tx
    .selectFrom('contact_cases')
    .select('case_id')
    .where('user_id', '=', userId)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  return open ? closeCase(platform, tx, open.case_id, decision) : null;
}

/** Penalties, standing, case: the order in which a block or an unblock locks them and opens a case; another one could deadlock. */
async function lockStanding(tx: Tx, userId: string): Promise<void> {
  await sql`
    SELECT FROM contact_penalties WHERE sender_user_id = ${userId} ORDER BY by_user_id, kind FOR UPDATE`.execute(
    tx,
  );
  await sql`SELECT FROM contact_standing WHERE user_id = ${userId} FOR UPDATE`.execute(tx);
}

async function endHold(platform: Platform, tx: Tx, userId: string, decision: CaseOutcome): Promise<void> {
  const now = platform.clock.now();
  const inDays = (days: number) => new Date(now.getTime() + days * dayMs);
  const { clearedDays } = platform.config.contact;
  const isCleared = decision.outcome === 'cleared';
  // Not deleted: the same members could give them again at once.
  if (isCleared)
    await tx
      .updateTable('contact_penalties')
      .set({ weight: 0 })
      .where('sender_user_id', '=', userId)
      .execute();
  await tx
    .updateTable('contact_standing')
    .set({
      held_at: null,
      // Present penalties were judged; only new ones lead to another hold.
      judged_at: now,
      ...(isCleared && { limited_until: null, cleared_until: inDays(clearedDays) }),
      ...(decision.outcome === 'restricted' && { limited_until: inDays(decision.days) }),
    })
    .where('user_id', '=', userId)
    .execute();
  if (isCleared) await refreshStanding(platform, tx, userId);
}

/** Holds a member for review by the operator's command, whatever the penalties; null if a case is open already. */
export async function holdMember(platform: Platform, tx: Tx, userId: string): Promise<AfterCommit | null> {
  const now = platform.clock.now();
  await lockStanding(tx, userId);
  const opened = await tx
    .insertInto('contact_cases')
    .values({ case_id: newId(platform.clock), user_id: userId, opened_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('case_id')
    .executeTakeFirst();
  if (!opened) return null;
  await sql`
    INSERT INTO contact_standing (user_id, held_at) VALUES (${userId}, ${now})
    ON CONFLICT (user_id) DO UPDATE SET held_at = coalesce(contact_standing.held_at, excluded.held_at)`.execute(
    tx,
  );
  const afterEffects = await platform.effects.run(platform, tx, 'accountHeld', { userId });
  return async () => {
    countHold(platform, 'begun');
    await afterEffects();
  };
}

/** Registers the age of the oldest open case. */
export function measureCases({ metrics, db, clock }: Platform): void {
  metrics.gauge('contact_case_oldest_seconds', 'Age of the oldest open case, 0 without one.', async () => {
    const { rows } = await sql<{ seconds: number }>`
      SELECT coalesce(extract(epoch FROM ${clock.now()} - min(opened_at)), 0)::float8 AS seconds
      FROM contact_cases WHERE closed_at IS NULL`.execute(db);
    return rows[0]?.seconds ?? 0;
  });
}
