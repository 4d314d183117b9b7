-- Since when a phrase counts as known (server/src/phrases/recall.ts); null while it does not. Kept, because a plot of it would
-- otherwise read every review of a whole book.
ALTER TABLE phrases ADD COLUMN known_at timestamptz;
-- What was reviewed before: the wait for the next review is as long as the phrase is known for.
UPDATE phrases SET known_at = last.reviewed_at
FROM (
  SELECT DISTINCT ON (phrase_id) phrase_id, reviewed_at FROM phrase_reviews
  ORDER BY phrase_id, reviewed_at DESC, told_at DESC, review_id DESC
) AS last
WHERE phrases.phrase_id = last.phrase_id AND phrases.due_at - last.reviewed_at >= interval '21 days';
CREATE INDEX phrases_by_known ON phrases (user_id, known_at) WHERE known_at IS NOT NULL;

-- The days on which somebody reviewed, and what.
CREATE INDEX phrase_reviews_by_time ON phrase_reviews (user_id, reviewed_at, phrase_id);
