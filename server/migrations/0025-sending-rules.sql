-- How a message is stored: send_message stores one, send_messages all that wait together. Each rule has one definition, which both use.
-- docs/decisions/message-writes.md lists the current definition of each function (later migrations replace some) and the order of locks.
--
-- A new reason to refuse a message goes into sending_refusal. A new column of a message goes into the INSERT of both functions and into
-- `columns` of server/src/chat/send-queue.ts.
--
-- Each step is a statement of its own, because a statement does not see what was committed while it waited for a lock. After the advisory
-- locks of pair and members, an acknowledged block or ban is visible. The row locks of conversations are taken by id, so that two nodes
-- do not deadlock and numbers have no gap. Then the keys are looked up, so that a retry that waited finds the stored message.
--
-- sending_lock_keys, sending_refusal and message_of_key are SQL without SET clauses that return rows: the planner inlines them into the
-- calling statement. A function with a SET clause, or one that returns a single value of a subquery, would be called for each row.

-- A trigger deletes activities instead of a foreign key, whose check was 6 % of the cost of a message. No activity can be added for a
-- deleted member: sending holds the member's advisory lock shared, which a deletion takes exclusively, and every other insert locks the
-- row of the member (recordActivity).
ALTER TABLE user_activities DROP CONSTRAINT user_activities_user_id_fkey;
CREATE FUNCTION delete_activities() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM user_activities WHERE user_id = OLD.user_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER users_delete_activities AFTER DELETE ON users FOR EACH ROW EXECUTE FUNCTION delete_activities();

CREATE FUNCTION sending_lock_keys(sender_id uuid, recipient_id uuid) RETURNS TABLE (key bigint)
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  VALUES (pair_lock_key(sender_id, recipient_id)), (person_lock_key(sender_id)), (person_lock_key(recipient_id))
$$;

-- Always one row: the reason for which the sender may not write to the recipient, or null.
CREATE FUNCTION sending_refusal(sender_id uuid, recipient_id uuid) RETURNS TABLE (refusal text)
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN sender.user_id IS NULL THEN 'gone'
    WHEN sender.banned_at IS NOT NULL THEN 'banned'
    WHEN recipient.user_id IS NULL OR recipient.banned_at IS NOT NULL THEN 'unknown'
    WHEN EXISTS (SELECT FROM blocks_between(sender_id, recipient_id)) THEN 'blocked'
  END
  FROM (VALUES (true)) AS always
  LEFT JOIN users sender ON sender.user_id = sender_id
  LEFT JOIN users recipient ON recipient.user_id = recipient_id
$$;

-- The message stored under this idempotency key, if any. A retry gets it even after a later block or limit.
CREATE FUNCTION message_of_key(sender_id uuid, key uuid, recipient_id uuid, hash bytea)
RETURNS TABLE (chat_message_id uuid, outcome text)
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT m.chat_message_id,
    CASE WHEN m.payload_hash = hash AND m.to_user_id = recipient_id THEN 'repeated' ELSE 'key-reused' END
  FROM chat_messages m WHERE m.from_user_id = sender_id AND m.client_message_id = key
$$;

-- Decides on messages with the outcome 'new' (no conversation yet) and starts the conversations of the allowed ones. Returns all
-- outcomes, each 'new' replaced. Planned with the settings of send_messages, the only caller.
CREATE FUNCTION start_conversations(
  given_ids uuid[],
  given_from uuid[],
  given_to uuid[],
  verdicts text[],
  sent_at timestamptz,
  -- New conversations per day, and on the first day of an account; null for no limit.
  new_a_day integer,
  new_on_first_day integer
) RETURNS text[] LANGUAGE plpgsql AS $$
BEGIN
  WITH fresh AS (
    SELECT g.f, g.t, g.place, dense_rank() OVER (PARTITION BY g.f ORDER BY g.t) AS nth
    FROM unnest(given_from, given_to, verdicts) WITH ORDINALITY AS g(f, t, verdict, place)
    WHERE g.verdict = 'new'
  ), judged AS (
    SELECT fresh.place, CASE
      WHEN new_a_day IS NULL OR fresh.nth + (
        SELECT count(*) FROM conversations c
        WHERE c.started_by_user_id = fresh.f AND c.created_at > sent_at - interval '24 hours'
      ) <= CASE WHEN u.created_at > sent_at - interval '24 hours' THEN new_on_first_day ELSE new_a_day END THEN 'sent'
      ELSE 'too-many'
    END AS verdict
    FROM fresh JOIN users u ON u.user_id = fresh.f
  )
  SELECT array_agg(coalesce(j.verdict, v.verdict) ORDER BY v.place) INTO verdicts
  FROM unnest(verdicts) WITH ORDINALITY AS v(verdict, place) LEFT JOIN judged j USING (place);

  INSERT INTO conversations (conversation_id, low_user_id, high_user_id, started_by_user_id, created_at)
  SELECT DISTINCT ON (least(g.f, g.t), greatest(g.f, g.t))
    g.id, least(g.f, g.t), greatest(g.f, g.t), g.f, sent_at
  FROM unnest(given_ids, given_from, given_to, verdicts) WITH ORDINALITY AS g(id, f, t, verdict, place)
  WHERE g.verdict = 'sent'
  ORDER BY least(g.f, g.t), greatest(g.f, g.t), g.place
  ON CONFLICT DO NOTHING;

  RETURN verdicts;
