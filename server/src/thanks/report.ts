import type { PayloadOf } from '@parlance/contract/endpoint';
import type { reportThanks as reportThanksCall } from '@parlance/contract/thanks';
import { keepReport, takeReport } from '#chat/chat';
import type { Platform } from '#platform/platform';
import type { Caller } from '#platform/serve';
import { findReceived } from './thanks.ts';

type Report = { thanksId: string } & PayloadOf<typeof reportThanksCall>;

/** Stores a snapshot of thanks for the admins; for their recipient only, and idempotent. */
export async function reportThanks(
  platform: Platform,
  { userId }: Caller,
  { thanksId, reason, text }: Report,
): Promise<void> {
  const { user_id, words, text: said, given_at } = await findReceived(platform, userId, thanksId);
  const known = await platform.db
    .selectFrom('chat_reports')
    .select('report_id')
    .where('thanks_id', '=', thanksId)
    .executeTakeFirst();
  if (known) return;
  await takeReport(platform, userId);
  await keepReport(platform, {
    about: { thanks_id: thanksId },
    reporterId: userId,
    reportedId: user_id,
    reason,
    text,
    readSnapshot: async () => ({ words, text: said, givenAt: given_at }),
  });
}
