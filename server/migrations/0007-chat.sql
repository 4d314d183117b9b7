-- One row for each pair of people who have written to each other. Its lock is the order of the conversation.
CREATE TABLE conversations (
  conversation_id uuid PRIMARY KEY,
  -- The smaller id first, so that a pair has one row.
  low_user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  high_user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  started_by_user_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  -- Messages are numbered 1, 2, 3 … without a gap: a page is a range of numbers, the count is the last one.
  last_sequence integer NOT NULL DEFAULT 0,
  UNIQUE (low_user_id, high_user_id),
  CHECK (low_user_id < high_user_id)
);
CREATE INDEX conversations_by_high_user ON conversations (high_user_id);
-- New conversations are limited a day.
CREATE INDEX conversations_by_starter ON conversations (started_by_user_id, created_at);

-- No reference to the conversation, neither here nor in conversation_members: checking one costs a statement and a lock of its
-- own for each row. Only send_chat_messages stores messages and seats, and it holds the row of the conversation meanwhile, so
-- it cannot be missing. What a reference also does, taking the messages along with their conversation, a trigger does; the
-- seats go with either of their two people.
--
-- Room in each page and no index over the marks: a message that is delivered or read is rewritten in its place.
CREATE TABLE chat_messages (
  chat_message_id uuid PRIMARY KEY,
  conversation_id uuid NOT NULL,
  sequence integer NOT NULL,
  from_user_id uuid NOT NULL,
  to_user_id uuid NOT NULL,
  type text NOT NULL CHECK (type IN ('text', 'voice')),
  content text,
  audio_key text,
  audio_duration_ms integer,
  -- Loudness over time, one byte a bar, 0 to 100.
  audio_waveform bytea,
  -- Given by the sender: the same key never makes two rows.
  client_message_id uuid,
  -- Of the content or the uploaded bytes: a key that comes again with something else is refused.
  payload_hash bytea NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  delivered_at timestamptz,
  read_at timestamptz,
  UNIQUE (conversation_id, sequence),
  CHECK ((type = 'text') = (content IS NOT NULL)),
  CHECK ((type = 'voice') = (audio_key IS NOT NULL))
) WITH (fillfactor = 80);
CREATE UNIQUE INDEX chat_messages_by_client_key ON chat_messages (from_user_id, client_message_id)
  WHERE client_message_id IS NOT NULL;
-- Finds the last minutes among all messages and costs a send next to nothing: messages lie in the order they came.
CREATE INDEX chat_messages_by_time ON chat_messages USING brin (created_at)
  WITH (pages_per_range = 16, autosummarize = on);

CREATE FUNCTION take_messages_along() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM chat_messages WHERE conversation_id IN (SELECT gone.conversation_id FROM gone);
  RETURN NULL;
END
$$;
CREATE TRIGGER conversations_take_messages_along AFTER DELETE ON conversations
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION take_messages_along();

-- A conversation as one of its two people sees it, kept in the transaction of each message, so that neither the list nor
-- the unread total ever scans messages.
CREATE TABLE conversation_members (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  partner_user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  conversation_id uuid NOT NULL,
  last_message_id uuid NOT NULL,
  last_message_at timestamptz NOT NULL,
  last_read_sequence integer NOT NULL DEFAULT 0,
  -- Up to here everything is marked as delivered to this person; of what came later a socket may have received some.
  last_delivered_sequence integer NOT NULL DEFAULT 0,
  unread_count integer NOT NULL DEFAULT 0 CHECK (unread_count >= 0),
  -- The partner is blocked by this person: gone from the list and the total until unblocked.
  is_hidden boolean NOT NULL DEFAULT false,
  PRIMARY KEY (user_id, partner_user_id)
);
CREATE INDEX conversation_members_by_recency
  ON conversation_members (user_id, last_message_at DESC, last_message_id DESC) WHERE NOT is_hidden;
CREATE INDEX conversation_members_unread
  ON conversation_members (user_id) INCLUDE (unread_count) WHERE unread_count > 0 AND NOT is_hidden;
CREATE INDEX conversation_members_by_partner ON conversation_members (partner_user_id);

