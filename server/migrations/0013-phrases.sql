-- What somebody keeps of a language, mostly words of a partner.
CREATE TABLE phrases (
  phrase_id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  language_code text NOT NULL,
  text text NOT NULL,
  meaning text NOT NULL,
  context text NOT NULL,
  -- Which of the three are words of the message it was saved from: they go with the account of who wrote it.
  is_verbatim boolean NOT NULL,
  is_meaning_verbatim boolean NOT NULL,
  is_context_verbatim boolean NOT NULL,
  source_message_id uuid,
  -- Who wrote that message; null when it was the person themselves.
  partner_user_id uuid REFERENCES users ON DELETE SET NULL,
  -- What the reviews come to (server/src/phrases/recall.ts), kept so that lists need not read them.
  due_at timestamptz NOT NULL,
  reps integer NOT NULL DEFAULT 0,
  lapses integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- ICU folds case in every script; compared byte by byte it is read fast.
  search_text text COLLATE "C" GENERATED ALWAYS AS (
    lower((text || E'\n' || meaning || E'\n' || context) COLLATE "und-x-icu")
  ) STORED
);
-- A filter by language and the count of it read the index alone.
CREATE INDEX phrases_by_age ON phrases (user_id, created_at DESC, phrase_id DESC) INCLUDE (language_code, due_at);
CREATE INDEX phrases_by_due ON phrases (user_id, due_at, phrase_id);
CREATE INDEX phrases_by_partner ON phrases (partner_user_id) WHERE partner_user_id IS NOT NULL;

-- Every answer to a phrase: what is due follows from all of them in the order of their moments, not of their arrival.
CREATE TABLE phrase_reviews (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- Made by the device that asked: the same one never counts twice.
  review_id uuid NOT NULL,
  phrase_id uuid NOT NULL REFERENCES phrases ON DELETE CASCADE,
  rating text NOT NULL CHECK (rating IN ('again', 'hard', 'good', 'easy')),
  -- Not before the phrase was kept and not after the review arrived.
  reviewed_at timestamptz NOT NULL,
  -- What the device said. It orders reviews whose moments became one because its clock is wrong.
  told_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, review_id)
);
CREATE INDEX phrase_reviews_by_phrase ON phrase_reviews (phrase_id, reviewed_at, told_at, review_id);
