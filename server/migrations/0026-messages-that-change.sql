-- Replies, pictures, edits and deletions. A message is changed in place: id, number, idempotency key and receipts stay.
ALTER TABLE chat_messages
  -- The message of the same conversation that this one replies to. Its excerpt is read with the reply, since it may be edited or deleted.
  ADD COLUMN replies_to_message_id uuid,
  ADD COLUMN picture_key text,
  ADD COLUMN picture_width integer,
  ADD COLUMN picture_height integer,
  ADD COLUMN edited_at timestamptz,
  -- A deleted message keeps its row, number and receipts. Content, files and payload hash are erased.
  ADD COLUMN deleted_at timestamptz,
  -- It corrected a message that was deleted, and is an ordinary text since. It repeats most of the partner's text.
  ADD COLUMN was_correction boolean NOT NULL DEFAULT false,
  DROP CONSTRAINT chat_messages_type_check,
  DROP CONSTRAINT chat_messages_check,
  DROP CONSTRAINT chat_messages_check1,
  DROP CONSTRAINT chat_messages_check2,
  DROP CONSTRAINT chat_messages_check3,
  DROP CONSTRAINT chat_messages_correction_kind_check;

-- A function, because Postgres parses and plans the expression of a CHECK again for every statement that writes a message, but a function
-- once per connection: spelled out, the rules were a seventh of the instructions of a single message.
CREATE FUNCTION are_message_parts_valid(
  type text, content text, audio_key text, audio_waveform bytea, picture_key text, replies_to_message_id uuid,
  corrects_message_id uuid, correction_kind text, correction_note text, deleted_at timestamptz
) RETURNS boolean LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  RETURN CASE WHEN deleted_at IS NULL
    THEN num_nonnulls(audio_key, coalesce(picture_key, content)) = 1
      AND type = CASE WHEN audio_key IS NOT NULL THEN 'voice' WHEN picture_key IS NOT NULL THEN 'picture' ELSE 'text' END
    ELSE num_nonnulls(content, audio_key, audio_waveform, picture_key, corrects_message_id, replies_to_message_id) = 0
  END AND CASE WHEN corrects_message_id IS NULL
    THEN num_nonnulls(correction_kind, correction_note) = 0
    ELSE correction_kind IN ('mistake', 'natural') IS TRUE
  END;
END
$$;
-- NOT VALID: every existing row fits, and validating them would block writes of messages meanwhile.
ALTER TABLE chat_messages ADD CONSTRAINT chat_messages_parts_check CHECK (are_message_parts_valid(
  type, content, audio_key, audio_waveform, picture_key, replies_to_message_id,
  corrects_message_id, correction_kind, correction_note, deleted_at
)) NOT VALID;
-- Finds the corrections of a message, before an edit and at a deletion. Ordinary messages are not in it.
CREATE INDEX chat_messages_by_corrected ON chat_messages (corrects_message_id) WHERE corrects_message_id IS NOT NULL;

-- Files of deleted messages that still have to be removed from the storage. Written in the transaction of the deletion: if the node stops
-- after the commit, another one removes them.
CREATE TABLE file_removals (
  file_key text PRIMARY KEY,
  -- Keys of the copies for earlier reports, which are made before the removal. A copy has another address.
  copy_keys text[] NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL
);

-- The message stored under this idempotency key, if any. A retry gets it even after a later block or limit. A deleted message has no
-- payload hash, so any payload under its key is a repeat: a retry must not store it again.
CREATE OR REPLACE FUNCTION message_of_key(sender_id uuid, key uuid, recipient_id uuid, hash bytea)
RETURNS TABLE (chat_message_id uuid, outcome text)
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT m.chat_message_id,
    CASE WHEN m.to_user_id = recipient_id AND (m.payload_hash = hash OR m.deleted_at IS NOT NULL) THEN 'repeated'
      ELSE 'key-reused' END
  FROM chat_messages m WHERE m.from_user_id = sender_id AND m.client_message_id = key
$$;

-- The functions of 0025 with the new columns of a message; rules and order of steps are described there. New outcome: 'deleted', for a
-- correction of a message that was deleted meanwhile.
DROP FUNCTION send_messages;
DROP FUNCTION send_message;