-- Sends a batch: one statement, one commit, each message judged for itself. The order of what happens is the rule:
-- the locks of pairs and people first (a block or a ban that was answered is seen), then the conversation rows in one order
-- (two nodes cannot deadlock and numbers have no gap), then the sender's keys (a retry that waited finds its first try).
--
-- One plan for any number of messages, made once: the planner would make one for each batch, which takes longer than to send
-- a message. It is kept as long as the connection lives, and one that was made while there were few messages would read them
-- all for each batch: so each row is looked up by an index.
CREATE FUNCTION send_chat_messages(
  -- A conversation and an activity take the id of the message they come with: each is alone in its table with it.
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
  sent_at timestamptz,
  -- New conversations a day, and in the first day of an account; null lifts the limit.
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
  PERFORM pg_advisory_xact_lock_shared(held.key) FROM (
    SELECT pair_lock_key(g.f, g.t) AS key FROM unnest(given_from, given_to) AS g(f, t)
    UNION SELECT person_lock_key(p.id) FROM unnest(given_from || given_to) AS p(id)
    ORDER BY 1
  ) AS held;

  -- Who may write to whom. 'new' ones are still to be counted.
  SELECT array_agg(
    CASE
      WHEN sender.user_id IS NULL THEN 'gone'
      WHEN sender.banned_at IS NOT NULL THEN 'banned'
      WHEN recipient.user_id IS NULL OR recipient.banned_at IS NOT NULL THEN 'unknown'
      WHEN EXISTS (SELECT FROM blocks_between(g.f, g.t)) THEN 'blocked'
      WHEN c.conversation_id IS NULL THEN 'new'
      ELSE 'sent'
    END ORDER BY g.place)
  INTO verdicts
  FROM unnest(given_from, given_to) WITH ORDINALITY AS g(f, t, place)
  LEFT JOIN users sender ON sender.user_id = g.f
  LEFT JOIN users recipient ON recipient.user_id = g.t
  LEFT JOIN conversations c ON c.low_user_id = least(g.f, g.t) AND c.high_user_id = greatest(g.f, g.t);

  IF 'new' = ANY (verdicts) THEN
    WITH fresh AS (
      SELECT g.f, g.t, v.verdict, g.place,
        dense_rank() OVER (PARTITION BY g.f ORDER BY g.t) AS nth
      FROM unnest(given_from, given_to) WITH ORDINALITY AS g(f, t, place)
      JOIN unnest(verdicts) WITH ORDINALITY AS v(verdict, place) USING (place)
      WHERE v.verdict = 'new'
    ), allowed AS (
      SELECT fresh.place, new_a_day IS NULL OR fresh.nth + (
          SELECT count(*) FROM conversations c
          WHERE c.started_by_user_id = fresh.f AND c.created_at > sent_at - interval '24 hours'
        ) <= CASE WHEN u.created_at > sent_at - interval '24 hours' THEN new_on_first_day ELSE new_a_day END AS is_allowed
      FROM fresh JOIN users u ON u.user_id = fresh.f
    )
    SELECT array_agg(CASE WHEN a.is_allowed THEN 'sent' WHEN a.is_allowed IS NULL THEN v.verdict ELSE 'too-many' END ORDER BY v.place)
    INTO verdicts
    FROM unnest(verdicts) WITH ORDINALITY AS v(verdict, place) LEFT JOIN allowed a USING (place);

    INSERT INTO conversations (conversation_id, low_user_id, high_user_id, started_by_user_id, created_at)
    SELECT DISTINCT ON (least(g.f, g.t), greatest(g.f, g.t))
      g.id, least(g.f, g.t), greatest(g.f, g.t), g.f, sent_at
    FROM unnest(given_ids, given_from, given_to, verdicts) WITH ORDINALITY AS g(id, f, t, verdict, place)
    WHERE g.verdict = 'sent'
    ORDER BY least(g.f, g.t), greatest(g.f, g.t), g.place
    ON CONFLICT DO NOTHING;
  END IF;

  PERFORM 1 FROM (
    SELECT FROM conversations c
    WHERE (c.low_user_id, c.high_user_id) IN (
      SELECT least(g.f, g.t), greatest(g.f, g.t) FROM unnest(given_from, given_to) AS g(f, t)
    )
    ORDER BY c.conversation_id
    FOR UPDATE
  ) AS locked;

  -- A key that has been used answers with its message, even when a block or a limit has come since.
  SELECT
    array_agg(CASE
      WHEN m.chat_message_id IS NULL THEN g.verdict
      WHEN m.payload_hash = g.hash AND m.to_user_id = g.t THEN 'repeated'
      ELSE 'key-reused' END ORDER BY g.place),
    array_agg(coalesce(m.chat_message_id, g.id) ORDER BY g.place)
  INTO verdicts, kept_ids
  FROM unnest(given_ids, given_from, given_to, given_client_ids, given_hashes, verdicts)
    WITH ORDINALITY AS g(id, f, t, client_id, hash, verdict, place)
  LEFT JOIN chat_messages m ON m.from_user_id = g.f AND m.client_message_id = g.client_id;

  WITH numbered AS (
    SELECT g.*, c.conversation_id,
      c.last_sequence + row_number() OVER (PARTITION BY c.conversation_id ORDER BY g.place) AS number
    FROM unnest(
      kept_ids, given_from, given_to, given_types, given_contents, given_audio_keys, given_durations,
      given_waveforms, given_client_ids, given_hashes, verdicts
    ) WITH ORDINALITY AS g(
      id, f, t, type, content, audio_key, duration, waveform, client_id, hash, verdict, place
    )
    JOIN conversations c ON c.low_user_id = least(g.f, g.t) AND c.high_user_id = greatest(g.f, g.t)
    WHERE g.verdict = 'sent'
  ), stored AS (
    INSERT INTO chat_messages (
      chat_message_id, conversation_id, sequence, from_user_id, to_user_id, type, content, audio_key,
      audio_duration_ms, audio_waveform, client_message_id, payload_hash, created_at, updated_at
    )
    SELECT n.id, n.conversation_id, n.number, n.f, n.t, n.type, n.content, n.audio_key,
      n.duration, n.waveform, n.client_id, n.hash, sent_at, sent_at
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

-- A message that its recipient reported, with what came before it, kept as they were. The report stays when the reporter's
-- account goes, without their name: nobody gets rid of the evidence by driving its witness away.
CREATE TABLE chat_reports (
  report_id uuid PRIMARY KEY,
  chat_message_id uuid NOT NULL UNIQUE,
  reporter_user_id uuid REFERENCES users ON DELETE SET NULL,
  reported_user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  reason text,
  text text,
  -- The reported message first, then up to ten before it, newest first.
  snapshot jsonb NOT NULL,
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'dismissed', 'warned', 'banned')),
  created_at timestamptz NOT NULL,
  resolved_at timestamptz
);
CREATE INDEX chat_reports_by_status ON chat_reports (status, created_at, report_id);
CREATE INDEX chat_reports_by_reported ON chat_reports (reported_user_id);
CREATE INDEX chat_reports_by_reporter ON chat_reports (reporter_user_id);
