import { type ChatSummary, chatPageSizes } from '@parlance/contract/chat';
import { sql } from 'kysely';
import { loadBaseProfiles } from '#people/people';
import type { Platform } from '#platform/platform';
import type { Caller } from '#platform/serve';
import { messageColumns, toChatMessage } from './message.ts';

interface ListFilters {
  limit?: number | undefined;
  offset?: number | undefined;
  query?: string | undefined;
}

/** Conversations, newest first. The query finds partners' names and words of messages, in any script. */
export async function listChats(
  platform: Platform,
  caller: Caller,
  { limit = chatPageSizes.chats, offset = 0, query = '' }: ListFilters,
): Promise<{ count: number; chats: ChatSummary[] }> {
  const { count, seats } = await platform.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      let mine = tx
        .selectFrom('conversation_members as seat')
        .where('seat.user_id', '=', caller.userId)
        .where('seat.is_hidden', '=', false);
      if (query !== '') mine = mine.where(matches(query));
      const { total } = await mine
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      const page = await mine
        .select(['seat.partner_user_id', 'seat.last_message_id', 'seat.unread_count'])
        .orderBy('seat.last_message_at', 'desc')
        .orderBy('seat.last_message_id', 'desc')
        .limit(limit)
        .offset(offset)
        .execute();
      return { count: total, seats: page };
    });
  if (seats.length === 0) return { count, chats: [] };

  const profiles = await loadBaseProfiles(
    platform.db,
    seats.map((seat) => seat.partner_user_id),
  );
  const rows = await platform.db
    .selectFrom('chat_messages')
    .select(messageColumns)
    .where(
      'chat_message_id',
      'in',
      seats.map((seat) => seat.last_message_id),
    )
    .execute();
  const messages = new Map(rows.map((row) => [row.chat_message_id, toChatMessage(platform, row)]));

  return {
    count,
    chats: seats.flatMap((seat) => {
      const profile = profiles.get(seat.partner_user_id);
      const lastMessage = messages.get(seat.last_message_id);
      // A partner who was deleted between the two reads.
      if (!profile || !lastMessage) return [];
      return [{ profile, lastMessage, unreadCount: seat.unread_count }];
    }),
  };
}

// ICU folds case in every script; the default collation of the embedded database knows ASCII only.
function matches(query: string) {
  const pattern = `%${query.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const folded = (text: ReturnType<typeof sql.ref>) => sql`lower(${text} COLLATE "und-x-icu")`;
  const wanted = sql`lower(${pattern}::text COLLATE "und-x-icu")`;
  return sql<boolean>`(
    EXISTS (SELECT FROM users u WHERE u.user_id = seat.partner_user_id AND ${folded(sql.ref('u.name'))} LIKE ${wanted})
    OR EXISTS (SELECT FROM chat_messages m
      WHERE m.conversation_id = seat.conversation_id AND ${folded(sql.ref('m.content'))} LIKE ${wanted})
  )`;
}
