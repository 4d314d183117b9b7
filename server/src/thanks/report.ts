import type { PayloadOf } from '@parlance/contract/endpoint';
import type { reportThanks as reportThanksCall } from '@parlance/contract/thanks';
import { takeReport } from '#chat/chat';
import { transact } from '#platform/effects';
import { newId } from '#platform/ids';
import type { Platform } from '#platform/platform';
import type { Caller } from '#platform/serve';
import { findReceived } from './thanks.ts';

type Report = { thanksId: string } & PayloadOf<typeof reportThanksCall>;

/** Keeps thanks as they are now for the admins; only whoever got them may, and once is enough. */
export async function reportThanks(
  platform: Platform,
  { userId }: Caller,
  { thanksId, reason, text }: Report,
): Promise<void> {
  const { db, clock } = platform;
  const { user_id, words, text: said, given_at } = await findReceived(platform, userId, thanksId);
  const known = await db
    .selectFrom('chat_reports')
    .select('report_id')
    .where('thanks_id', '=', thanksId)
    .executeTakeFirst();
  if (known) return;
  await takeReport(platform, userId);
  const reportId = newId(clock);
  await transact(platform, async (tx) => {
    const written = await tx
      .insertInto('chat_reports')
      .values({
        report_id: reportId,
        thanks_id: thanksId,
        reporter_user_id: userId,
        reported_user_id: user_id,
        reason: reason ?? null,
        text: text ?? null,
        snapshot: JSON.stringify({ words, text: said, givenAt: given_at }),
        created_at: clock.now(),
      })
      .onConflict((conflict) => conflict.column('thanks_id').doNothing())
      .returning('report_id')
      .executeTakeFirst();
    return written ? platform.effects.run(platform, tx, 'messageReported', { reportId }) : null;
  });
}
