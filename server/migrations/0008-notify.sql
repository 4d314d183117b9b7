-- Mails that are due now or later, of every kind, written in the transaction of what causes them and removed once the
-- mail server has taken them (server/src/platform/mail-queue.ts). due_at moves on with every claim and every failure, so one
-- node at a time has a row and none is lost. The words are made when a mail is sent: nothing anybody wrote lies here.
CREATE TABLE waiting_mails (
  mail_id uuid PRIMARY KEY,
  kind text NOT NULL,
  user_id uuid REFERENCES users ON DELETE CASCADE,
  -- An address of ADMIN_EMAILS that has no account yet: reports reach it all the same.
  address text,
  -- Whom it tells of; null once that account is deleted.
  other_user_id uuid REFERENCES users ON DELETE SET NULL,
  -- What it tells of (a slot), so that it can be taken back.
  subject_id uuid,
  about jsonb NOT NULL DEFAULT '{}',
  -- Mails that wait together and are told in one: those of one name, for one reader, about one person.
  gathered_as text,
  due_at timestamptz NOT NULL,
  -- Set while a node has the mail. Without it a mail on its way could not be told from one that waits for another try.
  claimed_at timestamptz,
  attempts integer NOT NULL DEFAULT 0,
  CONSTRAINT waiting_mails_one_reader CHECK (num_nonnulls(user_id, address) = 1)
);
CREATE INDEX waiting_mails_by_due ON waiting_mails (due_at, mail_id);
CREATE INDEX waiting_mails_by_subject ON waiting_mails (subject_id) WHERE subject_id IS NOT NULL;
CREATE INDEX waiting_mails_by_user ON waiting_mails (user_id);
CREATE INDEX waiting_mails_by_address ON waiting_mails (address) WHERE address IS NOT NULL;
CREATE INDEX waiting_mails_by_other ON waiting_mails (other_user_id) WHERE other_user_id IS NOT NULL;
CREATE INDEX waiting_mails_gathered ON waiting_mails (gathered_as) WHERE gathered_as IS NOT NULL;

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
