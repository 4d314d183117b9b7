-- Who would like a session every week. It goes with either account, with a block, and with the session.
CREATE TABLE weekly_asks (
  schedule_slot_id uuid NOT NULL,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  partner_user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  asked_at timestamptz NOT NULL,
  PRIMARY KEY (schedule_slot_id, user_id)
);
CREATE INDEX weekly_asks_by_user ON weekly_asks (user_id);
CREATE INDEX weekly_asks_by_partner ON weekly_asks (partner_user_id);

-- Two people who have agreed to meet every week: times of user_id that partner_user_id books. A series that ended is gone.
CREATE TABLE session_series (
  series_id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  partner_user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- The session it began with, and the clock on which every week shows the same time: the owner's of that day.
  first_starts_at timestamptz NOT NULL,
  time_zone text NOT NULL,
  duration smallint NOT NULL CHECK (duration IN (15, 30, 45, 60)),
  agreed_at timestamptz NOT NULL,
  -- The first week of which nothing is decided, counted from the first session, and when it is to be decided.
  next_week integer NOT NULL,
  look_at timestamptz NOT NULL,
  CHECK (user_id <> partner_user_id)
);
CREATE INDEX session_series_by_user ON session_series (user_id);
CREATE INDEX session_series_by_partner ON session_series (partner_user_id);
CREATE INDEX session_series_by_time ON session_series (look_at);

-- What became of each week: decided once, so that a week that was called off does not come back.
CREATE TABLE series_weeks (
  series_id uuid NOT NULL REFERENCES session_series ON DELETE CASCADE,
  week integer NOT NULL,
  starts_at timestamptz NOT NULL,
  -- Null where there is no session, or no more.
  schedule_slot_id uuid UNIQUE REFERENCES schedule_slots ON DELETE SET NULL,
  -- found: the two had booked it themselves; taken: a free time of the owner; made: a slot for the series alone, which goes with
  -- its booking; busy: one of the two had something else.
  how text NOT NULL CHECK (how IN ('found', 'taken', 'made', 'busy')),
  PRIMARY KEY (series_id, week)
);