-- Stores a batch in one statement and one commit; returns an outcome per message, in the given order. An array that is null, or shorter
-- than given_ids, stands for nulls.
--
-- force_generic_plan: one plan for any number of messages, kept for the connection, because planning takes longer than sending a message.
-- The other settings force index look-ups: a plan made while the tables were small would scan all messages for each batch.
CREATE FUNCTION send_messages(
  -- A conversation and an activity have the id of the message with which they are created: ids are unique per table.
  given_ids uuid[],
  given_from uuid[],
  given_to uuid[],
  given_types text[],
  given_contents text[],
  given_audio_keys text[],
  given_durations integer[],
  given_waveforms bytea[],
  given_client_ids uuid[],
  given_hashes bytea[],
  given_corrected uuid[],
  given_kinds text[],
  given_notes text[],
  given_quoted uuid[],
  given_picture_keys text[],
  given_picture_widths integer[],
  given_picture_heights integer[],
  sent_at timestamptz,
  new_a_day integer,
  new_on_first_day integer
) RETURNS TABLE (
  outcome text,
  chat_message_id uuid,
  sequence integer,
  created_at timestamptz,
  updated_at timestamptz,
  delivered_at timestamptz,
  read_at timestamptz,
  audio_key text,
  audio_duration_ms integer,
  audio_waveform bytea,
  -- Edited or deleted since it was sent.
  is_changed boolean
) LANGUAGE plpgsql
  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET plan_cache_mode = force_generic_plan
AS $$
#variable_conflict use_column
DECLARE
  verdicts text[];
  kept_ids uuid[];
BEGIN
  PERFORM pg_advisory_xact_lock_shared(locks.key) FROM (
    SELECT DISTINCT k.key FROM unnest(given_from, given_to) AS g(f, t), sending_lock_keys(g.f, g.t) AS k ORDER BY 1
  ) AS locks;

  SELECT array_agg(
    coalesce(r.refusal, CASE WHEN c.conversation_id IS NULL THEN 'new' ELSE 'sent' END) ORDER BY g.place)
  INTO verdicts
  FROM unnest(given_from, given_to) WITH ORDINALITY AS g(f, t, place)
  CROSS JOIN LATERAL sending_refusal(g.f, g.t) AS r
  LEFT JOIN conversations c ON c.low_user_id = least(g.f, g.t) AND c.high_user_id = greatest(g.f, g.t);

  IF 'new' = ANY (verdicts) THEN
    verdicts := start_conversations(given_ids, given_from, given_to, verdicts, sent_at, new_a_day, new_on_first_day);
  END IF;

  PERFORM 1 FROM (
    SELECT FROM conversations c
    WHERE (c.low_user_id, c.high_user_id) IN (
      SELECT least(g.f, g.t), greatest(g.f, g.t) FROM unnest(given_from, given_to) AS g(f, t)
    )
    ORDER BY c.conversation_id
    FOR UPDATE
  ) AS locked;

  -- Read under the row lock of the conversation, which a deletion takes too: a deleted message cannot be corrected.
  IF given_corrected IS NOT NULL THEN
    SELECT array_agg(
      CASE WHEN g.verdict = 'sent' AND m.deleted_at IS NOT NULL THEN 'deleted' ELSE g.verdict END ORDER BY g.place)
    INTO verdicts
    FROM unnest(verdicts, given_corrected) WITH ORDINALITY AS g(verdict, corrected, place)
    LEFT JOIN chat_messages m ON m.chat_message_id = g.corrected;
  END IF;

  SELECT
    array_agg(coalesce(k.outcome, g.verdict) ORDER BY g.place),
    array_agg(coalesce(k.chat_message_id, g.id) ORDER BY g.place)
  INTO verdicts, kept_ids
  FROM unnest(given_ids, given_from, given_to, given_client_ids, given_hashes, verdicts)
    WITH ORDINALITY AS g(id, f, t, client_id, hash, verdict, place)
  LEFT JOIN LATERAL message_of_key(g.f, g.client_id, g.t, g.hash) AS k ON true;

  WITH numbered AS (
    SELECT g.*, c.conversation_id,
      c.last_sequence + row_number() OVER (PARTITION BY c.conversation_id ORDER BY g.place) AS number
    FROM unnest(
      kept_ids, given_from, given_to, given_types, given_contents, given_audio_keys, given_durations, given_waveforms,
      given_client_ids, given_hashes, given_corrected, given_kinds, given_notes,
      given_quoted, given_picture_keys, given_picture_widths, given_picture_heights, verdicts
    ) WITH ORDINALITY AS g(
      id, f, t, type, content, audio_key, duration, waveform, client_id, hash, corrected, kind, note,
      quoted, picture_key, picture_width, picture_height, verdict, place
    )
    JOIN conversations c ON c.low_user_id = least(g.f, g.t) AND c.high_user_id = greatest(g.f, g.t)
    WHERE g.verdict = 'sent'
  ), stored AS (
    INSERT INTO chat_messages (
      chat_message_id, conversation_id, sequence, from_user_id, to_user_id, type, content, audio_key,
      audio_duration_ms, audio_waveform, client_message_id, payload_hash, created_at, updated_at,
      corrects_message_id, correction_kind, correction_note,
      replies_to_message_id, picture_key, picture_width, picture_height
    )
    SELECT n.id, n.conversation_id, n.number, n.f, n.t, n.type, n.content, n.audio_key,
      n.duration, n.waveform, n.client_id, n.hash, sent_at, sent_at, n.corrected, n.kind, n.note,
      n.quoted, n.picture_key, n.picture_width, n.picture_height
    FROM numbered n
  ), counted AS (
    UPDATE conversations c SET last_sequence = c.last_sequence + n.messages
    FROM (SELECT conversation_id, count(*) AS messages FROM numbered GROUP BY conversation_id) AS n
    WHERE c.conversation_id = n.conversation_id
  ), acted AS (
    INSERT INTO user_activities (user_activity_id, user_id, type, created_at)
    SELECT n.id, n.f, 'send-chat-message', sent_at FROM numbered n
  ), seats AS (
    SELECT n.f AS user_id, n.t AS partner_user_id, n.conversation_id, n.id, n.number, 0 AS unread FROM numbered n
    UNION ALL
    SELECT n.t, n.f, n.conversation_id, n.id, n.number, 1 FROM numbered n
  )
  INSERT INTO conversation_members AS seat (
    user_id, partner_user_id, conversation_id, last_message_id, last_message_at, unread_count
  )
  SELECT s.user_id, s.partner_user_id, s.conversation_id,
    (array_agg(s.id ORDER BY s.number DESC))[1], sent_at, sum(s.unread)
  FROM seats s
  GROUP BY s.user_id, s.partner_user_id, s.conversation_id
  ORDER BY s.conversation_id, s.user_id
  ON CONFLICT (user_id, partner_user_id) DO UPDATE SET
    last_message_id = excluded.last_message_id,
    last_message_at = excluded.last_message_at,
    unread_count = seat.unread_count + excluded.unread_count;

  RETURN QUERY
  SELECT g.verdict, m.chat_message_id, m.sequence, m.created_at, m.updated_at, m.delivered_at,
    m.read_at, m.audio_key, m.audio_duration_ms, m.audio_waveform,
    coalesce(m.edited_at, m.deleted_at) IS NOT NULL
  FROM unnest(kept_ids, verdicts) WITH ORDINALITY AS g(id, verdict, place)
  LEFT JOIN chat_messages m ON m.chat_message_id = g.id AND g.verdict IN ('sent', 'repeated')
  ORDER BY g.place;
