-- What admins did. It outlives the accounts it names: the ids stay, names and addresses were never here.
CREATE TABLE moderation_audit (
  audit_id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL,
  -- Null when it was done from the command line.
  admin_user_id uuid,
  action text NOT NULL CHECK (
    action IN ('ban', 'unban', 'dismiss-report', 'warn', 'make-admin', 'remove-admin')
  ),
  user_id uuid,
  report_id uuid,
  reason text
);
CREATE INDEX moderation_audit_by_time ON moderation_audit (created_at DESC, audit_id DESC);
CREATE INDEX moderation_audit_by_user ON moderation_audit (user_id, created_at DESC, audit_id DESC);
