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
  -- Written at most once a minute.
  last_active_at timestamptz,
  banned_at timestamptz,
  ban_reason text
);

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

-- One person does not want another near: stops messages and bookings in both directions.
CREATE TABLE user_blocks (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  blocked_user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, blocked_user_id),
  CHECK (user_id <> blocked_user_id)
);
CREATE INDEX user_blocks_by_blocked ON user_blocks (blocked_user_id, user_id);

CREATE TABLE user_languages (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  language_code text NOT NULL,
  learning boolean NOT NULL,
  proficiency double precision NOT NULL CHECK (proficiency BETWEEN 0 AND 1),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, language_code),
  CHECK (learning OR proficiency = 1)
);

-- The advisory lock of two people. A block takes it alone, whatever passes between the two takes it shared, so that
-- nothing slips through while a block is being written.
CREATE FUNCTION pair_lock_key(one uuid, other uuid) RETURNS bigint
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN hashtextextended(least(one, other)::text || greatest(one, other)::text, 0);

-- The advisory lock of one person, used in the same way: a ban takes it alone, a message takes it shared.
CREATE FUNCTION person_lock_key(person uuid) RETURNS bigint
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN hashtextextended(person::text, 0);
