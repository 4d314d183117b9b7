import type { ContactWarning, listWarnings as listWarningsCall } from '@parlance/contract/contact';
import type { ResultOf } from '@parlance/contract/endpoint';
import { ApiError } from '@parlance/contract/errors';
import { sql } from 'kysely';
import type { Tx } from '#platform/effects';
import { queueMails, withdrawMails } from '#platform/mail-queue';
import { nodeState } from '#platform/node-state';
import type { Platform } from '#platform/platform';
import type { Caller } from '#platform/serve';

/** Shown at once; the next ones appear when these are seen. */
const shownMax = 20;
export const warningMailKind = 'contact-warning';

const warningsOf = nodeState(({ metrics }: Platform) =>
  metrics.count({
    name: 'contact_warnings_total',
    help: 'Members who were warned of a closed account that had written to them.',
    labelNames: [],
  }),
);

/** Closed accounts that had written to the caller, newest first, until seen. */
export async function listWarnings(
  { db }: Platform,
  { userId }: Caller,
): Promise<ResultOf<typeof listWarningsCall>> {
  const rows = await db
    .selectFrom('contact_warnings as warning')
    .innerJoin('users as closed', 'closed.user_id', 'warning.banned_user_id')
    .select(['warning_id as warningId', 'closed.name', 'reason', 'warning.created_at as at'])
    .where('warning.user_id', '=', userId)
    .where('seen_at', 'is', null)
    .orderBy('warning.created_at', 'desc')
    .orderBy('warning_id', 'desc')
    .limit(shownMax)
    .execute();
  return { warnings: rows as ContactWarning[] };
}

/** Marks a warning of the caller as seen. Idempotent. */
export async function markWarningSeen(
  { db, clock }: Platform,
  { userId }: Caller,
  warningId: string,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('contact_warnings')
    .set({ seen_at: sql`coalesce(seen_at, ${clock.now()})` })
    .where('warning_id', '=', warningId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw new ApiError('ResourceNotFound');
}

/**
 * Warns each member who has read a message of a closed account; those who have written to it also get a mail. A message that the account
 * deleted since counts too. Returns the counting, for after the commit.
 */
export async function warnRecipients(
  platform: Platform,
  tx: Tx,
  { userId, reason }: { userId: string; reason: ContactWarning['reason'] },
): Promise<() => void> {
  const { rows } = await sql<{ warning_id: string; user_id: string; has_written: boolean }>`
    WITH warned AS (
      INSERT INTO contact_warnings (warning_id, user_id, banned_user_id, reason, created_at)
      SELECT gen_random_uuid(), seat.partner_user_id, seat.user_id, ${reason}, ${platform.clock.now()}
      FROM conversation_members AS seat
      JOIN users AS reader ON reader.user_id = seat.partner_user_id AND reader.banned_at IS NULL
      WHERE seat.user_id = ${userId} AND EXISTS (
        SELECT FROM chat_messages AS m
        WHERE m.conversation_id = seat.conversation_id AND m.from_user_id = seat.user_id AND m.read_at IS NOT NULL)
      ON CONFLICT (user_id, banned_user_id) DO NOTHING
      RETURNING warning_id, user_id
    )
    SELECT warned.warning_id, warned.user_id, EXISTS (
      SELECT FROM conversation_members AS seat JOIN chat_messages AS m USING (conversation_id)
      WHERE seat.user_id = ${userId} AND seat.partner_user_id = warned.user_id AND m.from_user_id = warned.user_id
    ) AS has_written
    FROM warned`.execute(tx);
  const mails = rows
    .filter(({ has_written }) => has_written)
    .map(({ warning_id, user_id }) => ({
      kind: warningMailKind,
      userId: user_id,
      otherUserId: userId,
      subjectId: warning_id,
    }));
  await queueMails(tx, platform.clock, mails);
  return () => warningsOf(platform).inc(rows.length);
}

/** Withdraws the warnings about an account and the mails that have not left yet. */
export async function withdrawWarnings(tx: Tx, userId: string): Promise<void> {
  const withdrawn = await tx
    .deleteFrom('contact_warnings')
    .where('banned_user_id', '=', userId)
    .returning('warning_id')
    .execute();
  await withdrawMails(
    tx,
    withdrawn.map(({ warning_id }) => warning_id),
    [warningMailKind],
  );
}
