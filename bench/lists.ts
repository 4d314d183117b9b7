import { randomUUID } from 'node:crypto';
import { listChats } from '@parlance/server/chat/chat-list';
import { countUnread, listMessages } from '@parlance/server/chat/conversation';
import type { Platform } from '@parlance/server/platform/platform';
import { grouped, type Part } from './figures.ts';
import { withApp } from './servers.ts';
import { type Case, timeCases } from './timed-cases.ts';

interface Sizes {
  messages: number;
  /** Conversations of the busy member. */
  conversations: number;
  /** Messages in the longest conversation. */
  longest: number;
}

/** Chat list, unread number and history pages of a busy member. */
export function measureLists({ isQuick }: { isQuick: boolean }): Promise<Part> {
  const sizes = isQuick
    ? { messages: 50_000, conversations: 500, longest: 10_000 }
    : { messages: 1_000_000, conversations: 2_000, longest: 100_000 };
  return withApp((platform) => measure(platform, sizes, isQuick ? 3 : 6));
}

async function measure(platform: Platform, sizes: Sizes, rounds: number): Promise<Part> {
  const { userId, partnerId } = await fill(platform, sizes);
  const caller = { userId, userSessionId: randomUUID(), isAdmin: false };
  const { conversations, longest, messages } = sizes;
  const cases: Case[] = [
    {
      what: `chat list of a person with ${grouped(conversations)} conversations among ${grouped(messages)} messages`,
      goalMs: 10,
      run: () => listChats(platform, caller, {}),
    },
    {
      what: '… its last page',
      goalMs: 10,
      run: () => listChats(platform, caller, { offset: conversations - 10 }),
    },
    { what: 'unread total of that person', goalMs: 1, run: () => countUnread(platform, caller) },
    {
      what: `newest page of a conversation of ${grouped(longest)} messages`,
      goalMs: 5,
      run: () => listMessages(platform, caller, { userId: partnerId }),
    },
    {
      what: '… its oldest page',
      goalMs: 5,
      run: () => listMessages(platform, caller, { userId: partnerId, offset: longest - 50 }),
    },
  ];
  return timeCases(platform, { subject: 'Lists', cases, rounds, userId });
}

/** A busy member with partners, one very long conversation, and unrelated conversations. */
async function fill({ pool }: Platform, { messages, conversations, longest }: Sizes) {
  const [userId, partnerId] = [idOf(1), idOf(2)];
  const people = conversations + 2_000;
  await pool.query(
    `INSERT INTO users (user_id, created_at, updated_at, name, description)
     SELECT lpad(n::text, 32, '0')::uuid, '2030-01-01', '2030-01-01', 'Person ' || n, 'About person ' || n
     FROM generate_series(1, $1::int) AS n`,
    [people],
  );
  // Member 1 with 2 … n, and the others with each other.
  await pool.query(
    `INSERT INTO conversations (conversation_id, low_user_id, high_user_id, started_by_user_id, created_at, last_sequence)
     SELECT gen_random_uuid(), low, high, low, '2030-01-01', size FROM (
       SELECT lpad('1', 32, '0')::uuid AS low, lpad(n::text, 32, '0')::uuid AS high,
         CASE WHEN n = 2 THEN $2::int ELSE $4::int END AS size
       FROM generate_series(2, $1::int + 1) AS n
       UNION ALL
       SELECT lpad(n::text, 32, '0')::uuid, lpad((n + 1)::text, 32, '0')::uuid, $4::int
       FROM generate_series($1::int + 2, $3::int - 1) AS n
     ) AS pairs`,
    [conversations, longest, people, Math.max(1, Math.round((messages - longest) / people))],
  );
  await pool.query(
    `INSERT INTO chat_messages (chat_message_id, conversation_id, sequence, from_user_id, to_user_id, type, content,
       client_message_id, payload_hash, created_at, updated_at, delivered_at)
     SELECT gen_random_uuid(), conversation_id, n, CASE WHEN n % 2 = 0 THEN low_user_id ELSE high_user_id END,
       CASE WHEN n % 2 = 0 THEN high_user_id ELSE low_user_id END, 'text', 'This is message ' || n || ' of a long talk.',
       gen_random_uuid(), '\\x00', sent, sent, sent
     FROM conversations, generate_series(1, last_sequence) AS n,
       LATERAL (SELECT timestamptz '2030-01-01' + n * interval '1 minute' AS sent) AS at`,
  );
  await pool.query(
    `INSERT INTO conversation_members (user_id, partner_user_id, conversation_id, last_message_id, last_message_at,
       last_read_sequence, unread_count)
     SELECT seat.user_id, seat.partner_id, conversation_id, chat_message_id, chat_messages.created_at,
       greatest(last_sequence - 2, 0), 1
     FROM conversations JOIN chat_messages USING (conversation_id),
       LATERAL (VALUES (low_user_id, high_user_id), (high_user_id, low_user_id)) AS seat (user_id, partner_id)
     WHERE sequence = last_sequence`,
  );
  await pool.query('VACUUM ANALYZE users, conversations, chat_messages, conversation_members');
  return { userId, partnerId };
}

const idOf = (n: number): string => {
  const digits = String(n).padStart(32, '0');
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    digits.slice(12, 16),
    digits.slice(16, 20),
    digits.slice(20),
  ].join('-');
};
