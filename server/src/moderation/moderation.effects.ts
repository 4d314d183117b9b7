import type { Platform } from '#platform/platform';
import { queueReportMails } from './moderation.mails.ts';
import { recordingsIn, withoutReporter } from './snapshot.ts';

/** Reports follow what happens to the people in them. */
export function moderationEffects(effects: Platform['effects']): void {
  effects.on('messageReported', (platform, tx, { reportId }) => queueReportMails(platform, tx, reportId));

  // The reports that somebody made stay without them; those about them go with them, recordings too.
  effects.on('userDeleted', async (platform, tx, { userId }) => {
    const made = await tx
      .selectFrom('chat_reports')
      .select(['report_id', 'chat_message_id', 'snapshot'])
      .where('reporter_user_id', '=', userId)
      .execute();
    for (const { report_id, chat_message_id, snapshot } of made) {
      // Of thanks and sessions only what the reported person wrote is kept.
      const kept = JSON.stringify(chat_message_id === null ? snapshot : withoutReporter(snapshot, userId));
      await tx
        .updateTable('chat_reports')
        .set({ reporter_user_id: null, text: null, snapshot: kept })
        .where('report_id', '=', report_id)
        .execute();
    }
    const about = await tx
      .selectFrom('chat_reports')
      .select('snapshot')
      .where('reported_user_id', '=', userId)
      .where('reporter_user_id', 'is', null)
      .where('chat_message_id', 'is not', null)
      .execute();
    // Reports that wait for an address of ADMIN_EMAILS from before it had an account.
    const own = tx.selectFrom('users').select('email').where('user_id', '=', userId);
    await tx.deleteFrom('waiting_mails').where('address', '=', own).execute();
    const recordings = about.flatMap(({ snapshot }) => recordingsIn(snapshot));
    return async () => {
      for (const key of recordings) await platform.files.remove(key);
    };
  });
}
