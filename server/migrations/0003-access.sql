-- A code that was sent to an address, then the proof (token) that came of it. Neither code nor token nor address stands
-- here, only keyed hashes of them: whoever reads this table can neither sign in nor learn who tried to.
CREATE TABLE access_verifications (
  access_verification_id uuid PRIMARY KEY,
  type text NOT NULL CHECK (type IN ('delete-user', 'sign-in', 'sign-up', 'update-email', 'update-phone')),
  identifier_hash bytea NOT NULL,
  -- The signed-in person who asked; null for sign-in and sign-up.
  user_id uuid REFERENCES users ON DELETE CASCADE,
  code_hash bytea NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  completed_at timestamptz,
  token_hash bytea UNIQUE,
  token_expires_at timestamptz,
  token_used_at timestamptz,
  CHECK ((completed_at IS NULL) = (token_hash IS NULL)),
  CHECK ((user_id IS NULL) = (type IN ('sign-in', 'sign-up')))
);
CREATE INDEX access_verifications_by_identifier ON access_verifications (identifier_hash, created_at);
CREATE INDEX access_verifications_by_user ON access_verifications (user_id);
CREATE INDEX access_verifications_by_expiry ON access_verifications (expires_at);

-- Wrong guesses by address. Once there were too many in a day its codes are long until one is confirmed.
CREATE TABLE code_guesses (
  identifier_hash bytea PRIMARY KEY,
  -- The newest ones, oldest first, never more than the threshold.
  wrong_at timestamptz[] NOT NULL,
  has_long_codes boolean NOT NULL
);

-- Counts a wrong guess of one address.
CREATE FUNCTION count_wrong_guess(identifier bytea, at timestamptz, threshold integer, span interval)
RETURNS void LANGUAGE sql AS $$
  INSERT INTO code_guesses AS guesses (identifier_hash, wrong_at, has_long_codes)
  VALUES (identifier, ARRAY[at], threshold <= 1)
  ON CONFLICT (identifier_hash) DO UPDATE SET
    wrong_at = (guesses.wrong_at || at)[greatest(1, cardinality(guesses.wrong_at) + 2 - threshold):],
    has_long_codes = guesses.has_long_codes
      OR (SELECT count(*) FROM unnest(guesses.wrong_at || at) AS t WHERE t > at - span) >= threshold
$$;

-- One sign-in on one device. Ended ones stay until they would have expired, so that ending one twice is known as such.
CREATE TABLE user_sessions (
  user_session_id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz NOT NULL,
  user_agent text NOT NULL,
  -- The earlier of idle and absolute life; each rotation moves it.
  expires_at timestamptz NOT NULL,
  ended_at timestamptz,
  -- Counts the refresh tokens of this session; everything in one follows from this row and the secret.
  generation integer NOT NULL DEFAULT 1,
  token_hash bytea NOT NULL,
  rotated_at timestamptz NOT NULL,
  -- Whether the answer that carried the newest tokens has arrived: its access token was seen.
  is_token_seen boolean NOT NULL DEFAULT false,
  previous_token_hash bytea
);
CREATE INDEX user_sessions_by_user ON user_sessions (user_id);
CREATE INDEX user_sessions_by_expiry ON user_sessions (expires_at);

-- E-mail addresses, phone numbers and Google identities of banned people, as keyed hashes: they cannot register again.
CREATE TABLE banned_identities (
  hash bytea PRIMARY KEY,
  created_at timestamptz NOT NULL
);
