import type { reportMessage as reportMessageCall } from '@parlance/contract/chat';
import type { PayloadOf } from '@parlance/contract/endpoint';
import { ApiError } from '@parlance/contract/errors';
import { sql } from 'kysely';
import { type Tx, transact } from '#platform/effects';
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
  const readSnapshot = async (tx: Tx) => {
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
  await keepReport(platform, {
    ...report,
    about: { chat_message_id: report.chatMessageId },
    reporterId: caller.userId,
    reportedId: message.from_user_id,
    readSnapshot,
  });
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
  const { about, reporterId, reportedId, reason, text, readSnapshot } = report;
  const reportId = newId(platform.clock);
  let isKept = false;
  await transact(platform, async (tx) => {
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
    isKept = written !== undefined;
    return isKept ? platform.effects.run(platform, tx, 'messageReported', { reportId }) : null;
  });
  const [column] = Object.keys(about) as (keyof typeof kinds)[];
  if (isKept && column) reportsOf(platform).inc({ about: kinds[column] });
  return isKept;
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
