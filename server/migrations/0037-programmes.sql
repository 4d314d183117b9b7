-- Tandem programmes of a language centre. A programme keeps its row after the erasure, with counts in place of names.
CREATE TABLE programmes (
  programme_id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL,
  name text NOT NULL,
  office text NOT NULL,
  -- Where replies to mails of the programme go.
  reply_to text,
  state text NOT NULL CHECK (
    state IN ('draft', 'registration', 'matching', 'published', 'running', 'closed', 'erased')
  ),
  time_zone text NOT NULL,
  languages text[] NOT NULL,
  registration_ends_on date NOT NULL,
  term_starts_on date NOT NULL,
  term_ends_on date NOT NULL,
  erase_on date NOT NULL,
  needed_hours integer NOT NULL,
  declared_percent integer NOT NULL CHECK (declared_percent BETWEEN 0 AND 100),
  consent_text text NOT NULL,
  consent_version integer NOT NULL DEFAULT 1,
  is_open boolean NOT NULL DEFAULT false,
  -- When the mails of half-time and of the coming erasure were queued.
  half_told_at timestamptz,
  erase_told_at timestamptz,
  -- Students, pairs and minutes by language, written at the erasure.
  counts jsonb,
  -- Null until everything that names a student is deleted.
  erased_at timestamptz,
  CHECK (registration_ends_on <= term_starts_on AND term_starts_on <= term_ends_on AND term_ends_on < erase_on)
);
-- About fifty rows: the job of programmes reads them all.
CREATE INDEX programmes_to_watch ON programmes (programme_id) WHERE erased_at IS NULL;

CREATE TABLE programme_coordinators (
  programme_id uuid NOT NULL REFERENCES programmes ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  since timestamptz NOT NULL,
  PRIMARY KEY (programme_id, user_id)
);
CREATE INDEX programme_coordinators_by_user ON programme_coordinators (user_id);

-- A student's place: what the round reads.
CREATE TABLE programme_places (
  programme_id uuid NOT NULL REFERENCES programmes ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- Lists of { languageCode, isNative } and { languageCode, level }, the latter by preference.
  offers jsonb NOT NULL,
  seeks jsonb NOT NULL,
  -- Half-hours of a local week that begins on Monday.
  free bit(336) NOT NULL,
  time_zone text NOT NULL,
  wishes jsonb NOT NULL,
  -- Read by the round only.
  gender text,
  age_band text,
  needs_credits boolean NOT NULL,
  partners_max integer NOT NULL CHECK (partners_max BETWEEN 1 AND 2),
  student_number text,
  consent_version integer NOT NULL,
  consented_at timestamptz NOT NULL,
  joined_at timestamptz NOT NULL,
  -- Unmatched in a published round, or left by a partner: comes before others in the next round.
  waits_since timestamptz,
  -- The reason of the last published round without a partner for the student.
  unmatched jsonb,
  refusals integer NOT NULL DEFAULT 0,
  first_session_told_at timestamptz,
  PRIMARY KEY (programme_id, user_id)
);
CREATE INDEX programme_places_by_user ON programme_places (user_id);

-- A published pair. The ids are ordered, so that the end of a session finds it by one lookup.
CREATE TABLE programme_pairs (
  pair_id uuid PRIMARY KEY,
  programme_id uuid NOT NULL REFERENCES programmes ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  partner_user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- What user_id teaches, and learns from, the partner.
  teaches text NOT NULL,
  learns text NOT NULL,
  published_at timestamptz NOT NULL,
  ended_at timestamptz,
  ended_for text CHECK (ended_for IN ('refused', 'coordinator', 'left', 'blocked', 'gone')),
  CHECK (user_id < partner_user_id),
  CHECK ((ended_at IS NULL) = (ended_for IS NULL))
);
CREATE UNIQUE INDEX programme_pairs_together ON programme_pairs (user_id, partner_user_id, programme_id) WHERE ended_at IS NULL;
CREATE INDEX programme_pairs_by_partner ON programme_pairs (partner_user_id);
CREATE INDEX programme_pairs_by_user ON programme_pairs (user_id);
CREATE INDEX programme_pairs_by_programme ON programme_pairs (programme_id);

-- Keyed hashes of two members who were partners: they are not paired again for two years.
CREATE TABLE programme_past_partners (
  hash bytea PRIMARY KEY,
  created_at timestamptz NOT NULL
);
CREATE INDEX programme_past_partners_by_time ON programme_past_partners (created_at);

