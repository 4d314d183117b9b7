-- What the day of erasure deletes: the places, or also the accounts of the students (only on an instance with closed sign-up).
ALTER TABLE programmes ADD COLUMN erases text NOT NULL DEFAULT 'places' CHECK (erases IN ('places', 'accounts'));
-- When coordinators last got the mail about news.
ALTER TABLE programmes ADD COLUMN digest_at timestamptz;

-- When the student was informed that the account ends with the programme, and when the student chose to keep it.
ALTER TABLE programme_places ADD COLUMN account_told_at timestamptz;
ALTER TABLE programme_places ADD COLUMN account_kept_at timestamptz;

-- Students whom a coordinator removed: they come back only with an invitation that was made later. Deleted at the erasure.
CREATE TABLE programme_removals (
  programme_id uuid NOT NULL REFERENCES programmes ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  removed_at timestamptz NOT NULL,
  PRIMARY KEY (programme_id, user_id)
);
CREATE INDEX programme_removals_by_user ON programme_removals (user_id);

-- The erasure removes student and reason from the acts of its programme.
ALTER TABLE moderation_audit ADD COLUMN programme_id uuid REFERENCES programmes ON DELETE SET NULL;
CREATE INDEX moderation_audit_by_programme ON moderation_audit (programme_id) WHERE programme_id IS NOT NULL;
