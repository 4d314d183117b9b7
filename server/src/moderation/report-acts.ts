import type { PayloadOf } from '@parlance/contract/endpoint';
import { ApiError } from '@parlance/contract/errors';
import type { removeReported as removeReportedCall } from '@parlance/contract/moderation';
import { isAdmin } from '#access/access';
import { removePicture, removeWords } from '#people/people';
import { type Tx, transact } from '#platform/effects';
import type { Platform } from '#platform/platform';
import { removeThanks } from '#thanks/thanks';
import { type Moderator, noteInAudit } from './audit.ts';
import { closeReports } from './closing.ts';
import { queueRemovalMail } from './decision-mails.ts';
import { queueWarningMail } from './warning-mails.ts';

/** Closes a report without a ban. Idempotent. */
export async function dismissReport(
  platform: Platform,
  moderator: Moderator,
  reportId: string,
): Promise<void> {
  await transact(platform, async (tx) => {
    const report = await lockReport(tx, reportId);
    if (report.status !== 'open') return null;
    const removeFiles = await closeReports(platform, tx, { reportId }, 'dismissed');
    const act = { action: 'dismiss-report', user_id: report.reported_user_id, report_id: reportId } as const;
    await noteInAudit(platform, tx, moderator, act);
    const afterEffects = await platform.effects.run(platform, tx, 'reportDismissed', { reportId });
    return async () => {
      await afterEffects();
      await removeFiles();
    };
  });
}

/** Closes a report with a warning mail to the reported member. Idempotent: one warning, one mail. */
export async function warnReported(
  platform: Platform,
  moderator: Moderator,
  reportId: string,
  text: string,
): Promise<void> {
  await transact(platform, async (tx) => {
    const report = await lockReport(tx, reportId);
    if (report.status === 'warned') return null;
    if (report.status !== 'open') {
      throw new ApiError('NotAllowed', { message: 'This report is closed already.' });
    }
    await refuseUnwarnable(platform, tx, report.reported_user_id);
    const removeFiles = await closeReports(platform, tx, { reportId }, 'warned');
    const act = {
      action: 'warn',
      user_id: report.reported_user_id,
      report_id: reportId,
      reason: text,
    } as const;
    const auditId = await noteInAudit(platform, tx, moderator, act);
    await queueWarningMail(platform, tx, report.reported_user_id, auditId);
    return removeFiles;
  });
}

/** An admin cannot be warned, and a warning needs an address. */
export async function refuseUnwarnable(platform: Platform, tx: Tx, userId: string): Promise<void> {
  const user = await tx
    .selectFrom('users')
    .select(['email', 'admin_since'])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow(() => new ApiError('UserNotFound'));
  if (isAdmin(platform, user)) throw new ApiError('NotAllowed', { message: 'An admin cannot be warned.' });
  if (user.email === null) {
    throw new ApiError('NotAllowed', { message: 'This person has no email address for a warning.' });
  }
}

/** Removes reported thanks, or a part of a reported profile, and closes the report; a closed one is unchanged. Idempotent. */
export async function removeReported(
  platform: Platform,
  moderator: Moderator,
  { reportId, what }: { reportId: string } & PayloadOf<typeof removeReportedCall>,
): Promise<void> {
  await transact(platform, async (tx) => {
    const report = await lockReport(tx, reportId);
    const { status, reported_user_id: userId, thanks_id, profile_user_id } = report;
    if (thanks_id === null && profile_user_id === null) {
      throw new ApiError('NotAllowed', { message: 'Only thanks and parts of a profile can be removed.' });
    }
    if (profile_user_id !== null && what === undefined) {
      throw new ApiError('RequestDataInvalid', { fields: { what: 'Say what to remove' } });
    }
    const removeFiles = status === 'open' ? await closeReports(platform, tx, { reportId }, 'removed') : null;
    const act = { user_id: userId, report_id: reportId };
    if (thanks_id !== null) {
      if (await removeThanks(platform, tx, thanks_id))
        await noteInAudit(platform, tx, moderator, { ...act, action: 'remove-thanks' });
      return removeFiles;
    }
    const about = (report.snapshot as { about: string }).about;
    const after =
      what === 'picture'
        ? await removePicture(platform, tx, userId)
        : await removeWords(platform, tx, userId, { withName: about === 'name' });
    if (after) {
      const action = what === 'picture' ? 'remove-picture' : 'remove-words';
      const auditId = await noteInAudit(platform, tx, moderator, { ...act, action });
      await queueRemovalMail(platform, tx, userId, auditId);
    }
    return async () => {
      await after?.();
      await removeFiles?.();
    };
  });
}

async function lockReport(tx: Tx, reportId: string) {
  return await tx
    .selectFrom('chat_reports')
    .select(['status', 'reported_user_id', 'thanks_id', 'profile_user_id', 'snapshot'])
    .where('report_id', '=', reportId)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new ApiError('ResourceNotFound'));
}
