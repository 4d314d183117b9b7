import type { Platform } from '#platform/platform';

export const perConversation = 2000;

/** Conversations of two members each over almost three years. Indexes are built after the rows, which takes a third of the time. */
export async function insertMessages({ pool }: Platform, rows: number): Promise<void> {
  const conversations = Math.max(1, Math.round(rows / perConversation));
  await pool.query(
    `INSERT INTO users (user_id, created_at, updated_at, name, description)
     SELECT lpad(n::text, 32, '0')::uuid, '2024-01-01', '2024-01-01', 'Person ' || n, '' FROM generate_series(1, $1::int * 2) AS n`,
    [conversations],
  );
  await pool.query(
    `INSERT INTO conversations (conversation_id, low_user_id, high_user_id, started_by_user_id, created_at, last_sequence, answered_at)
     SELECT gen_random_uuid(), lpad((2 * n - 1)::text, 32, '0')::uuid, lpad((2 * n)::text, 32, '0')::uuid,
       lpad((2 * n)::text, 32, '0')::uuid, '2024-01-01', $2::int, '2024-01-02' FROM generate_series(1, $1::int) AS n`,
    [conversations, perConversation],
  );
  await pool.query(`ALTER TABLE chat_messages DROP CONSTRAINT chat_messages_pkey,
    DROP CONSTRAINT chat_messages_conversation_id_sequence_key, DISABLE TRIGGER USER;
    DROP INDEX chat_messages_by_client_key, chat_messages_by_time`);
  await pool.query(
    `INSERT INTO chat_messages (chat_message_id, conversation_id, sequence, from_user_id, to_user_id, type, content,
       client_message_id, payload_hash, created_at, updated_at, delivered_at)
     SELECT (substr(at.hex, 1, 8) || '-' || substr(at.hex, 9) || '-7000-' || substr(gen_random_uuid()::text, 20))::uuid, conversation_id, n,
       CASE WHEN n % 2 = 0 THEN low_user_id ELSE high_user_id END, CASE WHEN n % 2 = 0 THEN high_user_id ELSE low_user_id END,
       'text', 'This is message ' || n || ' of a long talk.', gen_random_uuid(), sha256('message'), at.sent, at.sent, at.sent
     FROM generate_series(1, $1::int) AS n,
       LATERAL (SELECT now() - (($1::int - n) * interval '12 hours') AS sent,
         lpad(to_hex((extract(epoch FROM now() - (($1::int - n) * interval '12 hours')) * 1000)::bigint), 12, '0') AS hex) AS at,
       conversations`,
    [perConversation],
  );
  await pool.query(`ALTER TABLE chat_messages ADD PRIMARY KEY (chat_message_id), ADD UNIQUE (conversation_id, sequence),
    ENABLE TRIGGER USER`);
  await pool.query(`CREATE UNIQUE INDEX chat_messages_by_client_key ON chat_messages (from_user_id, client_message_id)
    WHERE client_message_id IS NOT NULL`);
  await pool.query(`CREATE INDEX chat_messages_by_time ON chat_messages USING brin (created_at)
    WITH (pages_per_range = 16, autosummarize = on)`);
  await pool.query(`INSERT INTO conversation_members (user_id, partner_user_id, conversation_id, last_message_id, last_message_at,
      last_read_sequence, last_delivered_sequence)
    SELECT seat.user_id, seat.partner_id, conversation_id, chat_message_id, message.created_at, last_sequence, last_sequence
    FROM conversations JOIN chat_messages AS message USING (conversation_id),
      LATERAL (VALUES (low_user_id, high_user_id), (high_user_id, low_user_id)) AS seat (user_id, partner_id)
    WHERE message.sequence = last_sequence`);
  await pool.query('ANALYZE users, conversations, chat_messages, conversation_members');
}
