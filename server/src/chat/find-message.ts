import { ApiError } from '@parlance/contract/errors';
import { sql } from 'kysely';
import type { Platform } from '#platform/platform';
import type { Caller } from '#platform/serve';
import { joinQuoted, type MessageRow, messageColumns } from './message.ts';

/** A message by its id, without an access check. */
export async function readMessage(
  { db }: Pick<Platform, 'db'>,
  chatMessageId: string,
): Promise<MessageRow | undefined> {
  const { rows } = await sql<MessageRow>`
    SELECT ${sql.raw(messageColumns)} FROM chat_messages AS message ${sql.raw(joinQuoted)}
    WHERE message.chat_message_id = ${chatMessageId}`.execute(db);
  return rows[0];
}

/** A message of the caller's own conversations; other ids answer as not found. */
export async function findMessage(
  platform: Pick<Platform, 'db'>,
  { userId }: Pick<Caller, 'userId'>,
  chatMessageId: string,
): Promise<MessageRow> {
  const message = await readMessage(platform, chatMessageId);
  const isParty = message && (message.from_user_id === userId || message.to_user_id === userId);
  if (!isParty) throw new ApiError('ResourceNotFound');
  return message;
}
