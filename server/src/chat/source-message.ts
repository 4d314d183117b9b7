import type { Kysely } from 'kysely';
import type { Tables } from '#tables.generated';

/** What a text message of somebody's conversation says, and who wrote it; undefined when there is none that is theirs to read. */
export function findTextMessage(
  db: Kysely<Tables>,
  userId: string,
  chatMessageId: string,
): Promise<{ fromUserId: string; content: string } | undefined> {
  return db
    .selectFrom('chat_messages')
    .select(['from_user_id as fromUserId', 'content'])
    .where('chat_message_id', '=', chatMessageId)
    .where((eb) => eb.or([eb('from_user_id', '=', userId), eb('to_user_id', '=', userId)]))
    .where('content', 'is not', null)
    .$narrowType<{ content: string }>()
    .executeTakeFirst();
}