END
$$;

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
  audio_waveform bytea
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
      given_client_ids, given_hashes, given_corrected, given_kinds, given_notes, verdicts
    ) WITH ORDINALITY AS g(
      id, f, t, type, content, audio_key, duration, waveform, client_id, hash, corrected, kind, note, verdict, place
    )
    JOIN conversations c ON c.low_user_id = least(g.f, g.t) AND c.high_user_id = greatest(g.f, g.t)
    WHERE g.verdict = 'sent'
  ), stored AS (
    INSERT INTO chat_messages (
      chat_message_id, conversation_id, sequence, from_user_id, to_user_id, type, content, audio_key,
      audio_duration_ms, audio_waveform, client_message_id, payload_hash, created_at, updated_at,
      corrects_message_id, correction_kind, correction_note
    )
    SELECT n.id, n.conversation_id, n.number, n.f, n.t, n.type, n.content, n.audio_key,
      n.duration, n.waveform, n.client_id, n.hash, sent_at, sent_at, n.corrected, n.kind, n.note
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
    m.read_at, m.audio_key, m.audio_duration_ms, m.audio_waveform
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

  INSERT INTO chat_messages (
    chat_message_id, conversation_id, sequence, from_user_id, to_user_id, type, content, audio_key,
    audio_duration_ms, audio_waveform, client_message_id, payload_hash, created_at, updated_at,
    corrects_message_id, correction_kind, correction_note
  ) VALUES (
    given_id, held, number, given_from, given_to, given_type, given_content, given_audio_key,
    given_duration, given_waveform, given_client_id, given_hash, sent_at, sent_at,
    given_corrected, given_kind, given_note
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
-- these three.
CREATE OR REPLACE FUNCTION send_chat_message(
  given_id uuid, given_from uuid, given_to uuid, given_type text, given_content text, given_audio_key text,
  given_duration integer, given_waveform bytea, given_client_id uuid, given_hash bytea, sent_at timestamptz
) RETURNS integer LANGUAGE sql AS $$
  SELECT send_message(
    given_id, given_from, given_to, given_type, given_content, given_audio_key, given_duration, given_waveform,
    given_client_id, given_hash, null, null, null, sent_at)
$$;
CREATE OR REPLACE FUNCTION send_chat_messages(
  given_ids uuid[], given_from uuid[], given_to uuid[], given_types text[], given_contents text[], given_audio_keys text[],
  given_durations integer[], given_waveforms bytea[], given_client_ids uuid[], given_hashes bytea[], sent_at timestamptz,
  new_a_day integer, new_on_first_day integer
) RETURNS TABLE (
  outcome text, chat_message_id uuid, sequence integer, created_at timestamptz, updated_at timestamptz,
  delivered_at timestamptz, read_at timestamptz, audio_key text, audio_duration_ms integer, audio_waveform bytea
) LANGUAGE sql AS $$
  SELECT * FROM send_messages(
    given_ids, given_from, given_to, given_types, given_contents, given_audio_keys, given_durations, given_waveforms,
    given_client_ids, given_hashes, null, null, null, sent_at, new_a_day, new_on_first_day)
$$;
CREATE OR REPLACE FUNCTION send_chat_corrections(
  given_ids uuid[], given_from uuid[], given_to uuid[], given_types text[], given_contents text[], given_audio_keys text[],
  given_durations integer[], given_waveforms bytea[], given_client_ids uuid[], given_hashes bytea[], sent_at timestamptz,
  new_a_day integer, new_on_first_day integer, given_corrected uuid[], given_kinds text[], given_notes text[]
) RETURNS TABLE (
  outcome text, chat_message_id uuid, sequence integer, created_at timestamptz, updated_at timestamptz,
  delivered_at timestamptz, read_at timestamptz, audio_key text, audio_duration_ms integer, audio_waveform bytea
) LANGUAGE sql AS $$
  SELECT * FROM send_messages(
    given_ids, given_from, given_to, given_types, given_contents, given_audio_keys, given_durations, given_waveforms,
    given_client_ids, given_hashes, given_corrected, given_kinds, given_notes, sent_at, new_a_day, new_on_first_day)
$$;
