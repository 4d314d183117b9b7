import type { Corrects } from '@parlance/contract/corrections';
import { ApiError } from '@parlance/contract/errors';
import { prepared } from '#platform/database';
import type { Platform } from '#platform/platform';
import { refuseUnwritable } from './early-refusal.ts';

const statement = `SELECT type, from_user_id FROM chat_messages
  WHERE chat_message_id = $1 AND deleted_at IS NULL
    AND (from_user_id, to_user_id) IN (($2::uuid, $3::uuid), ($3::uuid, $2::uuid))`;

interface CorrectionAddress {
  from: string;
  to: string;
  clientMessageId?: string | undefined;
  corrects: Corrects;
}

/** Refuses a correction unless its target is the partner's text here and not deleted; the storing statement checks again. */
export async function refuseUncorrectable(
  platform: Platform,
  { from, to, clientMessageId, corrects }: CorrectionAddress,
): Promise<void> {
  await refuseUnwritable(platform, { from, to, clientMessageId });
  const [target] = await prepared<{ type: string; from_user_id: string }>(
    platform.pool,
    'find-corrected',
    statement,
    [corrects.chatMessageId, from, to],
  );
  if (target?.type !== 'text') throw new ApiError('ResourceNotFound');
  if (target.from_user_id === from)
    throw new ApiError('NotAllowed', { message: 'You cannot correct your own message.' });
}
