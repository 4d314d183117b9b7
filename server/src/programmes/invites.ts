import type { PayloadOf, ResultOf } from '@parlance/contract/endpoint';
import { ApiError } from '@parlance/contract/errors';
import { programmeMax, programmeMessages } from '@parlance/contract/programme-limits';
import type {
  inviteStudents as inviteStudentsCall,
  listProgrammeInvitations as listInvitationsCall,
  ProgrammeInvitation,
} from '@parlance/contract/programme-students';
import {
  createInvitation,
  invitationsOf,
  programmeOfInvitation,
  revokeInvitation,
  takeInvitation,
} from '#access/access';
import type { Tx } from '#platform/effects';
import type { Platform } from '#platform/platform';
import type { Caller } from '#platform/serve';
import { asCoordinator, refuse } from './roles.ts';

/** Whether an invitation admits to this programme; it is not used yet. */
export const isInvited = async (
  platform: Platform,
  db: Platform['db'],
  { programmeId, secret }: { programmeId: string; secret: string },
): Promise<boolean> => (await invitedAt(platform, db, { programmeId, secret })) !== null;

/** When the invitation was made, null for one that does not admit to this programme. */
export async function invitedAt(
  platform: Platform,
  db: Platform['db'],
  { programmeId, secret }: { programmeId: string; secret: string },
): Promise<Date | null> {
  const found = await programmeOfInvitation(platform, db, secret);
  return found?.programmeId === programmeId ? found.createdAt : null;
}

/** Uses an invitation in the transaction of joining; the same member uses it once. */
export async function spendInvitation(
  platform: Platform,
  tx: Tx,
  { secret, userId }: { secret: string; userId: string },
): Promise<void> {
  const { email } = await tx
    .selectFrom('users')
    .select('email')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow(() => new ApiError('SessionInvalid'));
  await takeInvitation(platform, tx, { secret, userId, email });
}

const openOf = ({ db, clock }: Platform, programmeId: string) =>
  invitationsOf(db, programmeId).where('revoked_at', 'is', null).where('until', '>', clock.now());

type Row = Awaited<ReturnType<ReturnType<typeof openOf>['execute']>>[number];

const toInvitation = (row: Row): ProgrammeInvitation => ({
  invitationId: row.invitation_id,
  createdAt: row.created_at,
  until: row.until,
  uses: row.uses_max,
  used: row.uses_max - row.uses_left,
  domain: row.domain,
});

export async function inviteStudents(
  platform: Platform,
  caller: Caller,
  { programmeId, ...wanted }: { programmeId: string } & PayloadOf<typeof inviteStudentsCall>,
): Promise<ResultOf<typeof inviteStudentsCall>> {
  const { invitationId, url } = await platform.db.transaction().execute(async (tx) => {
    const { state } = await asCoordinator(tx, caller, programmeId, 'locked');
    if (state === 'closed' || state === 'erased') throw refuse(programmeMessages.state);
    const open = await openOf({ ...platform, db: tx }, programmeId).execute();
    if (open.length >= programmeMax.invitations) throw refuse(programmeMessages.invitations);
    return createInvitation(platform, tx, { ...wanted, programmeId, createdBy: caller.userId });
  });
  const rows = await openOf(platform, programmeId).where('invitation_id', '=', invitationId).execute();
  const invitation = rows.map(toInvitation)[0];
  if (!invitation) throw new ApiError('ResourceNotFound');
  return { url, invitation };
}

export async function listProgrammeInvitations(
  platform: Platform,
  caller: Caller,
  programmeId: string,
): Promise<ResultOf<typeof listInvitationsCall>> {
  await asCoordinator(platform.db, caller, programmeId);
  const rows = await openOf(platform, programmeId).limit(programmeMax.invitations).execute();
  return { count: rows.length, invitations: rows.map(toInvitation) };
}

export async function revokeProgrammeInvitation(
  platform: Platform,
  caller: Caller,
  { programmeId, invitationId }: { programmeId: string; invitationId: string },
): Promise<void> {
  await asCoordinator(platform.db, caller, programmeId);
  await revokeInvitation(platform, platform.db, { invitationId, programmeId });
}
