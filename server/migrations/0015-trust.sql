-- What each of the two said of a session once it was over. Nobody is shown what somebody else said; what partners said of a
-- person is counted (server/src/trust/record.ts). It goes with either account.
CREATE TABLE session_outcomes (
  schedule_slot_id uuid NOT NULL,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  partner_user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  answer text NOT NULL CHECK (answer IN ('kept', 'missed', 'moved')),
  ends_at timestamptz NOT NULL,
  -- Of the first answer, and of the one that stands.
  answered_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (schedule_slot_id, user_id),
  CHECK (user_id <> partner_user_id)
);
CREATE INDEX session_outcomes_by_user ON session_outcomes (user_id);
-- What was said of a person, newest session first.
CREATE INDEX session_outcomes_by_partner ON session_outcomes (partner_user_id, ends_at);

-- When the word on a person's card is to be decided anew: at once after an answer or a block, and when a rule of time says so.
CREATE TABLE record_turns (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  look_at timestamptz NOT NULL
);
CREATE INDEX record_turns_by_time ON record_turns (look_at);

-- Decided by the job of trust; a card reads it with the rest of the row.
ALTER TABLE users ADD COLUMN comes_reliably boolean NOT NULL DEFAULT false;
-- Whether others are told when somebody was here and how soon they answer.
ALTER TABLE users ADD COLUMN shows_activity boolean NOT NULL DEFAULT true;

-- Who would like a session again, at the same time of the next week.
CREATE TABLE session_agains (
  schedule_slot_id uuid NOT NULL,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  partner_user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  asked_at timestamptz NOT NULL,
  PRIMARY KEY (schedule_slot_id, user_id)
);
CREATE INDEX session_agains_by_user ON session_agains (user_id);
CREATE INDEX session_agains_by_partner ON session_agains (partner_user_id);
