-- First contact: whose first message arrives with a notification, whose waits as a request, and whose is refused.
-- docs/specification/contact.md states the rules.

ALTER TABLE users
  -- Whose first messages arrive with a notification: everybody's, those of members who are not new, or nobody's.
  ADD COLUMN writes_to_me text NOT NULL DEFAULT 'everybody' CHECK (writes_to_me IN ('everybody', 'known', 'asking')),
  -- Who may book: everybody, or people whom the member has written with.
  ADD COLUMN books_me text NOT NULL DEFAULT 'everybody' CHECK (books_me IN ('everybody', 'met')),
  -- Until then search does not show the member.
  ADD COLUMN paused_until timestamptz;
CREATE INDEX users_by_pause ON users (paused_until) WHERE paused_until IS NOT NULL;

-- Conversations from before this migration are never limited, so they count as answered. A default that is constant is stored once
-- for all of them; writing each row would hold up every message meanwhile.
ALTER TABLE conversations
  -- When the partner of the starter wrote for the first time; null until then.
  ADD COLUMN answered_at timestamptz DEFAULT '1970-01-01T00:00:00Z',
  -- When the first message arrived with a notification; null for a request.
  ADD COLUMN notified_at timestamptz DEFAULT '1970-01-01T00:00:00Z',
  -- The answer came from a trusted member.
  ADD COLUMN is_credited boolean NOT NULL DEFAULT false,
  -- A message before the answer held contact details.
  ADD COLUMN has_contact boolean NOT NULL DEFAULT false;
ALTER TABLE conversations ALTER COLUMN answered_at DROP DEFAULT, ALTER COLUMN notified_at DROP DEFAULT;
CREATE INDEX conversations_credited ON conversations (started_by_user_id, answered_at) WHERE is_credited;

ALTER TABLE conversation_members
  -- Waits among the requests of this person, not in the list, the total, mails and digests.
  ADD COLUMN is_request boolean NOT NULL DEFAULT false,
  ADD COLUMN request_why text CHECK (request_why IN ('contact', 'asked', 'silent')),
  -- Declined requests stay requests, unseen.
  ADD COLUMN declined_at timestamptz;
DROP INDEX conversation_members_by_recency;
CREATE INDEX conversation_members_by_recency
  ON conversation_members (user_id, last_message_at DESC, last_message_id DESC) WHERE NOT is_hidden AND NOT is_request;
DROP INDEX conversation_members_unread;
CREATE INDEX conversation_members_unread
  ON conversation_members (user_id) INCLUDE (unread_count) WHERE unread_count > 0 AND NOT is_hidden AND NOT is_request;
CREATE INDEX conversation_members_requests
  ON conversation_members (user_id, last_message_at DESC, last_message_id DESC) WHERE is_request;

-- What recipients did about a member who wrote to them first. Purged after 30 days, when it no longer counts.
CREATE TABLE contact_penalties (
  sender_user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  by_user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('decline', 'block', 'report')),
  -- Points; half for a penalty of a member who was not trusted, none once a report was dismissed.
  weight numeric(3, 1) NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (sender_user_id, by_user_id, kind)
);
CREATE INDEX contact_penalties_by_giver ON contact_penalties (by_user_id);
CREATE INDEX contact_penalties_by_time ON contact_penalties (created_at);

-- The standing of a member as a sender of first contacts; a member without a row is new and has no penalties.
-- The state follows from the row and the time: contact_state.
CREATE TABLE contact_standing (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  -- Penalties of the last 30 days less credited answers, and the number of members who gave them.
  points numeric(6, 1) NOT NULL DEFAULT 0,
  people integer NOT NULL DEFAULT 0,
  -- Answers of trusted members and sessions kept with them, at any time.
  credits integer NOT NULL DEFAULT 0,
  -- Since when the account waits for a review.
  held_at timestamptz,
  -- When the penalties no longer suffice for a restriction, and the end of a restriction that an admin or an old hold set.
  restricted_until timestamptz,
  limited_until timestamptz,
  -- No new hold before this time.
  cleared_until timestamptz,
  -- Penalties up to here were judged and do not lead to another hold.
  judged_at timestamptz,
  trusted_since timestamptz
);
CREATE INDEX contact_standing_trusted ON contact_standing (trusted_since) WHERE trusted_since IS NOT NULL;
CREATE INDEX contact_standing_growing ON contact_standing (user_id) WHERE trusted_since IS NULL AND credits >= 3;
CREATE INDEX contact_standing_held ON contact_standing (held_at) WHERE held_at IS NOT NULL;

-- Holds for review. A closed case is deleted with the member; its entry in the audit log stays.
CREATE TABLE contact_cases (
  case_id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  opened_at timestamptz NOT NULL,
  appeal_text text,
  appealed_at timestamptz,
  closed_at timestamptz,
  outcome text CHECK (outcome IN ('cleared', 'restricted', 'warned', 'banned')),
  CHECK ((closed_at IS NULL) = (outcome IS NULL))
);
CREATE UNIQUE INDEX contact_cases_open ON contact_cases (user_id) WHERE closed_at IS NULL;
CREATE INDEX contact_cases_by_age ON contact_cases (opened_at, case_id) WHERE closed_at IS NULL;
CREATE INDEX contact_cases_by_user ON contact_cases (user_id, opened_at DESC);

-- Accounts that were created after `since` ask first until `until`.
CREATE TABLE contact_protections (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  since timestamptz NOT NULL,
  until timestamptz NOT NULL
);

-- A closed account had written to this member.
CREATE TABLE contact_warnings (
  warning_id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  banned_user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  reason text NOT NULL,
  created_at timestamptz NOT NULL,
  seen_at timestamptz,
  UNIQUE (user_id, banned_user_id)
);
CREATE INDEX contact_warnings_by_banned ON contact_warnings (banned_user_id);

-- A report may also be about a profile, which it keeps as `{ about, name, description, pictureKey }`.
ALTER TABLE chat_reports ADD COLUMN profile_user_id uuid REFERENCES users ON DELETE CASCADE;
ALTER TABLE chat_reports ADD CONSTRAINT chat_reports_once_a_profile UNIQUE (profile_user_id, reporter_user_id);
ALTER TABLE chat_reports DROP CONSTRAINT chat_reports_about_one;
ALTER TABLE chat_reports ADD CONSTRAINT chat_reports_about_one CHECK (
  num_nonnulls(chat_message_id, thanks_id, schedule_slot_id, profile_user_id) = 1
);

ALTER TABLE moderation_audit DROP CONSTRAINT moderation_audit_action_check;
ALTER TABLE moderation_audit ADD CONSTRAINT moderation_audit_action_check CHECK (
  action IN (
    'ban', 'unban', 'dismiss-report', 'warn', 'remove-thanks', 'make-admin', 'remove-admin',
    'remove-picture', 'remove-words', 'hold', 'clear-hold', 'restrict'
  )
);
