-- Mails that are due now or later, of every kind, written in the transaction of what causes them and removed once the
-- mail server has taken them. due_at moves on with every claim and every failure, so one node at a time has a row and none
-- is lost. The words are made when a mail is sent: nothing anybody wrote lies here.
CREATE TABLE waiting_mails (
  mail_id uuid PRIMARY KEY,
  kind text NOT NULL,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- Whom it tells of; null once that account is deleted.
  other_user_id uuid REFERENCES users ON DELETE SET NULL,
  -- What it tells of (a slot), so that it can be taken back.
  subject_id uuid,
  about jsonb NOT NULL DEFAULT '{}',
  due_at timestamptz NOT NULL,
  attempts integer NOT NULL DEFAULT 0
);
CREATE INDEX waiting_mails_by_due ON waiting_mails (due_at, mail_id);
CREATE INDEX waiting_mails_by_subject ON waiting_mails (subject_id) WHERE subject_id IS NOT NULL;
CREATE INDEX waiting_mails_by_user ON waiting_mails (user_id);
CREATE INDEX waiting_mails_by_other ON waiting_mails (other_user_id) WHERE other_user_id IS NOT NULL;

INSERT INTO waiting_mails (mail_id, kind, user_id, other_user_id, subject_id, about, due_at, attempts)
SELECT schedule_notice_id, kind, user_id, other_user_id, schedule_slot_id,
  jsonb_build_object(
    'startsAt', to_char(starts_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'endsAt', to_char(ends_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'sequence', sequence),
  due_at, attempts
FROM schedule_notices;
DROP TABLE schedule_notices;

-- Who has a live socket on some node. Each node rewrites the rows of its own people again and again; a row that is not
-- rewritten is of somebody who left, or of a node that died. Unlogged: after a crash nobody is connected anyway.
CREATE UNLOGGED TABLE present_users (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  seen_at timestamptz NOT NULL
) WITH (fillfactor = 70);

-- Conversations with something unread for a while. look_at is null once the mail is on its way: until the person reads,
-- there is no second one.
CREATE TABLE unread_notices (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  partner_user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- How far the person had read then; further means that a new mail may go out.
  read_sequence integer NOT NULL,
  since timestamptz NOT NULL,
  look_at timestamptz,
  PRIMARY KEY (user_id, partner_user_id)
);
CREATE INDEX unread_notices_by_time ON unread_notices (look_at) WHERE look_at IS NOT NULL;
CREATE INDEX unread_notices_by_partner ON unread_notices (partner_user_id);

-- Until when messages have been looked through. One row; its lock is the turn of one node.
CREATE TABLE unread_progress (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  looked_until timestamptz NOT NULL
);
-- Finds the last minutes among all messages and costs a send next to nothing: messages lie in the order they came.
CREATE INDEX chat_messages_by_time ON chat_messages USING brin (created_at)
  WITH (pages_per_range = 16, autosummarize = on);

-- When the next morning of each person is to be looked at. Kept by the database, so that whoever writes users or their
-- zone need not know of digests: a new person and one who moved are looked at soon, and get their own next 08:00 then.
CREATE TABLE digest_turns (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  look_at timestamptz NOT NULL,
  -- The last morning on which there was a look; what is new is new since then.
  looked_at timestamptz,
  -- The local day of the last digest.
  last_day date
) WITH (fillfactor = 80);
CREATE INDEX digest_turns_by_time ON digest_turns (look_at);
INSERT INTO digest_turns (user_id, look_at) SELECT user_id, to_timestamp(0) FROM users;

CREATE FUNCTION begin_digest_turns() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO digest_turns (user_id, look_at) SELECT user_id, to_timestamp(0) FROM newcomers;
  RETURN NULL;
END
$$;
CREATE TRIGGER users_begin_digest_turns AFTER INSERT ON users
  REFERENCING NEW TABLE AS newcomers FOR EACH STATEMENT EXECUTE FUNCTION begin_digest_turns();

CREATE FUNCTION move_digest_turn() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE digest_turns SET look_at = to_timestamp(0) WHERE user_id = NEW.user_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER users_move_digest_turn AFTER UPDATE OF time_zone, local_tz_offset ON users
  FOR EACH ROW WHEN (OLD.time_zone IS DISTINCT FROM NEW.time_zone
    OR OLD.local_tz_offset IS DISTINCT FROM NEW.local_tz_offset)
  EXECUTE FUNCTION move_digest_turn();

-- Who is new, for the digests of those they fit.
CREATE INDEX users_by_arrival ON users (created_at);
