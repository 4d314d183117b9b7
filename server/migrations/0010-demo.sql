-- Who belongs to the demo community of an embedded first start; empty everywhere else.
CREATE TABLE demo_people (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  -- Which of the people described in server/src/demo/cast.ts.
  key text NOT NULL UNIQUE,
  -- The account that visitors enter is settled once its conversations and sessions are there.
  is_settled boolean NOT NULL DEFAULT false
);
