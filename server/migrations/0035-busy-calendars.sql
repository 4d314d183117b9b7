-- External calendars of members, read regularly for their busy times.
CREATE TABLE busy_calendars (
  busy_calendar_id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- The secret address, encrypted (AES-256-GCM): nonce, tag, ciphertext.
  sealed_address bytea NOT NULL,
  host text NOT NULL,
  -- Whether free slots at busy times are hidden from others.
  hides boolean NOT NULL DEFAULT false,
  -- What was read last: the server's ETag, our own hash of the lines that matter, the zone of all-day events, and when.
  etag text,
  content_hash text NOT NULL,
  time_zone text NOT NULL,
  expanded_at timestamptz NOT NULL,
  read_at timestamptz NOT NULL,
  -- Failures in a row since failing_since.
  failures smallint NOT NULL DEFAULT 0,
  failing_since timestamptz,
  -- Also the lease: a node that takes a calendar moves it a few minutes ahead. Null once reading was given up.
  next_poll_at timestamptz,
  created_at timestamptz NOT NULL
);
CREATE INDEX busy_calendars_by_user ON busy_calendars (user_id, created_at, busy_calendar_id);
CREATE INDEX busy_calendars_by_time ON busy_calendars (next_poll_at) WHERE next_poll_at IS NOT NULL;

-- Busy times without titles. Replaced as a whole when the calendar changed.
CREATE TABLE busy_ranges (
  busy_calendar_id uuid NOT NULL REFERENCES busy_calendars ON DELETE CASCADE,
  user_id uuid NOT NULL,
  during tstzrange NOT NULL,
  PRIMARY KEY (busy_calendar_id, during)
);
CREATE INDEX busy_ranges_by_time ON busy_ranges USING gist (user_id, during);

-- Whether a slot is hidden from others: by a session of the owner within the buffer, or by a busy time of a calendar that hides. The name
-- stays, because triggers and nodes of earlier releases call it. Writers of busy times hold the schedule lock of the owner.
CREATE OR REPLACE FUNCTION has_session_near(given_slot uuid, given_owner uuid, given_start timestamptz, given_end timestamptz)
RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM schedule_sessions AS session,
      (SELECT coalesce((SELECT buffer_minutes FROM weekly_hours WHERE user_id = given_owner), 0) * interval '1 minute') AS kept (buffer)
    WHERE session.user_id = given_owner AND session.schedule_slot_id <> given_slot
      -- A session lasts an hour at most, so the index finds the few that can be near.
      AND session.starts_at > given_start - kept.buffer - interval '1 hour'
      AND session.starts_at < given_end + kept.buffer
      AND session.ends_at > given_start - kept.buffer)
  OR EXISTS (
    SELECT FROM busy_ranges AS busy JOIN busy_calendars USING (busy_calendar_id)
    WHERE busy.user_id = given_owner AND busy.during && tstzrange(given_start, given_end) AND busy_calendars.hides)
$$;
