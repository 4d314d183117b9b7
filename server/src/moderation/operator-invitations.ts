import { ApiError } from '@parlance/contract/errors';
import { newInvitation } from '@parlance/contract/invitations';
import { uuid } from '@parlance/contract/text';
import { fromWire, isOnWire } from '@parlance/contract/wire';
import { createInvitation, invitationsOf, revokeInvitation } from '#access/access';
import type { Platform } from '#platform/platform';
import { alignColumns, day } from './terminal-text.ts';

const dayMs = 24 * 60 * 60 * 1000;

interface Wanted {
  uses: number;
  days: number;
  domain: string | undefined;
}

/** Creates an invitation and shows its link, which is not stored. */
export async function invite(platform: Platform, { uses, days, domain }: Wanted): Promise<string> {
  const until = new Date(platform.clock.now().getTime() + days * dayMs);
  const wanted = fromWire(newInvitation, { uses, until: until.toISOString(), domain });
  const { url, invitationId } = await createInvitation(platform, platform.db, {
    ...wanted,
    programmeId: null,
    createdBy: null,
  });
  return `${url}\nInvitation ${invitationId}, for ${uses === 1 ? '1 account' : `${uses} accounts`} until ${day(until)}. The link is shown only now.\n`;
}

/** Invitations to the instance, newest first, one per line. */
export async function listInvitations(
  platform: Platform,
  { limit, offset }: { limit: number; offset: number },
): Promise<string> {
  const found = await invitationsOf(platform.db, null).limit(limit).offset(offset).execute();
  if (found.length === 0) return 'No invitations.\n';
  const now = platform.clock.now();
  return alignColumns(
    found.map((row) => [
      row.invitation_id,
      `${row.uses_max - row.uses_left} of ${row.uses_max} used`,
      row.domain ?? 'any address',
      `until ${day(row.until)}`,
      row.revoked_at ? 'revoked' : row.until <= now ? 'expired' : row.uses_left === 0 ? 'used up' : '',
    ]),
  );
}

/** Revokes an invitation; accounts that it has admitted stay. */
export async function revoke(platform: Platform, invitationId: string): Promise<string> {
  const unknown = new ApiError('ResourceNotFound', { message: `There is no invitation ${invitationId}.` });
  if (!isOnWire(uuid, invitationId)) throw unknown;
  await revokeInvitation(platform, platform.db, { invitationId, programmeId: null }).catch((error) => {
    throw error instanceof ApiError && error.is('ResourceNotFound') ? unknown : error;
  });
  return `Invitation ${invitationId} is revoked.\n`;
}
