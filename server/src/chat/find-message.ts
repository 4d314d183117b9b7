import { ApiError } from '@parlance/contract/errors';
import type { Platform } from '#platform/platform';
import type { Caller } from '#platform/serve';
import { type MessageRow, messageColumns } from './message.ts';

/** A message of one of the caller's conversations; for everybody else there is no such message. */
export async function findMessage(
  { db }: Pick<Platform, 'db'>,
  { userId }: Pick<Caller, 'userId'>,
  chatMessageId: string,
): Promise<MessageRow> {
  const message = await db
    .selectFrom('chat_messages')
    .select(messageColumns)
    .where('chat_message_id', '=', chatMessageId)
    .executeTakeFirst();
  const isParty = message && (message.from_user_id === userId || message.to_user_id === userId);
  if (!isParty) throw new ApiError('ResourceNotFound');
  return message;
}
