import { chatPageSizes, type listChats as listChatsCall } from '@parlance/contract/chat';
import type { PayloadOf, ResultOf } from '@parlance/contract/endpoint';
import { sql } from 'kysely';
import { loadBaseProfiles } from '#people/people';
import type { Platform } from '#platform/platform';
import type { Caller } from '#platform/serve';
import { readSnapshot } from '#platform/snapshot-read';
import { joinQuoted, type MessageRow, messageColumns, toChatMessage } from './message.ts';

interface Seat extends MessageRow {
  partner_user_id: string;
  unread_count: number;
}

/** Conversations, newest first. The query matches partner names and message text in any script. */
export async function listChats(
  platform: Platform,
  caller: Caller,
  { limit = chatPageSizes.chats, offset = 0, query = '' }: PayloadOf<typeof listChatsCall>,
): Promise<ResultOf<typeof listChatsCall>> {
  const mine = sql`conversation_members AS seat
    WHERE seat.user_id = ${caller.userId} AND NOT seat.is_hidden AND NOT seat.is_request AND ${query === '' ? sql`true` : matches(query)}`;
  const { count, seats } = await readSnapshot(platform, [], async (snapshot) => {
    const [total] = await snapshot.read(sql<{ count: number }>`SELECT count(*) AS count FROM ${mine}`);
    const page = await snapshot.read(sql<Seat>`
      SELECT seat.partner_user_id, seat.unread_count, ${sql.raw(messageColumns)} FROM (
        SELECT * FROM ${mine}
        ORDER BY seat.last_message_at DESC, seat.last_message_id DESC LIMIT ${limit} OFFSET ${offset}
      ) AS seat
      JOIN chat_messages AS message ON message.chat_message_id = seat.last_message_id
      ${sql.raw(joinQuoted)}
      ORDER BY seat.last_message_at DESC, seat.last_message_id DESC`);
    return { count: total?.count ?? 0, seats: page };
  });

  const partners = seats.map((seat) => seat.partner_user_id);
  const profiles = await loadBaseProfiles(platform.db, partners);
  return {
    count,
    chats: seats.flatMap(({ partner_user_id, unread_count, ...row }) => {
      const profile = profiles.get(partner_user_id);
      // The partner was deleted between the two reads.
      if (!profile) return [];
      return [{ profile, lastMessage: toChatMessage(platform, row), unreadCount: unread_count }];
    }),
  };
}

// ICU folds case in every script; the default collation of the embedded database folds ASCII only.
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
