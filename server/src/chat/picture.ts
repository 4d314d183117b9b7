import { join } from 'node:path';
import { ApiError } from '@parlance/contract/errors';
import { prepared } from '#platform/database';
import { newId } from '#platform/ids';
import { refuseOtherFiles } from '#platform/picture-kinds';
import type { Platform } from '#platform/platform';
import { createProcessPool } from '#platform/process-pool';
import type { StoredPicture } from './draft.ts';

/** A picture as the child process returns it. */
export interface RebuiltPicture {
  bytes: Uint8Array;
  width: number;
  height: number;
}

const rebuild = createProcessPool<RebuiltPicture>({
  module: join(import.meta.dirname, 'picture-process.ts'),
  concurrency: 2,
  queueMax: 20,
  timeoutMs: 15_000,
  heapMaxMb: 128,
});

/** Converts an upload to WebP and stores it under a new key. */
export async function storePicture(
  platform: Platform,
  userId: string,
  bytes: Buffer,
): Promise<StoredPicture> {
  refuseOtherFiles(bytes);
  const { bytes: rewritten, width, height } = await rebuild(bytes, userId);
  const key = `chat-pictures/${newId(platform.clock)}.webp`;
  await platform.files.put(key, rewritten, { contentType: 'image/webp' });
  return { key, width, height };
}

const statement = `SELECT (
    SELECT count(DISTINCT first.from_user_id) FROM (VALUES ($1::uuid), ($2::uuid)) AS party(user_id)
    CROSS JOIN LATERAL (
      SELECT message.from_user_id FROM chat_messages AS message
      WHERE message.conversation_id = conversation.conversation_id AND message.from_user_id = party.user_id
      LIMIT 1
    ) AS first
  ) = 2 AS have_both
  FROM conversations AS conversation
  WHERE low_user_id = least($1::uuid, $2::uuid) AND high_user_id = greatest($1::uuid, $2::uuid)`;

/** Pictures require that both have written. A check before sending suffices, since this never becomes false again. */
export async function refuseUnlessBothWrote({ pool }: Platform, from: string, to: string): Promise<void> {
  const [row] = await prepared<{ have_both: boolean }>(pool, 'have-both-written', statement, [from, to]);
  if (!row?.have_both)
    throw new ApiError('NotAllowed', { message: 'Pictures can be sent once you have both written.' });
}
