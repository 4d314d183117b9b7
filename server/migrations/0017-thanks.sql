-- What one of the two thanked the other for after a session. It goes with either account.
CREATE TABLE session_thanks (
  thanks_id uuid PRIMARY KEY,
  schedule_slot_id uuid NOT NULL,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  partner_user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  words text[] NOT NULL,
  text text NOT NULL,
  given_at timestamptz NOT NULL,
  -- Two weeks after the session; once both have written, when the second did. Before that it is the author's alone.
  shown_at timestamptz NOT NULL,
  -- By whoever got it, from others.
  hidden_at timestamptz,
  -- By an admin, for good: the row stays without its words, so that nothing is written in its place.
  removed_at timestamptz,
  UNIQUE (schedule_slot_id, user_id),
  CHECK (user_id <> partner_user_id)
);
CREATE INDEX session_thanks_by_user ON session_thanks (user_id);
-- What a person was thanked for, newest first.
CREATE INDEX session_thanks_by_partner ON session_thanks (partner_user_id, shown_at DESC, thanks_id DESC);

-- The thanks to one person that another may read, or the same one; everything that tells of thanks asks here. What the receiver has
-- hidden is there for the author, who is not told that it is hidden.
CREATE FUNCTION shown_thanks(receiver uuid, viewer uuid, moment timestamptz) RETURNS SETOF session_thanks
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT given.* FROM session_thanks AS given JOIN users AS author USING (user_id)
  WHERE given.partner_user_id = receiver AND given.shown_at <= moment AND given.removed_at IS NULL
    AND (given.hidden_at IS NULL OR viewer IN (given.partner_user_id, given.user_id))
    AND author.banned_at IS NULL
    AND NOT EXISTS (SELECT FROM blocks_between(given.user_id, receiver))
    AND NOT EXISTS (SELECT FROM blocks_between(viewer, receiver))
    AND NOT EXISTS (SELECT FROM blocks_between(viewer, given.user_id))
$$;

-- A report is about a message or about thanks, which it keeps as `{ words, text, givenAt }`.
ALTER TABLE chat_reports ALTER COLUMN chat_message_id DROP NOT NULL;
ALTER TABLE chat_reports ADD COLUMN thanks_id uuid UNIQUE;
ALTER TABLE chat_reports ADD CHECK (num_nonnulls(chat_message_id, thanks_id) = 1);
ALTER TABLE chat_reports DROP CONSTRAINT chat_reports_status_check;
ALTER TABLE chat_reports ADD CONSTRAINT chat_reports_status_check CHECK (
  status IN ('open', 'dismissed', 'warned', 'removed', 'banned')
);
ALTER TABLE moderation_audit DROP CONSTRAINT moderation_audit_action_check;
ALTER TABLE moderation_audit ADD CONSTRAINT moderation_audit_action_check CHECK (
  action IN ('ban', 'unban', 'dismiss-report', 'warn', 'remove-thanks', 'make-admin', 'remove-admin')
);
