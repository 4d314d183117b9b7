import { type ChatMessage, chatPageSizes } from '@parlance/contract/chat';
import { ApiError } from '@parlance/contract/errors';
import { sql } from 'kysely';
import type { Platform } from '#platform/platform';
import type { Caller } from '#platform/serve';
import { messageColumns, toChatMessage } from './message.ts';
import { tellSenders } from './receipts.ts';

interface Page {
  userId: string;
  limit?: number | undefined;
  offset?: number | undefined;
}

/** Messages with one person, newest first. Looking is receiving: what was not delivered is now. */
export async function listMessages(
  platform: Platform,
  caller: Caller,
  { userId, limit = chatPageSizes.messages, offset = 0 }: Page,
): Promise<{ count: number; messages: ChatMessage[] }> {
  const conversation = await findConversation(platform, caller, userId);
  if (!conversation) return { count: 0, messages: [] };
  await markDelivered(platform, caller, userId);
  // Numbers have no gaps, so a page is a range of them and any page is as near as the first.
  const newest = conversation.last_sequence - offset;
  const rows = await platform.db
    .selectFrom('chat_messages')
    .select(messageColumns)
    .where('conversation_id', '=', conversation.conversation_id)
    .where('sequence', '<=', newest)
    .where('sequence', '>', newest - limit)
    .orderBy('sequence', 'desc')
    .execute();
  return { count: conversation.last_sequence, messages: rows.map((row) => toChatMessage(platform, row)) };
}

/** Marks everything from one person as read and tells them, and the reader's other tabs. */
export async function markRead(platform: Platform, caller: Caller, userId: string): Promise<void> {
  const conversation = await findConversation(platform, caller, userId);
  if (!conversation) return;
  const readAt = platform.clock.now();
  const rows = await platform.db.transaction().execute(async (tx) => {
    // The lock orders this against messages on their way in: the unread number and the marks move together.
    const { last_sequence } = await tx
      .selectFrom('conversations')
      .select('last_sequence')
      .where('conversation_id', '=', conversation.conversation_id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const seat = await tx
      .selectFrom('conversation_members')
      .select('last_read_sequence')
      .where('user_id', '=', caller.userId)
      .where('partner_user_id', '=', userId)
      .executeTakeFirstOrThrow();
    if (seat.last_read_sequence === last_sequence) return [];
    await tx
      .updateTable('conversation_members')
      .set({ unread_count: 0, last_read_sequence: last_sequence })
      .where('user_id', '=', caller.userId)
      .where('partner_user_id', '=', userId)
      .execute();
    return await tx
      .updateTable('chat_messages')
      .set({ read_at: readAt, updated_at: readAt, delivered_at: sql`coalesce(delivered_at, ${readAt})` })
      .where('conversation_id', '=', conversation.conversation_id)
      .where('sequence', '>', seat.last_read_sequence)
      .where('to_user_id', '=', caller.userId)
      .where('read_at', 'is', null)
      .returning(['chat_message_id', 'from_user_id', 'to_user_id'])
      .execute();
  });
  if (rows.length === 0) return;
  tellSenders(platform, rows, { deliveredAt: readAt, readAt });
  const status = { userId: caller.userId, chatMessageIds: [], deliveredAt: readAt, readAt };
  platform.realtime.toUser(caller.userId, 'chat:message-status', status);
}

/** Server truth of the badge. */
export async function countUnread(platform: Platform, caller: Caller): Promise<number> {
  const { unread } = await platform.db
    .selectFrom('conversation_members')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('unread_count'), sql<number>`0`).as('unread'))
    .where('user_id', '=', caller.userId)
    .where('unread_count', '>', 0)
    .where('is_hidden', '=', false)
    .executeTakeFirstOrThrow();
  return Number(unread);
}

async function findConversation(platform: Platform, caller: Caller, userId: string) {
  if (userId === caller.userId)
    throw new ApiError('NotAllowed', { message: 'You cannot write to yourself.' });
  const partner = await platform.db
    .selectFrom('users')
    .leftJoin('conversation_members as seat', (join) =>
      join.onRef('seat.partner_user_id', '=', 'users.user_id').on('seat.user_id', '=', caller.userId),
    )
    .leftJoin('conversations', 'conversations.conversation_id', 'seat.conversation_id')
    .select(['users.user_id', 'conversations.conversation_id', 'conversations.last_sequence'])
    .where('users.user_id', '=', userId)
    .where('users.banned_at', 'is', null)
    .executeTakeFirst();
  if (!partner) throw new ApiError('UserNotFound');
  const { conversation_id, last_sequence } = partner;
  return conversation_id === null || last_sequence === null ? null : { conversation_id, last_sequence };
}

async function markDelivered(platform: Platform, caller: Caller, userId: string): Promise<void> {
  const deliveredAt = platform.clock.now();
  const rows = await platform.db
    .updateTable('chat_messages')
    .set({ delivered_at: deliveredAt, updated_at: deliveredAt })
    .where('to_user_id', '=', caller.userId)
    .where('from_user_id', '=', userId)
    .where('delivered_at', 'is', null)
    .returning(['chat_message_id', 'from_user_id', 'to_user_id'])
    .execute();
  tellSenders(platform, rows, { deliveredAt, readAt: null });
}
