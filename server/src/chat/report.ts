import type { reportMessage as reportMessageCall } from '@parlance/contract/chat';
import type { PayloadOf } from '@parlance/contract/endpoint';
import { ApiError } from '@parlance/contract/errors';
import { transact } from '#platform/effects';
import { newId } from '#platform/ids';
import type { Platform } from '#platform/platform';
import { refuseOver } from '#platform/rate-limit';
import type { Caller } from '#platform/serve';
import { messageColumns } from './message.ts';

const messagesBefore = 10;
const reportsAnHour = 20;

type Report = { chatMessageId: string } & PayloadOf<typeof reportMessageCall>;

/** Keeps the message and what came before it as they are now; only the recipient may, and once is enough. */
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
  const snapshot = await db
    .selectFrom('chat_messages')
    .select(messageColumns)
    .where('conversation_id', '=', message.conversation_id)
    .where('sequence', '<=', message.sequence)
    .where((eb) =>
      eb.or([
        eb('sequence', '>=', message.sequence - messagesBefore),
        // What a correction is about says what it means, however long ago that was.
        eb('chat_message_id', '=', message.corrects_message_id),
      ]),
    )
    .orderBy('sequence', 'desc')
    .execute();
  await keepReport(platform, {
    ...report,
    about: { chat_message_id: report.chatMessageId },
    reporterId: caller.userId,
    reportedId: message.from_user_id,
    snapshot: snapshot.map(({ audio_waveform, ...row }) => ({
      ...row,
      audio_waveform: audio_waveform && [...audio_waveform],
    })),
  });
}

interface NewReport extends Pick<Report, 'reason' | 'text'> {
  about: { chat_message_id: string } | { thanks_id: string } | { schedule_slot_id: string };
  reporterId: string;
  reportedId: string;
  /** What is reported, as it is now. */
  snapshot: object;
}

/** Writes a report down and tells whoever looks after them. */
export async function keepReport(platform: Platform, report: NewReport): Promise<void> {
  const { about, reporterId, reportedId, reason, text, snapshot } = report;
  const reportId = newId(platform.clock);
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
        snapshot: JSON.stringify(snapshot),
        created_at: platform.clock.now(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('report_id')
      .executeTakeFirst();
    // Another call with the same report came first: it changes nothing and tells nobody.
    return written ? platform.effects.run(platform, tx, 'messageReported', { reportId }) : null;
  });
}

/** Counts a report of whatever it is about, and refuses one too many. */
export async function takeReport({ limits }: Platform, userId: string): Promise<void> {
  refuseOver(await limits.take([{ key: `report:${userId}`, limit: reportsAnHour, windowMs: 3_600_000 }]));
}

/** A second report of a message changes nothing, tells nobody and does not count. */
async function isReported({ db }: Platform, chatMessageId: string): Promise<boolean> {
  const report = await db
    .selectFrom('chat_reports')
    .select('report_id')
    .where('chat_message_id', '=', chatMessageId)
    .executeTakeFirst();
  return report !== undefined;
}
