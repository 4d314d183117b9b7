import { ApiError } from '@parlance/contract/errors';
import { isAdmin } from '#access/access';
import {
  type CaseOutcome,
  type ClosedCase,
  closeCase,
  closeCaseOf,
  countHold,
  holdMember,
} from '#contact/contact';
import type { Tx } from '#platform/effects';
import type { Platform } from '#platform/platform';
import { retriedTransaction } from '#platform/retried-transaction';
import { type Moderator, noteInAudit } from './audit.ts';
import { queueOutcomeMail } from './decision-mails.ts';
import { refuseUnwarnable } from './report-acts.ts';
import { queueWarningMail } from './warning-mails.ts';

/** Ends a hold without consequences: the penalties count no more. Idempotent, as all decisions about a case. */
export async function clearCase(platform: Platform, moderator: Moderator, caseId: string): Promise<void> {
  await decide(platform, { outcome: 'cleared' }, async (tx, decision) => {
    const closed = await closeCase(platform, tx, caseId, decision);
    if (closed) await recordClearing(platform, tx, moderator, closed);
    return closed !== null;
  });
}

/** The same by the operator's command, for a member; returns whether there was a case. */
export async function clearCaseOf(
  platform: Platform,
  moderator: Moderator,
  userId: string,
): Promise<boolean> {
  return decide(platform, { outcome: 'cleared' }, async (tx, decision) => {
    const closed = await closeCaseOf(platform, tx, userId, decision);
    if (closed) await recordClearing(platform, tx, moderator, closed);
    return closed !== null;
  });
}

async function recordClearing(
  platform: Platform,
  tx: Tx,
  moderator: Moderator,
  closed: ClosedCase,
): Promise<void> {
  await noteInAudit(platform, tx, moderator, { action: 'clear-hold', user_id: closed.userId });
  await queueOutcomeMail(platform, tx, closed);
}

/** Ends a hold with a restriction of some days. */
export async function restrictCase(
  platform: Platform,
  moderator: Moderator,
  { caseId, days }: { caseId: string; days: number },
): Promise<void> {
  await decide(platform, { outcome: 'restricted', days }, async (tx, decision) => {
    const closed = await closeCase(platform, tx, caseId, decision);
    if (!closed) return false;
    const act = { action: 'restrict', user_id: closed.userId, reason: `${days} days` } as const;
    await noteInAudit(platform, tx, moderator, act);
    await queueOutcomeMail(platform, tx, closed);
    return true;
  });
}

/** Ends a hold with a warning mail, which also answers an appeal. */
export async function warnHeld(
  platform: Platform,
  moderator: Moderator,
  { caseId, text }: { caseId: string; text: string },
): Promise<void> {
  await decide(platform, { outcome: 'warned' }, async (tx, decision) => {
    const closed = await closeCase(platform, tx, caseId, decision);
    if (!closed) return false;
    await refuseUnwarnable(platform, tx, closed.userId);
    const act = { action: 'warn', user_id: closed.userId, reason: text } as const;
    await queueWarningMail(platform, tx, closed.userId, await noteInAudit(platform, tx, moderator, act));
    return true;
  });
}

/** Counts the outcome after the commit. */
async function decide(
  platform: Platform,
  decision: CaseOutcome,
  act: (tx: Tx, decision: CaseOutcome) => Promise<boolean>,
): Promise<boolean> {
  const isDecided = await retriedTransaction(platform, (tx) => act(tx, decision));
  if (isDecided) countHold(platform, decision.outcome);
  return isDecided;
}

/** Holds a member for review by the operator's command; returns whether this opened a case. */
export async function holdUser(
  platform: Platform,
  moderator: Moderator,
  userId: string,
  reason: string,
): Promise<boolean> {
  const after = await retriedTransaction(platform, async (tx) => {
    const user = await tx
      .selectFrom('users')
      .select(['email', 'admin_since'])
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow(() => new ApiError('UserNotFound'));
    if (isAdmin(platform, user)) throw new ApiError('NotAllowed', { message: 'An admin cannot be held.' });
    const afterHold = await holdMember(platform, tx, userId);
    if (afterHold) await noteInAudit(platform, tx, moderator, { action: 'hold', user_id: userId, reason });
    return afterHold;
  });
  await after?.();
  return after !== null;
}
