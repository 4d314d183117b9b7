-- Devices that receive push notifications. The endpoint is a secret address: it is never shown, exported or logged.
CREATE TABLE push_devices (
  push_device_id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- The session that registered the device. Ended sessions keep their row, hence the trigger below.
  user_session_id uuid NOT NULL REFERENCES user_sessions ON DELETE CASCADE,
  endpoint text NOT NULL,
  endpoint_hash bytea NOT NULL UNIQUE,
  p256dh bytea NOT NULL,
  auth bytea NOT NULL,
  -- Refusals in a row; the third deletes the device.
  failures integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  last_sent_at timestamptz
);
CREATE INDEX push_devices_by_user ON push_devices (user_id, created_at, push_device_id);
CREATE INDEX push_devices_by_session ON push_devices (user_session_id);

CREATE FUNCTION forget_push_devices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM push_devices WHERE user_session_id = NEW.user_session_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER user_sessions_forget_push_devices AFTER UPDATE OF ended_at ON user_sessions
  FOR EACH ROW WHEN (NEW.ended_at IS NOT NULL) EXECUTE FUNCTION forget_push_devices();

-- Notifications that are due now or later, written in the transaction of their cause (server/src/platform/push-queue.ts). The text is
-- composed at the time of sending: no message is stored here. A newer event for the same subject increments the revision, so that
-- a row that is being sent is sent again.
CREATE TABLE waiting_pushes (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  kind text NOT NULL,
  -- A conversation or a slot.
  subject_id uuid NOT NULL,
  -- The member it is about; null once that account is deleted.
  other_user_id uuid REFERENCES users ON DELETE SET NULL,
  about jsonb NOT NULL DEFAULT '{}',
  revision integer NOT NULL DEFAULT 1,
  due_at timestamptz NOT NULL,
  -- Not sent any more from here on.
  expires_at timestamptz NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  -- Devices that accepted this revision: a retry for another device skips them.
  reached uuid[] NOT NULL DEFAULT '{}',
  PRIMARY KEY (user_id, kind, subject_id)
);
CREATE INDEX waiting_pushes_by_due ON waiting_pushes (due_at);
CREATE INDEX waiting_pushes_by_subject ON waiting_pushes (subject_id);
CREATE INDEX waiting_pushes_by_other ON waiting_pushes (other_user_id) WHERE other_user_id IS NOT NULL;

-- Queues a notification for each recipient with a device. Called by send_message and send_messages (0031), because a trigger costs every
-- message more than their look-up of a device. A connected recipient may be reading: then the notification waits ten seconds and
-- is dropped if the message has been read. The order prevents deadlocks.
CREATE FUNCTION queue_message_pushes(recipients uuid[], senders uuid[], verdicts text[], sent_at timestamptz)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO waiting_pushes AS waiting (user_id, kind, subject_id, other_user_id, due_at, expires_at)
  SELECT m.to_user_id, 'message', c.conversation_id, m.from_user_id,
    sent_at + CASE WHEN EXISTS (
      SELECT FROM present_users AS present
      WHERE present.user_id = m.to_user_id AND present.seen_at > sent_at - interval '90 seconds'
    ) THEN interval '10 seconds' ELSE interval '0' END,
    sent_at + interval '24 hours'
  FROM (
    SELECT DISTINCT g.to_user_id, g.from_user_id
    FROM unnest(recipients, senders, verdicts) AS g(to_user_id, from_user_id, verdict) WHERE g.verdict = 'sent'
  ) AS m
  JOIN conversations AS c
    ON c.low_user_id = least(m.to_user_id, m.from_user_id) AND c.high_user_id = greatest(m.to_user_id, m.from_user_id)
  WHERE EXISTS (SELECT FROM push_devices AS device WHERE device.user_id = m.to_user_id)
  ORDER BY m.to_user_id, c.conversation_id
  ON CONFLICT (user_id, kind, subject_id) DO UPDATE SET
    other_user_id = excluded.other_user_id, revision = waiting.revision + 1, due_at = excluded.due_at,
    expires_at = excluded.expires_at, attempts = 0, reached = '{}';
END
$$;
