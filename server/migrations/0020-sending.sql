-- Seats go with their conversation, which goes with either of its people, and not by references of their own: finding those of a partner
-- took an index that every message wrote to twice. Whose seats are sought by partner has one with each of them.
ALTER TABLE conversation_members
  DROP CONSTRAINT conversation_members_user_id_fkey,
  DROP CONSTRAINT conversation_members_partner_user_id_fkey;
DROP INDEX conversation_members_by_partner;
CREATE OR REPLACE FUNCTION take_messages_along() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM chat_messages WHERE conversation_id IN (SELECT gone.conversation_id FROM gone);
  DELETE FROM conversation_members seat USING (
    SELECT low_user_id, high_user_id FROM gone UNION ALL SELECT high_user_id, low_user_id FROM gone
  ) AS pair(user_id, partner_user_id)
  WHERE seat.user_id = pair.user_id AND seat.partner_user_id = pair.partner_user_id;
  RETURN NULL;
END
$$;

-- Sends one message between two who have written to each other before, which is nearly every message: a batch of one costs what a
-- batch costs whatever its size, a third of which is to judge and number many at once. Where anything else is the matter, it
-- stores nothing and answers nothing, and send_chat_messages judges; its rules and its order of locks are the ones kept here.
CREATE FUNCTION send_chat_message(
  given_id uuid,
  given_from uuid,
  given_to uuid,
  given_type text,
  given_content text,
  given_audio_key text,
  given_duration integer,
  given_waveform bytea,
  given_client_id uuid,
  given_hash bytea,
  sent_at timestamptz
) RETURNS integer LANGUAGE plpgsql
  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET plan_cache_mode = force_generic_plan
AS $$
DECLARE
  held uuid;
  number integer;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(keys.key) FROM (
    VALUES (pair_lock_key(given_from, given_to)), (person_lock_key(given_from)), (person_lock_key(given_to)) ORDER BY 1
  ) AS keys(key);

  SELECT c.conversation_id, c.last_sequence + 1 INTO held, number
  FROM conversations c
  JOIN users low ON low.user_id = c.low_user_id AND low.banned_at IS NULL
  JOIN users high ON high.user_id = c.high_user_id AND high.banned_at IS NULL
  WHERE c.low_user_id = least(given_from, given_to) AND c.high_user_id = greatest(given_from, given_to)
    AND NOT EXISTS (SELECT FROM blocks_between(given_from, given_to))
  FOR UPDATE OF c;

  IF held IS NULL OR EXISTS (
    SELECT FROM chat_messages m WHERE m.from_user_id = given_from AND m.client_message_id = given_client_id
  ) THEN
    RETURN NULL;
  END IF;

  INSERT INTO chat_messages (
    chat_message_id, conversation_id, sequence, from_user_id, to_user_id, type, content, audio_key,
    audio_duration_ms, audio_waveform, client_message_id, payload_hash, created_at, updated_at
  ) VALUES (
    given_id, held, number, given_from, given_to, given_type, given_content, given_audio_key,
    given_duration, given_waveform, given_client_id, given_hash, sent_at, sent_at
  );
  UPDATE conversations SET last_sequence = number WHERE conversation_id = held;
  INSERT INTO user_activities (user_activity_id, user_id, type, created_at)
    VALUES (given_id, given_from, 'send-chat-message', sent_at);
  UPDATE conversation_members SET last_message_id = given_id, last_message_at = sent_at
    WHERE user_id = given_from AND partner_user_id = given_to;
  UPDATE conversation_members SET last_message_id = given_id, last_message_at = sent_at, unread_count = unread_count + 1
    WHERE user_id = given_to AND partner_user_id = given_from;
  RETURN number;
END
$$;
