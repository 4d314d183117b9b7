import { sql } from 'kysely';
import { contactRules } from '#platform/contact-rules';
import type { AfterCommit, Tx } from '#platform/effects';
import { nodeState } from '#platform/node-state';
import type { Platform } from '#platform/platform';

const holdsOf = nodeState(({ metrics }) =>
  metrics.count({
    name: 'contact_holds_total',
    help: 'Holds of senders, by outcome: begun, expired, cleared, restricted, warned or banned.',
    labelNames: ['outcome'],
  }),
);

type PenaltyKind = 'decline' | 'block' | 'report';

/** What a recipient did about the member who wrote to them first; without effect where the recipient wrote first. */
interface Penalty {
  senderId: string;
  byId: string;
  kind: PenaltyKind;
}

/** Adds a penalty, once per recipient and kind in 30 days. The sender may be put on hold. */
export async function addPenalty(
  platform: Platform,
  tx: Tx,
  { senderId, byId, kind }: Penalty,
): Promise<AfterCommit | undefined> {
  const points = platform.config.contact[`${kind}Points`];
  const { rows } = await sql<{ is_held: boolean }>`
    SELECT add_contact_penalty(
      ${senderId}, ${byId}, ${kind}, ${points}, ${platform.clock.now()}, ${contactRules(platform)}::jsonb) AS is_held`.execute(
    tx,
  );
  return rows[0]?.is_held ? await tellHeld(platform, tx, senderId) : undefined;
}

/** Takes a penalty back. The row stays until it is purged: a new one would begin its time anew. */
export async function takeBackPenalty(
  platform: Platform,
  tx: Tx,
  { senderId, byId, kind }: Penalty,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('contact_penalties')
    .set({ weight: 0 })
    .where('sender_user_id', '=', senderId)
    .where('by_user_id', '=', byId)
    .where('kind', '=', kind)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await refreshStanding(platform, tx, senderId);
}

/** Takes back all penalties of a member who leaves: the cascade would delete them, but leave the points and restrictions. */
export async function removePenalties(platform: Platform, tx: Tx, byId: string): Promise<void> {
  const removed = await tx
    .deleteFrom('contact_penalties')
    .where('by_user_id', '=', byId)
    .returning('sender_user_id')
    .execute();
  const senders = new Set(removed.map(({ sender_user_id }) => sender_user_id));
  for (const sender of [...senders].toSorted()) await refreshStanding(platform, tx, sender);
}

/** A dismissed report gives no points, unless the same member made another one that was not dismissed. */
export async function forgiveReport(platform: Platform, tx: Tx, reportId: string): Promise<void> {
  const { rows } = await sql<{ sender_user_id: string }>`
    UPDATE contact_penalties AS penalty SET weight = 0 FROM chat_reports AS report
    WHERE report.report_id = ${reportId} AND penalty.kind = 'report'
      AND penalty.sender_user_id = report.reported_user_id AND penalty.by_user_id = report.reporter_user_id
      AND NOT EXISTS (SELECT FROM chat_reports AS other
        WHERE other.reported_user_id = report.reported_user_id AND other.reporter_user_id = report.reporter_user_id
          AND other.status <> 'dismissed' AND (other.chat_message_id IS NOT NULL OR other.schedule_slot_id IS NOT NULL))
    RETURNING penalty.sender_user_id`.execute(tx);
  for (const { sender_user_id } of rows) await refreshStanding(platform, tx, sender_user_id);
}

/** Computes points, restriction and hold of a sender anew, after penalties changed. */
export async function refreshStanding(platform: Platform, tx: Tx, userId: string): Promise<void> {
  await sql`
    SELECT refresh_contact_standing(${userId}, ${platform.clock.now()}, ${contactRules(platform)}::jsonb)`.execute(
    tx,
  );
}

/** Counts the outcome of a hold. */
export const countHold = (platform: Platform, outcome: string): void => holdsOf(platform).inc({ outcome });

async function tellHeld(platform: Platform, tx: Tx, userId: string): Promise<AfterCommit> {
  const afterCommit = await platform.effects.run(platform, tx, 'accountHeld', { userId });
  return async () => {
    countHold(platform, 'begun');
    await afterCommit();
  };
}
