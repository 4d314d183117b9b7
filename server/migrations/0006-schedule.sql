-- A published time; free while booked_by_user_id is null. Booked slots are held by their session rows (below), so
-- neither the slot nor an account with bookings can be deleted before they are released.
CREATE TABLE schedule_slots (
  schedule_slot_id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  booked_by_user_id uuid REFERENCES users,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  duration smallint NOT NULL CHECK (duration IN (15, 30, 45, 60)),
  -- SEQUENCE of the calendar files: rises with every booking and every cancellation.
  sequence integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CHECK (ends_at = starts_at + duration * interval '1 minute'),
  CHECK (mod(extract(epoch FROM starts_at), 900) = 0),
  CHECK (booked_by_user_id <> user_id),
  CONSTRAINT schedule_slots_no_overlap
    EXCLUDE USING gist (user_id WITH =, tstzrange(starts_at, ends_at) WITH &&)
);
CREATE INDEX schedule_slots_by_owner ON schedule_slots (user_id, starts_at, schedule_slot_id);
CREATE INDEX schedule_slots_by_booker ON schedule_slots (booked_by_user_id)
  WHERE booked_by_user_id IS NOT NULL;

-- One row for each party of a booked slot: nobody is in two sessions at once, whether as owner or as booker.
CREATE TABLE schedule_sessions (
  schedule_slot_id uuid NOT NULL REFERENCES schedule_slots,
  user_id uuid NOT NULL REFERENCES users,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  PRIMARY KEY (schedule_slot_id, user_id),
  CONSTRAINT schedule_sessions_no_overlap
    EXCLUDE USING gist (user_id WITH =, tstzrange(starts_at, ends_at) WITH &&)
);
CREATE INDEX schedule_sessions_by_user ON schedule_sessions (user_id, starts_at, schedule_slot_id);

-- What calendar programs still have to hear: one row for each party of a cancelled session. No reference to the slot,
-- which may be deleted or booked again meanwhile.
CREATE TABLE schedule_cancellations (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  schedule_slot_id uuid NOT NULL,
  other_user_id uuid REFERENCES users ON DELETE SET NULL,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  sequence integer NOT NULL,
  cancelled_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, schedule_slot_id)
);
CREATE INDEX schedule_cancellations_by_other ON schedule_cancellations (other_user_id);
CREATE INDEX schedule_cancellations_by_time ON schedule_cancellations (cancelled_at);

-- The private calendar address of a person; only a hash of its secret is kept.
CREATE TABLE calendar_feeds (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  secret_hash bytea NOT NULL UNIQUE,
  created_at timestamptz NOT NULL
);
