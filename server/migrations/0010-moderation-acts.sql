-- An admin by the operator's command instead of ADMIN_EMAILS. The first one answers 'Chat with Admin' when no address is configured.
ALTER TABLE users ADD COLUMN admin_since timestamptz;
CREATE INDEX users_by_admin_since ON users (admin_since) WHERE admin_since IS NOT NULL;

-- Whoever is driven away must not take the evidence along: a report stays when its reporter's account goes, without them.
ALTER TABLE chat_reports
  ALTER COLUMN reporter_user_id DROP NOT NULL,
  DROP CONSTRAINT chat_reports_reporter_user_id_fkey,
  ADD CONSTRAINT chat_reports_reporter_user_id_fkey
    FOREIGN KEY (reporter_user_id) REFERENCES users ON DELETE SET NULL,
  DROP CONSTRAINT chat_reports_status_check,
  ADD CONSTRAINT chat_reports_status_check CHECK (status IN ('open', 'dismissed', 'warned', 'banned'));

ALTER TABLE moderation_audit
  DROP CONSTRAINT moderation_audit_action_check,
  ADD CONSTRAINT moderation_audit_action_check
    CHECK (action IN ('ban', 'unban', 'dismiss-report', 'warn', 'make-admin', 'remove-admin'));
CREATE INDEX moderation_audit_by_user ON moderation_audit (user_id, created_at DESC, audit_id DESC);