END
$$;

-- Stores one message of an existing conversation, the usual case, and returns its number. Otherwise (a refusal, a repeated key, no
-- conversation yet) it stores nothing and returns null, and send_messages decides: so outcomes are stated only there.
--
-- Not shared with send_messages for speed: a statement over a set made a single message 15 to 21 % slower, and plain statements for each
-- message made a batch of 16 cost 1.8 times as much. chat/one-message.test.ts compares the stored rows of both.
CREATE FUNCTION send_message(
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
  given_corrected uuid,
  given_kind text,
  given_note text,
  given_quoted uuid,
  given_picture_key text,
  given_picture_width integer,
  given_picture_height integer,
  sent_at timestamptz
) RETURNS integer LANGUAGE plpgsql
  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET plan_cache_mode = force_generic_plan
AS $$
DECLARE
  held uuid;
  number integer;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(locks.key) FROM (
    SELECT k.key FROM sending_lock_keys(given_from, given_to) AS k ORDER BY 1
  ) AS locks;

  SELECT c.conversation_id, c.last_sequence + 1 INTO held, number
  FROM conversations c JOIN sending_refusal(given_from, given_to) AS r ON r.refusal IS NULL
  WHERE c.low_user_id = least(given_from, given_to) AND c.high_user_id = greatest(given_from, given_to)
  FOR UPDATE OF c;

  IF held IS NULL OR EXISTS (SELECT FROM message_of_key(given_from, given_client_id, given_to, given_hash)) THEN
    RETURN NULL;
  END IF;
  IF given_corrected IS NOT NULL AND EXISTS (
    SELECT FROM chat_messages m WHERE m.chat_message_id = given_corrected AND m.deleted_at IS NOT NULL
  ) THEN
    RETURN NULL;
  END IF;

  INSERT INTO chat_messages (
    chat_message_id, conversation_id, sequence, from_user_id, to_user_id, type, content, audio_key,
    audio_duration_ms, audio_waveform, client_message_id, payload_hash, created_at, updated_at,
    corrects_message_id, correction_kind, correction_note,
    replies_to_message_id, picture_key, picture_width, picture_height
  ) VALUES (
    given_id, held, number, given_from, given_to, given_type, given_content, given_audio_key,
    given_duration, given_waveform, given_client_id, given_hash, sent_at, sent_at,
    given_corrected, given_kind, given_note,
    given_quoted, given_picture_key, given_picture_width, given_picture_height
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

-- Called by nodes of 1.0.0 during a rolling update, and by no other code: the first release without a rolling update from 1.0.0 can drop
-- these four.
--
-- Such a node answers a retry, and informs the recipient, with the text as it was sent first. After an edit or a deletion that text must not
-- be delivered again, so the outcome is 'key-reused'. It does not know 'deleted' and gets 'unknown'.
CREATE FUNCTION send_first_format(
  given_ids uuid[], given_from uuid[], given_to uuid[], given_types text[], given_contents text[], given_audio_keys text[],
  given_durations integer[], given_waveforms bytea[], given_client_ids uuid[], given_hashes bytea[], sent_at timestamptz,
  new_a_day integer, new_on_first_day integer, given_corrected uuid[], given_kinds text[], given_notes text[]
) RETURNS TABLE (
  outcome text, chat_message_id uuid, sequence integer, created_at timestamptz, updated_at timestamptz,
  delivered_at timestamptz, read_at timestamptz, audio_key text, audio_duration_ms integer, audio_waveform bytea
) LANGUAGE sql AS $$
  SELECT
    CASE
      WHEN s.is_changed THEN 'key-reused'
      WHEN s.outcome = 'deleted' THEN 'unknown'
      ELSE s.outcome
    END,
    s.chat_message_id, s.sequence, s.created_at, s.updated_at, s.delivered_at, s.read_at, s.audio_key, s.audio_duration_ms,
    s.audio_waveform
  FROM send_messages(
    given_ids, given_from, given_to, given_types, given_contents, given_audio_keys, given_durations, given_waveforms,
    given_client_ids, given_hashes, given_corrected, given_kinds, given_notes, null, null, null, null,
    sent_at, new_a_day, new_on_first_day) AS s
$$;
CREATE OR REPLACE FUNCTION send_chat_message(
  given_id uuid, given_from uuid, given_to uuid, given_type text, given_content text, given_audio_key text,
  given_duration integer, given_waveform bytea, given_client_id uuid, given_hash bytea, sent_at timestamptz
) RETURNS integer LANGUAGE sql AS $$
  SELECT send_message(
    given_id, given_from, given_to, given_type, given_content, given_audio_key, given_duration, given_waveform,
    given_client_id, given_hash, null, null, null, null, null, null, null, sent_at)
$$;
CREATE OR REPLACE FUNCTION send_chat_messages(
  given_ids uuid[], given_from uuid[], given_to uuid[], given_types text[], given_contents text[], given_audio_keys text[],
  given_durations integer[], given_waveforms bytea[], given_client_ids uuid[], given_hashes bytea[], sent_at timestamptz,
  new_a_day integer, new_on_first_day integer
) RETURNS TABLE (
  outcome text, chat_message_id uuid, sequence integer, created_at timestamptz, updated_at timestamptz,
  delivered_at timestamptz, read_at timestamptz, audio_key text, audio_duration_ms integer, audio_waveform bytea
) LANGUAGE sql AS $$
  SELECT * FROM send_first_format(
    given_ids, given_from, given_to, given_types, given_contents, given_audio_keys, given_durations, given_waveforms,
    given_client_ids, given_hashes, sent_at, new_a_day, new_on_first_day, null, null, null)
$$;
CREATE OR REPLACE FUNCTION send_chat_corrections(
  given_ids uuid[], given_from uuid[], given_to uuid[], given_types text[], given_contents text[], given_audio_keys text[],
  given_durations integer[], given_waveforms bytea[], given_client_ids uuid[], given_hashes bytea[], sent_at timestamptz,
  new_a_day integer, new_on_first_day integer, given_corrected uuid[], given_kinds text[], given_notes text[]
) RETURNS TABLE (
  outcome text, chat_message_id uuid, sequence integer, created_at timestamptz, updated_at timestamptz,
  delivered_at timestamptz, read_at timestamptz, audio_key text, audio_duration_ms integer, audio_waveform bytea
) LANGUAGE sql AS $$
  SELECT * FROM send_first_format(
    given_ids, given_from, given_to, given_types, given_contents, given_audio_keys, given_durations, given_waveforms,
    given_client_ids, given_hashes, sent_at, new_a_day, new_on_first_day, given_corrected, given_kinds, given_notes)
$$;
