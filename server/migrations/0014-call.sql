-- What takes place in a booked session. There is no row before somebody has come. No sound is kept, only numbers and notes.
CREATE TABLE calls (
  schedule_slot_id uuid PRIMARY KEY REFERENCES schedule_slots ON DELETE CASCADE,
  -- The two of the booking: a slot that is free again may be booked by somebody else.
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  booked_by_user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  first_language text,
  second_language text,
  -- The halves: null until both were there at once. started_at may lie ahead, when both come before the time.
  started_at timestamptz,
  swap_at timestamptz,
  ends_at timestamptz,
  ended_at timestamptz,
  end_reason text CHECK (end_reason IN ('time', 'blocked', 'cancelled', 'gone')),
  -- How long both have been there, and since when if they are there now.
  together_ms bigint NOT NULL DEFAULT 0,
  together_since timestamptz,
  -- Who wants the halves changed: a list of { action, userId, askedAt, languages }.
  asked jsonb NOT NULL DEFAULT '[]',
  CHECK ((first_language IS NULL) = (second_language IS NULL)),
  CHECK ((ended_at IS NULL) = (end_reason IS NULL))
);
CREATE INDEX calls_by_owner ON calls (user_id);
CREATE INDEX calls_by_booker ON calls (booked_by_user_id);
CREATE INDEX calls_open ON calls (schedule_slot_id) WHERE ended_at IS NULL;

-- One seat a person: the page that has it, and when it was last heard of.
CREATE TABLE call_seats (
  schedule_slot_id uuid NOT NULL REFERENCES calls ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  peer_id uuid NOT NULL,
  -- Whose socket speaks for the seat: the person's own; in the demo the visitor's, for an invented partner.
  held_by_user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  socket_id text NOT NULL,
  joined_at timestamptz NOT NULL,
  seen_at timestamptz NOT NULL,
  away_at timestamptz,
  left_at timestamptz,
  is_muted boolean NOT NULL DEFAULT false,
  has_camera boolean NOT NULL DEFAULT false,
  -- Pages that had the seat before: none of them takes it back by itself.
  replaced_peer_ids uuid[] NOT NULL DEFAULT '{}',
  PRIMARY KEY (schedule_slot_id, user_id)
);
CREATE INDEX call_seats_by_user ON call_seats (user_id);
CREATE INDEX call_seats_by_holder ON call_seats (held_by_user_id);

-- Talk time as each page of a person counted it, its greatest value.
CREATE TABLE call_talk (
  schedule_slot_id uuid NOT NULL REFERENCES calls ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  peer_id uuid NOT NULL,
  first_ms bigint NOT NULL,
  second_ms bigint NOT NULL,
  PRIMARY KEY (schedule_slot_id, user_id, peer_id)
);
CREATE INDEX call_talk_by_user ON call_talk (user_id);

CREATE TABLE call_notes (
  schedule_slot_id uuid NOT NULL REFERENCES calls ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- Made by the page, so that a note sent twice is one.
  note_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('word', 'correction')),
  text text NOT NULL,
  better text,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (schedule_slot_id, user_id, note_id)
);
CREATE INDEX call_notes_by_user ON call_notes (user_id);
