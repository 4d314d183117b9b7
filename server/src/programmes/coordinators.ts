import type { PayloadOf } from '@parlance/contract/endpoint';
import { ApiError } from '@parlance/contract/errors';
import type { addCoordinator as addCoordinatorCall } from '@parlance/contract/programme-care';
import { programmeMax, programmeMessages } from '@parlance/contract/programme-limits';
import { noteInAudit } from '#moderation/moderation';
import { queueMails } from '#platform/mail-queue';
import type { Platform } from '#platform/platform';
import type { Caller } from '#platform/serve';
import { findProgramme, isStudent, refuse } from './roles.ts';

export async function addCoordinator(
  platform: Platform,
  caller: Caller,
  { programmeId, email }: { programmeId: string } & PayloadOf<typeof addCoordinatorCall>,
): Promise<void> {
  await platform.db.transaction().execute(async (tx) => {
    await findProgramme(tx, programmeId, 'locked');
    const user = await tx
      .selectFrom('users')
      .select('user_id')
      .where('email', '=', email)
      .where('banned_at', 'is', null)
      .executeTakeFirstOrThrow(() => new ApiError('UserNotFound'));
    if (await isStudent(tx, programmeId, user.user_id)) throw refuse(programmeMessages.student);
    const present = await tx
      .selectFrom('programme_coordinators')
      .select('user_id')
      .where('programme_id', '=', programmeId)
      .execute();
    if (present.some(({ user_id }) => user_id === user.user_id)) return;
    if (present.length >= programmeMax.coordinators) throw refuse(programmeMessages.coordinators);
    await tx
      .insertInto('programme_coordinators')
      .values({ programme_id: programmeId, user_id: user.user_id, since: platform.clock.now() })
      .execute();
    await noteInAudit(platform, tx, caller, { action: 'add-coordinator', user_id: user.user_id });
    if (user.user_id === caller.userId) return;
    const mail = { kind: 'programme-coordinator', userId: user.user_id, subjectId: programmeId };
    await queueMails(tx, platform.clock, [mail]);
  });
}

export async function removeCoordinator(
  platform: Platform,
  caller: Caller,
  { programmeId, userId }: { programmeId: string; userId: string },
): Promise<void> {
  await platform.db.transaction().execute(async (tx) => {
    await findProgramme(tx, programmeId, 'locked');
    const removed = await tx
      .deleteFrom('programme_coordinators')
      .where('programme_id', '=', programmeId)
      .where('user_id', '=', userId)
      .returning('user_id')
      .executeTakeFirst();
    if (removed) await noteInAudit(platform, tx, caller, { action: 'remove-coordinator', user_id: userId });
  });
}
