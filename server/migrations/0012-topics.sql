-- What a pair has talked about does not come again. Only a known topic is written, so a pair has 400 rows at most.
CREATE TABLE used_topics (
  -- The smaller id first, as in conversations.
  low_user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  high_user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  topic_id text NOT NULL,
  used_at timestamptz NOT NULL,
  PRIMARY KEY (low_user_id, high_user_id, topic_id),
  CHECK (low_user_id < high_user_id)
);
CREATE INDEX used_topics_by_high_user ON used_topics (high_user_id);
