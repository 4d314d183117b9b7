import type { startApp } from '@parlance/server/app';

type Platform = Awaited<ReturnType<typeof startApp>>['platform'];

/** Two members with a conversation, and the number of messages to add from one to the other. */
export interface LongTalk {
  fromUserId: string;
  toUserId: string;
  count: number;
}

/** Inserts a long, read history at once: sending it would take longer than the journey. */
export async function rememberTalk({ pool, clock }: Platform, talk: LongTalk): Promise<void> {
  const people = [talk.fromUserId, talk.toUserId];
  await pool.query(
    `INSERT INTO chat_messages (chat_message_id, conversation_id, sequence, from_user_id, to_user_id, type, content,
       payload_hash, created_at, updated_at, delivered_at, read_at)
     SELECT gen_random_uuid(), c.conversation_id, c.last_sequence + n, $1::uuid, $2::uuid, 'text',
       'message ' || n || ' ' || repeat('word ', n % 30), '', $4, $4, $4, $4
     FROM conversations c, generate_series(1, $3::integer) AS n
     WHERE c.low_user_id = least($1::uuid, $2::uuid) AND c.high_user_id = greatest($1::uuid, $2::uuid)`,
    [...people, talk.count, clock.now()],
  );
  await pool.query(
    `UPDATE conversations SET last_sequence = last_sequence + $3
     WHERE low_user_id = least($1::uuid, $2::uuid) AND high_user_id = greatest($1::uuid, $2::uuid)`,
    [...people, talk.count],
  );
}
