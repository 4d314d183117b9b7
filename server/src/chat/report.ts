import type { reportMessage as reportMessageCall } from '@parlance/contract/chat';
import type { PayloadOf } from '@parlance/contract/endpoint';
import { ApiError } from '@parlance/contract/errors';
import { sql } from 'kysely';
import type { AfterCommit, Tx } from '#platform/effects';
import { newId } from '#platform/ids';
import { nodeState } from '#platform/node-state';
import type { Platform } from '#platform/platform';
import { refuseOver } from '#platform/rate-limit';
import type { Caller } from '#platform/serve';
import { joinQuoted, type MessageRow, messageColumns } from './message.ts';

const messagesBefore = 10;
const reportsAnHour = 20;

type Report = { chatMessageId: string } & PayloadOf<typeof reportMessageCall>;

/** Stores a snapshot of a message and its predecessors; for the recipient only, and idempotent. Deleted content is not included. */
export async function reportMessage(platform: Platform, caller: Caller, report: Report): Promise<void> {
  const { db } = platform;
  const message = await db
    .selectFrom('chat_messages')
    .select(['conversation_id', 'sequence', 'from_user_id', 'to_user_id', 'corrects_message_id'])
    .where('chat_message_id', '=', report.chatMessageId)
    .executeTakeFirst();
  const isParty = message && (message.to_user_id === caller.userId || message.from_user_id === caller.userId);
  if (!message || !isParty) throw new ApiError('ResourceNotFound');
  if (message.from_user_id === caller.userId) {
    throw new ApiError('NotAllowed', { message: 'You cannot report your own message.' });
  }
  if (await isReported(platform, report.chatMessageId)) return;
  await takeReport(platform, caller.userId);
  await keepReport(platform, {
    ...report,
    about: { chat_message_id: report.chatMessageId },
    reporterId: caller.userId,
    reportedId: message.from_user_id,
    readSnapshot: snapshotOf(message),
  });
}

const snapshotOf =
  (message: ReportedMessage) =>
  async (tx: Tx): Promise<object[]> => {
    // Serialises with deletion, which copies the files of reported messages.
    await sql`SELECT FROM conversations WHERE conversation_id = ${message.conversation_id} FOR UPDATE`.execute(
      tx,
    );
    // The corrected message gives the context, however old it is.
    const { rows } = await sql<MessageRow>`
      SELECT ${sql.raw(messageColumns)} FROM chat_messages AS message ${sql.raw(joinQuoted)}
      WHERE message.conversation_id = ${message.conversation_id} AND message.sequence <= ${message.sequence}
        AND (message.sequence >= ${message.sequence - messagesBefore}
          OR message.chat_message_id = ${message.corrects_message_id})
      ORDER BY message.sequence DESC`.execute(tx);
    if (rows[0]?.deleted_at !== null) throw new ApiError('ResourceNotFound');
    return rows.map(({ audio_waveform, ...row }) => ({
      ...row,
      audio_waveform: audio_waveform && [...audio_waveform],
    }));
  };

/** Reports the newest message of a partner that is not deleted; none if all are. */
export async function reportLatest(
  platform: Platform,
  tx: Tx,
  {
    userId,
    partnerUserId,
    ...words
  }: { userId: string; partnerUserId: string } & Pick<Report, 'reason' | 'text'>,
): Promise<AfterCommit | null> {
  const { rows } = await sql<ReportedMessage & { chat_message_id: string }>`
    SELECT message.chat_message_id, message.conversation_id, message.sequence, message.from_user_id,
      message.corrects_message_id
    FROM chat_messages AS message JOIN conversation_members AS seat USING (conversation_id)
    WHERE seat.user_id = ${userId} AND seat.partner_user_id = ${partnerUserId}
      AND message.from_user_id = ${partnerUserId} AND message.deleted_at IS NULL
    ORDER BY message.sequence DESC LIMIT 1`.execute(tx);
  const [message] = rows;
  if (!message) return null;
  return await storeReport(platform, tx, {
    ...words,
    about: { chat_message_id: message.chat_message_id },
    reporterId: userId,
    reportedId: partnerUserId,
    readSnapshot: snapshotOf(message),
  });
}

interface ReportedMessage {
  conversation_id: string;
  sequence: number;
  from_user_id: string;
  corrects_message_id: string | null;
}

interface NewReport extends Pick<Report, 'reason' | 'text'> {
  about:
    | { chat_message_id: string }
    | { thanks_id: string }
    | { schedule_slot_id: string }
    | { profile_user_id: string };
  reporterId: string;
  reportedId: string;
  readSnapshot: (tx: Tx) => Promise<object>;
}

const kinds = {
  chat_message_id: 'message',
  thanks_id: 'thanks',
  schedule_slot_id: 'session',
  profile_user_id: 'profile',
} as const;

const reportsOf = nodeState(({ metrics }: Platform) =>
  metrics.count({
    name: 'reports_total',
    help: 'Reports to the admins, by what they are about: message, thanks, session or profile.',
    labelNames: ['about'],
  }),
);

/** Stores a report and notifies the admins. Returns false if the same report is stored already. */
export async function keepReport(platform: Platform, report: NewReport): Promise<boolean> {
  const after = await platform.db.transaction().execute((tx) => storeReport(platform, tx, report));
  await after?.();
  return after !== null;
}

/** The same in a transaction of the caller, who runs the returned work after its commit; null if the same report is stored already. */
export async function storeReport(
  platform: Platform,
  tx: Tx,
  { about, reporterId, reportedId, reason, text, readSnapshot }: NewReport,
): Promise<AfterCommit | null> {
  const reportId = newId(platform.clock);
  const written = await tx
    .insertInto('chat_reports')
    .values({
      ...about,
      report_id: reportId,
      reporter_user_id: reporterId,
      reported_user_id: reportedId,
      reason: reason ?? null,
      text: text ?? null,
      snapshot: JSON.stringify(await readSnapshot(tx)),
      created_at: platform.clock.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('report_id')
    .executeTakeFirst();
  // A concurrent call stored the same report: no second effect runs.
  if (!written) return null;
  const afterEffects = await platform.effects.run(platform, tx, 'messageReported', { reportId });
  const [column] = Object.keys(about) as (keyof typeof kinds)[];
  return async () => {
    if (column) reportsOf(platform).inc({ about: kinds[column] });
    await afterEffects();
  };
}

/** Counts a report of any kind against the rate limit. */
export async function takeReport({ limits }: Platform, userId: string): Promise<void> {
  refuseOver(await limits.take([{ key: `report:${userId}`, limit: reportsAnHour, windowMs: 3_600_000 }]));
}

/** A repeated report has no effect and does not count against the rate limit. */
async function isReported({ db }: Platform, chatMessageId: string): Promise<boolean> {
  const report = await db
    .selectFrom('chat_reports')
    .select('report_id')
    .where('chat_message_id', '=', chatMessageId)
    .executeTakeFirst();
  return report !== undefined;
}
