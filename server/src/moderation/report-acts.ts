import { ApiError } from '@parlance/contract/errors';
import type { ReportStatus } from '@parlance/contract/moderation';
import { isAdmin } from '#access/access';
import { type Tx, transact } from '#platform/effects';
import type { Platform } from '#platform/platform';
import { removeThanks } from '#thanks/thanks';
import { type Moderator, noteInAudit } from './audit.ts';
import { queueWarningMail } from './moderation.mails.ts';

/** Closes a report without a ban. Idempotent. */
export async function dismissReport(
  platform: Platform,
  moderator: Moderator,
  reportId: string,
): Promise<void> {
  await transact(platform, async (tx) => {
    const report = await lockReport(tx, reportId);
    if (report.status !== 'open') return null;
    await close(platform, tx, reportId, 'dismissed');
    const act = { action: 'dismiss-report', user_id: report.reported_user_id, report_id: reportId } as const;
    await noteInAudit(platform, tx, moderator, act);
    return platform.effects.run(platform, tx, 'reportDismissed', { reportId });
  });
}

/** Closes a report with a warning mail to the reported member. Idempotent: one warning, one mail. */
export async function warnReported(
  platform: Platform,
  moderator: Moderator,
  reportId: string,
  text: string,
): Promise<void> {
  await platform.db.transaction().execute(async (tx) => {
    const report = await lockReport(tx, reportId);
    if (report.status === 'warned') return;
    if (report.status !== 'open') {
      throw new ApiError('NotAllowed', { message: 'This report is closed already.' });
    }
    const user = await tx
      .selectFrom('users')
      .select(['email', 'admin_since'])
      .where('user_id', '=', report.reported_user_id)
      .executeTakeFirstOrThrow(() => new ApiError('UserNotFound'));
    if (isAdmin(platform, user)) throw new ApiError('NotAllowed', { message: 'An admin cannot be warned.' });
    if (user.email === null) {
      throw new ApiError('NotAllowed', { message: 'This person has no email address for a warning.' });
    }
    await close(platform, tx, reportId, 'warned');
    const act = {
      action: 'warn',
      user_id: report.reported_user_id,
      report_id: reportId,
      reason: text,
    } as const;
    const auditId = await noteInAudit(platform, tx, moderator, act);
    await queueWarningMail(platform, tx, report.reported_user_id, auditId);
  });
}

/** Removes reported thanks and closes the report; a closed one is unchanged. Idempotent. */
export async function removeReported(
  platform: Platform,
  moderator: Moderator,
  reportId: string,
): Promise<void> {
  await platform.db.transaction().execute(async (tx) => {
    const { status, reported_user_id, thanks_id } = await lockReport(tx, reportId);
    if (thanks_id === null) {
      throw new ApiError('NotAllowed', { message: 'Only thanks can be removed.' });
    }
    if (status === 'open') await close(platform, tx, reportId, 'removed');
    if (!(await removeThanks(platform, tx, thanks_id))) return;
    const act = { action: 'remove-thanks', user_id: reported_user_id, report_id: reportId } as const;
    await noteInAudit(platform, tx, moderator, act);
  });
}

async function lockReport(tx: Tx, reportId: string) {
  return await tx
    .selectFrom('chat_reports')
    .select(['status', 'reported_user_id', 'thanks_id'])
    .where('report_id', '=', reportId)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new ApiError('ResourceNotFound'));
}

async function close(platform: Platform, tx: Tx, reportId: string, status: ReportStatus): Promise<void> {
  await tx
    .updateTable('chat_reports')
    .set({ status, resolved_at: platform.clock.now() })
    .where('report_id', '=', reportId)
    .execute();
}
