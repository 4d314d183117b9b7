-- Passkeys (WebAuthn credentials). A removed one stays for the seven days in which an undo link can restore it.
CREATE TABLE passkeys (
  passkey_id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  credential_id bytea NOT NULL UNIQUE,
  -- The COSE key: ES256 (-7) or RS256 (-257).
  public_key bytea NOT NULL,
  algorithm integer NOT NULL CHECK (algorithm IN (-7, -257)),
  -- The device's count of signatures, 32 bits without a sign; always 0 for synced passkeys.
  counter bigint NOT NULL,
  is_synced boolean NOT NULL,
  transports text[] NOT NULL,
  name text NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz,
  removed_at timestamptz
);
CREATE INDEX passkeys_by_user ON passkeys (user_id, created_at, passkey_id);
CREATE INDEX passkeys_by_removal ON passkeys (removed_at) WHERE removed_at IS NOT NULL;

-- 32 random bytes that identify the account to devices, since member ids are public. Null before the first passkey.
ALTER TABLE users ADD COLUMN passkey_handle bytea;

-- Keyed hashes of used challenges. Unused ones are not stored: the server verifies its own signature on them.
CREATE TABLE used_passkey_challenges (
  challenge_hash bytea PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
CREATE INDEX used_passkey_challenges_by_expiry ON used_passkey_challenges (expires_at);

-- Passkeys before the change. Null in rows of nodes of an earlier release, which neither add nor remove passkeys.
ALTER TABLE way_in_changes ADD COLUMN passkey_ids uuid[];

ALTER TABLE access_verifications DROP CONSTRAINT access_verifications_type_check;
ALTER TABLE access_verifications ADD CONSTRAINT access_verifications_type_check
  CHECK (type IN ('add-passkey', 'delete-user', 'sign-in', 'sign-up', 'update-email', 'update-phone'));