-- A preview. Its lists hold ids of students; it is deleted with a place of the programme, and 30 days after its making.
CREATE TABLE programme_rounds (
  round_id uuid PRIMARY KEY,
  programme_id uuid NOT NULL REFERENCES programmes ON DELETE CASCADE,
  state text NOT NULL CHECK (state IN ('working', 'done', 'failed')),
  made_at timestamptz NOT NULL,
  -- When a node took it; another takes it after the lease.
  claimed_at timestamptz,
  locked jsonb NOT NULL,
  apart jsonb NOT NULL,
  input_hash bytea,
  result jsonb,
  published_at timestamptz
);
CREATE INDEX programme_rounds_by_programme ON programme_rounds (programme_id, made_at);
CREATE UNIQUE INDEX programme_rounds_working ON programme_rounds (programme_id) WHERE state = 'working';

-- Hours of one student, without the partner: they outlive the partner's account.
CREATE TABLE programme_hours (
  hours_id uuid PRIMARY KEY,
  programme_id uuid NOT NULL REFERENCES programmes ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- Of a session; no reference, since the slot can be deleted with the partner.
  schedule_slot_id uuid,
  day date NOT NULL,
  source text NOT NULL CHECK (source IN ('session', 'declared')),
  first_language text NOT NULL,
  first_ms bigint NOT NULL CHECK (first_ms >= 0),
  second_language text,
  second_ms bigint NOT NULL DEFAULT 0 CHECK (second_ms >= 0),
  created_at timestamptz NOT NULL,
  confirmed_at timestamptz,
  CHECK ((source = 'session') = (schedule_slot_id IS NOT NULL))
);
CREATE UNIQUE INDEX programme_hours_of_session ON programme_hours (programme_id, user_id, schedule_slot_id) WHERE source = 'session';
CREATE INDEX programme_hours_by_user ON programme_hours (user_id, programme_id);
CREATE INDEX programme_hours_by_programme ON programme_hours (programme_id);

CREATE TABLE programme_help (
  help_id uuid PRIMARY KEY,
  programme_id uuid NOT NULL REFERENCES programmes ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('hours', 'partner', 'other')),
  text text NOT NULL,
  asked_at timestamptz NOT NULL
);
CREATE INDEX programme_help_by_user ON programme_help (user_id, programme_id);
CREATE INDEX programme_help_by_programme ON programme_help (programme_id);

-- A mail of a coordinator to students; the queue refers to it.
CREATE TABLE programme_messages (
  message_id uuid PRIMARY KEY,
  programme_id uuid NOT NULL REFERENCES programmes ON DELETE CASCADE,
  user_id uuid REFERENCES users ON DELETE SET NULL,
  recipients text NOT NULL,
  subject text NOT NULL,
  text text NOT NULL,
  sent_at timestamptz NOT NULL
);
CREATE INDEX programme_messages_by_programme ON programme_messages (programme_id);
CREATE INDEX programme_messages_by_user ON programme_messages (user_id) WHERE user_id IS NOT NULL;

-- The code is stored as a keyed hash and the printed content encrypted with a key derived from the code: without the link the row identifies
-- no person, so it can be kept after the programme and, if the student wishes, after the account.
CREATE TABLE certificates (
  code_hash bytea PRIMARY KEY,
  sealed_facts bytea NOT NULL,
  user_id uuid REFERENCES users ON DELETE SET NULL,
  programme_id uuid REFERENCES programmes ON DELETE SET NULL,
  issued_at timestamptz NOT NULL,
  withdrawn_at timestamptz,
  keep_until date
);
CREATE UNIQUE INDEX certificates_by_user ON certificates (user_id, programme_id) WHERE user_id IS NOT NULL;
CREATE INDEX certificates_by_programme ON certificates (programme_id);
CREATE INDEX certificates_by_end ON certificates (keep_until) WHERE keep_until IS NOT NULL;

-- The part of together_ms before the halves were swapped. Nodes of an earlier release leave it at 0.
ALTER TABLE calls ADD COLUMN together_first_ms bigint NOT NULL DEFAULT 0;

ALTER TABLE moderation_audit DROP CONSTRAINT moderation_audit_action_check;
ALTER TABLE moderation_audit ADD CONSTRAINT moderation_audit_action_check CHECK (
  action IN (
    'ban', 'unban', 'dismiss-report', 'warn', 'remove-thanks', 'make-admin', 'remove-admin',
    'remove-picture', 'remove-words', 'hold', 'clear-hold', 'restrict',
    'create-programme', 'add-coordinator', 'remove-coordinator', 'export-programme', 'remove-student', 'withdraw-certificate'
  )
);
