-- A person with an account. Deleting the row deletes everything that names the person (ON DELETE CASCADE elsewhere).
CREATE TABLE users (
  user_id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  email text UNIQUE CHECK (email = lower(email) AND length(email) <= 254),
  phone text UNIQUE CHECK (phone ~ '^\+[0-9]{10,15}$'),
  google_user_id text UNIQUE,
  name text NOT NULL DEFAULT '',
  description text NOT NULL DEFAULT '',
  daily_goal text NOT NULL DEFAULT 'medium' CHECK (daily_goal IN ('small', 'medium', 'large', 'extra-large')),
  interests text[] NOT NULL DEFAULT '{}',
  -- Key in the file store; the address is derived from it.
  profile_image_key text,
  -- IANA name; local_tz_offset (whole hours) is the fallback for clients that do not know it.
  time_zone text,
  local_tz_offset real,
  -- The language of the interface and of mails; null until somebody chooses.
  locale text CHECK (length(locale) <= 20),
  -- Written at most once a minute.
  last_active_at timestamptz,
  banned_at timestamptz,
  ban_reason text,
  -- An admin by the operator's command instead of ADMIN_EMAILS. The first one answers 'Chat with Admin' when no address is
  -- configured.
  admin_since timestamptz
);
CREATE INDEX users_by_admin_since ON users (admin_since) WHERE admin_since IS NOT NULL;
-- Newcomers, for the digests of those they fit.
CREATE INDEX users_by_arrival ON users (created_at);

-- What people did, for statistics only.
CREATE TABLE user_activities (
  user_activity_id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  type text NOT NULL CHECK (
    type IN ('book-schedule-slot', 'cancel-schedule-slot', 'return', 'send-chat-message', 'sign-in')
  ),
  created_at timestamptz NOT NULL
);
CREATE INDEX user_activities_by_user ON user_activities (user_id, created_at);

CREATE TABLE user_preferences (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  name text NOT NULL,
  value jsonb NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, name)
);

-- The advisory lock of one person. A ban and a deletion take it alone, a message takes it shared, so that nothing slips through
-- while either is being written.
CREATE FUNCTION person_lock_key(person uuid) RETURNS bigint
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN hashtextextended(person::text, 0);
