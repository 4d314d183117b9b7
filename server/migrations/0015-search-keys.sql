-- What the index over listed people finds them by: every piece of one to six characters of the name, so that most fragments
-- are one key and their people are counted without a look at them, and every scope, so that a name within a language or
-- among the people who fit is found without reading all who have it. A scope's key is longer than any piece. Not pg_trgm: it
-- knows no shorter pieces and, where the database has the C locale, no other script than Latin.
CREATE FUNCTION search_keys(name text, speaks bigint, learns bigint) RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_agg(key COLLATE "C") FROM (
    SELECT substr(name, start, size) AS key
    FROM generate_series(1, char_length(name)) AS start, generate_series(1, 6) AS size
    UNION ALL
    SELECT 'scope ' || scope FROM generate_series(0, 125) AS scope
    WHERE CASE scope & 1 WHEN 0 THEN speaks ELSE learns END >> (scope >> 1) & 1 = 1
  ) AS keys
$$;
DROP INDEX listed_people_by_gram;
DROP FUNCTION name_grams(text);
CREATE INDEX listed_people_by_key ON listed_people USING gin (search_keys(name, speaks, learns));

-- The recency of these rows was not kept up with the person's.
UPDATE listed_people AS person SET active_at = listing.active_at FROM listing
WHERE listing.user_id = person.user_id AND listing.scope = -1 AND listing.active_at <> person.active_at;
