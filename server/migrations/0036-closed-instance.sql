-- Sign-in at the OpenID Connect provider of an organisation. The issuer is part of the identity: two providers can give the same
-- subject to two people.
ALTER TABLE users
  ADD COLUMN oidc_issuer text,
  ADD COLUMN oidc_subject text,
  -- Whether the provider gave one of the values of OIDC_AFFILIATION at the last sign-in there; null where none is asked for.
  ADD COLUMN oidc_affiliated boolean,
  ADD CONSTRAINT users_oidc_whole CHECK ((oidc_issuer IS NULL) = (oidc_subject IS NULL)),
  ADD CONSTRAINT users_oidc_key UNIQUE (oidc_issuer, oidc_subject);

-- The identity of before a change of sign-in methods, restored by its undo link.
ALTER TABLE way_in_changes
  ADD COLUMN oidc_issuer text,
  ADD COLUMN oidc_subject text;

-- The result of a completed sign-in at the provider, kept for ten minutes. The token is stored as a keyed hash and the identity encrypted with
-- a key derived from the token, so that the table identifies no person.
CREATE TABLE oidc_tokens (
  token_hash bytea PRIMARY KEY,
  sealed_identity bytea NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX oidc_tokens_by_expiry ON oidc_tokens (expires_at);

-- An invitation link. The secret is stored as a keyed hash: the link is shown once.
CREATE TABLE invitations (
  invitation_id uuid PRIMARY KEY,
  secret_hash bytea NOT NULL UNIQUE,
  -- Null for an invitation to the instance only.
  programme_id uuid,
  -- Only addresses of this domain may use it; null for any.
  domain text CHECK (length(domain) <= 253),
  uses_max integer NOT NULL CHECK (uses_max BETWEEN 1 AND 2000),
  uses_left integer NOT NULL CHECK (uses_left BETWEEN 0 AND uses_max),
  created_at timestamptz NOT NULL,
  until timestamptz NOT NULL,
  -- Null for one made by a command of the operator, or after the deletion of the account.
  created_by uuid REFERENCES users ON DELETE SET NULL,
  revoked_at timestamptz
);
CREATE INDEX invitations_by_programme ON invitations (programme_id, created_at);
CREATE INDEX invitations_by_creator ON invitations (created_by) WHERE created_by IS NOT NULL;
CREATE INDEX invitations_by_end ON invitations (until);

-- Who used an invitation: a second use by the same member is not counted.
CREATE TABLE invitation_uses (
  invitation_id uuid NOT NULL REFERENCES invitations ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  used_at timestamptz NOT NULL,
  PRIMARY KEY (invitation_id, user_id)
);
CREATE INDEX invitation_uses_by_user ON invitation_uses (user_id);
