CREATE TABLE user_languages (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  language_code text NOT NULL,
  learning boolean NOT NULL,
  proficiency double precision NOT NULL CHECK (proficiency BETWEEN 0 AND 1),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, language_code),
  CHECK (learning OR proficiency = 1)
);
