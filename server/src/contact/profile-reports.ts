import type { reportProfile as reportProfileCall } from '@parlance/contract/contact';
import type { PayloadOf } from '@parlance/contract/endpoint';
import { ApiError } from '@parlance/contract/errors';
import { isAdmin } from '#access/access';
import { copyFile, keepReport, reportedPictures, takeReport } from '#chat/chat';
import { newId } from '#platform/ids';
import type { Platform } from '#platform/platform';
import { refuseOver } from '#platform/rate-limit';
import type { Caller } from '#platform/serve';

/** After a report about the same profile was closed, the reporter can send another, in case the profile has changed. */
const perProfile = { limit: 3, windowMs: 24 * 3_600_000 };

type Report = { userId: string } & PayloadOf<typeof reportProfileCall>;

/**
 * Stores a snapshot of a profile for the admins; idempotent while the reporter's report is open. It gives no penalty points, because any
 * member can report any other.
 */
export async function reportProfile(platform: Platform, caller: Caller, report: Report): Promise<void> {
  const { userId, about, reason, text } = report;
  const { db } = platform;
  if (userId === caller.userId) {
    throw new ApiError('RequestDataInvalid', { message: 'You cannot report your own profile.' });
  }
  const profile = await db
    .selectFrom('users')
    .select(['name', 'description', 'profile_image_key', 'email', 'admin_since'])
    .where('user_id', '=', userId)
    .where('banned_at', 'is', null)
    .executeTakeFirstOrThrow(() => new ApiError('UserNotFound'));
  if (isAdmin(platform, profile)) {
    throw new ApiError('NotAllowed', { message: 'An admin cannot be reported.' });
  }
  const known = await db
    .selectFrom('chat_reports')
    .select('report_id')
    .where('profile_user_id', '=', userId)
    .where('reporter_user_id', '=', caller.userId)
    .where('status', '=', 'open')
    .executeTakeFirst();
  if (known) return;
  await takeReport(platform, caller.userId);
  const key = `report-profile:${caller.userId}:${userId}`;
  refuseOver(await platform.limits.take([{ key, ...perProfile }]));
  // A copy: the member may replace the picture, whose address then stops working at once.
  const pictureKey =
    profile.profile_image_key === null
      ? null
      : await copyFile(
          platform,
          profile.profile_image_key,
          `${reportedPictures(userId)}${newId(platform.clock)}.jpg`,
        );
  let isKept = false;
  try {
    const snapshot = { about, name: profile.name, description: profile.description, pictureKey };
    isKept = await keepReport(platform, {
      about: { profile_user_id: userId },
      reporterId: caller.userId,
      reportedId: userId,
      reason,
      text,
      readSnapshot: async () => snapshot,
    });
  } finally {
    if (!isKept && pictureKey !== null) await platform.files.remove(pictureKey);
  }
}
