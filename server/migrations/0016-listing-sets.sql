-- How many people of a language's scope speak and learn the same languages: what lies before a page far down is counted by
-- these, whoever asks, without walking it. Kept like listing_counts: changes are only added, and a job folds them.
CREATE TABLE listing_sets (
  scope smallint NOT NULL,
  speaks bigint NOT NULL,
  learns bigint NOT NULL,
  people integer NOT NULL,
  is_change boolean NOT NULL
);
INSERT INTO listing_sets (scope, speaks, learns, people, is_change)
SELECT scope, speaks, learns, count(*), false FROM listing WHERE scope >= 0 GROUP BY scope, speaks, learns;
CREATE INDEX listing_sets_by_scope ON listing_sets (scope, speaks, learns) INCLUDE (people);
CREATE INDEX listing_sets_changes ON listing_sets (scope, speaks, learns) WHERE is_change;
