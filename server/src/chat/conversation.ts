import { chatPageSizes, type listMessages as listMessagesCall } from '@parlance/contract/chat';
import type { PayloadOf, ResultOf } from '@parlance/contract/endpoint';
import { ApiError } from '@parlance/contract/errors';
import { sql } from 'kysely';
import { prepared } from '#platform/database';
import type { Platform } from '#platform/platform';
import type { Caller } from '#platform/serve';
import { joinQuoted, type MessageRow, messageColumns, toChatMessage } from './message.ts';
import { tellSenders } from './receipts.ts';

const pageOfMessages = `SELECT ${messageColumns} FROM chat_messages AS message ${joinQuoted}
  WHERE message.conversation_id = $1 AND message.sequence <= $2 AND message.sequence > $3
  ORDER BY message.sequence DESC`;
const unreadTotal = `SELECT coalesce(sum(unread_count), 0)::integer AS unread FROM conversation_members
  WHERE user_id = $1 AND unread_count > 0 AND NOT is_hidden AND NOT is_request`;
/** Beyond this number the exact one does not matter; it bounds the cost for a member whom many strangers write to. */
const requestsCounted = 1000;
const requestTotal = `SELECT count(*)::integer AS requests FROM (
    SELECT FROM conversation_members WHERE user_id = $1 AND is_request AND declined_at IS NULL AND NOT is_hidden
    LIMIT ${requestsCounted}
  ) AS waiting`;
const conversationOf = `SELECT conversation_id, last_sequence,
    greatest(last_delivered_sequence, last_read_sequence) AS delivered_sequence, is_request, is_hidden
  FROM users
  LEFT JOIN conversation_members AS seat ON seat.user_id = $1 AND seat.partner_user_id = users.user_id
  LEFT JOIN conversations USING (conversation_id)
  WHERE users.user_id = $2 AND banned_at IS NULL`;

/**
 * Messages with one partner, newest first. Reading marks them as delivered, except after a block and in a request, whose recordings are
 * not playable.
 */
export async function listMessages(
  platform: Platform,
  caller: Caller,
  {
    userId,
    limit = chatPageSizes.messages,
    offset = 0,
  }: { userId: string } & PayloadOf<typeof listMessagesCall>,
): Promise<ResultOf<typeof listMessagesCall>> {
  const conversation = await findConversation(platform, caller, userId);
  if (!conversation) return { count: 0, messages: [], isRequest: false };
  const { is_request: isRequest } = conversation;
  if (hasReceipts(conversation) && conversation.delivered_sequence < conversation.last_sequence)
    await markDelivered(platform, caller, userId, conversation);
  // Sequence numbers have no gaps, so a page is a range and deep pages cost no more than the first.
  const newest = conversation.last_sequence - offset;
  const rows = await prepared<MessageRow & { [column: string]: unknown }>(
    platform.pool,
    'page-of-messages',
    pageOfMessages,
    [conversation.conversation_id, newest, newest - limit],
  );
  const messages = rows.map((row) => toChatMessage(platform, row));
  return {
    count: conversation.last_sequence,
    messages: isRequest ? messages.map((message) => ({ ...message, audioUrl: null })) : messages,
    isRequest,
  };
}

/**
 * Marks all messages of a partner as read; notifies the partner and the reader's other tabs. A request stays unread until answered, and
 * after a block nothing is marked.
 */
export async function markRead(platform: Platform, caller: Caller, userId: string): Promise<void> {
  const conversation = await findConversation(platform, caller, userId);
  if (!conversation || !hasReceipts(conversation)) return;
  const readAt = platform.clock.now();
  const rows = await platform.db.transaction().execute(async (tx) => {
    // The lock orders this against incoming messages, so the unread count and the marks stay consistent.
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

export async function countUnread(platform: Platform, caller: Caller): Promise<number> {
  const [total] = await prepared<{ unread: number }>(platform.pool, 'count-unread', unreadTotal, [
    caller.userId,
  ]);
  return total?.unread ?? 0;
}

/** The number of requests that wait for the member, at most 1,000. */
export async function countRequests({ pool }: Platform, userId: string): Promise<number> {
  const [total] = await prepared<{ requests: number }>(pool, 'count-requests', requestTotal, [userId]);
  return total?.requests ?? 0;
}

/** Whether the member lets others see when they are active. */
export async function showsActivity({ pool }: Platform, userId: string): Promise<boolean> {
  const [user] = await prepared<{ shows_activity: boolean }>(
    pool,
    'shows-activity',
    'SELECT shows_activity FROM users WHERE user_id = $1',
    [userId],
  );
  return user?.shows_activity ?? false;
}

interface Conversation {
  conversation_id: string;
  last_sequence: number;
  /** All messages up to this sequence are marked as delivered to the caller. */
  delivered_sequence: number;
  /** The caller has not answered yet, and was not notified. */
  is_request: boolean;
  /** The caller has blocked the partner. */
  is_hidden: boolean;
}

/** No receipts for a request, which would disclose that it was read, or after a block, which would disclose the blocker's activity. */
const hasReceipts = ({ is_request, is_hidden }: Conversation): boolean => !is_request && !is_hidden;

async function findConversation(
  platform: Platform,
  caller: Caller,
  userId: string,
): Promise<Conversation | null> {
  if (userId === caller.userId)
    throw new ApiError('NotAllowed', { message: 'You cannot write to yourself.' });
  const [partner] = await prepared<{ [Column in keyof Conversation]: Conversation[Column] | null }>(
    platform.pool,
    'find-conversation',
    conversationOf,
    [caller.userId, userId],
  );
  if (!partner) throw new ApiError('UserNotFound');
  const { conversation_id, last_sequence, delivered_sequence, is_request, is_hidden } = partner;
  if (conversation_id === null || last_sequence === null || delivered_sequence === null) return null;
  return {
    conversation_id,
    last_sequence,
    delivered_sequence,
    is_request: is_request ?? false,
    is_hidden: is_hidden ?? false,
  };
}

/** Locks the seat before the messages, in the order of markRead, to avoid a deadlock. */
async function markDelivered(
  platform: Platform,
  caller: Caller,
  userId: string,
  { conversation_id, last_sequence, delivered_sequence }: Conversation,
): Promise<void> {
  const deliveredAt = platform.clock.now();
  const rows = await platform.db.transaction().execute(async (tx) => {
    await tx
      .updateTable('conversation_members')
      .set({ last_delivered_sequence: sql`greatest(last_delivered_sequence, ${last_sequence})` })
      .where('user_id', '=', caller.userId)
      .where('partner_user_id', '=', userId)
      .execute();
    return await tx
      .updateTable('chat_messages')
      .set({ delivered_at: deliveredAt, updated_at: deliveredAt })
      .where('conversation_id', '=', conversation_id)
      .where('sequence', '>', delivered_sequence)
      .where('sequence', '<=', last_sequence)
      .where('to_user_id', '=', caller.userId)
      .where('delivered_at', 'is', null)
      .returning(['chat_message_id', 'from_user_id', 'to_user_id'])
      .execute();
  });
  tellSenders(platform, rows, { deliveredAt, readAt: null });
}
