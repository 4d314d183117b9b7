import { isReportCopy, reportedPictures } from '#chat/chat';
import type { Platform } from '#platform/platform';
import { queueHoldMails, queueReportMails } from './moderation.mails.ts';
import { filesIn, withoutReporter } from './snapshot.ts';

export function moderationEffects(effects: Platform['effects']): void {
  effects.on('messageReported', (platform, tx, { reportId }) => queueReportMails(platform, tx, reportId));

  effects.on('accountHeld', (platform, tx, { userId }) => queueHoldMails(platform, tx, userId));

  // A member's own reports stay without the reporter; reports about the member are deleted with their files.
  effects.on('userDeleted', async (platform, tx, { userId }) => {
    const made = await tx
      .selectFrom('chat_reports')
      .select(['report_id', 'chat_message_id', 'snapshot'])
      .where('reporter_user_id', '=', userId)
      .execute();
    const files: string[] = [];
    for (const { report_id, chat_message_id, snapshot } of made) {
      // For thanks, sessions and profiles the snapshot contains only what the reported member wrote.
      const kept = chat_message_id === null ? snapshot : withoutReporter(snapshot, userId);
      await tx
        .updateTable('chat_reports')
        .set({ reporter_user_id: null, text: null, snapshot: JSON.stringify(kept) })
        .where('report_id', '=', report_id)
        .execute();
      if (chat_message_id === null) continue;
      const stays = new Set(filesIn(kept));
      files.push(...filesIn(snapshot).filter((key) => isReportCopy(key) && !stays.has(key)));
    }
    const about = await tx
      .selectFrom('chat_reports')
      .select(['reporter_user_id', 'snapshot'])
      .where('reported_user_id', '=', userId)
      .where('chat_message_id', 'is not', null)
      .execute();
    // While the reporter has an account, the messages own these files; only report copies are removed here.
    for (const { reporter_user_id, snapshot } of about)
      files.push(...filesIn(snapshot).filter((key) => reporter_user_id === null || isReportCopy(key)));
    // Report mails queued for an address of ADMIN_EMAILS before it had an account.
    const own = tx.selectFrom('users').select('email').where('user_id', '=', userId);
    await tx.deleteFrom('waiting_mails').where('address', '=', own).execute();
    return async () => {
      for (const key of files) await platform.files.remove(key);
      for await (const key of platform.files.list(reportedPictures(userId))) await platform.files.remove(key);
    };
  });
}
