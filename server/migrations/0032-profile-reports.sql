-- A member may report the same profile again once their earlier report is closed: the profile may have changed since.
ALTER TABLE chat_reports DROP CONSTRAINT chat_reports_once_a_profile;
CREATE UNIQUE INDEX chat_reports_open_profile ON chat_reports (profile_user_id, reporter_user_id)
  WHERE status = 'open' AND profile_user_id IS NOT NULL;
-- The rows of a deleted member are found by it.
CREATE INDEX chat_reports_by_profile ON chat_reports (profile_user_id) WHERE profile_user_id IS NOT NULL;
