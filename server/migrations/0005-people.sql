-- One person does not want another near: stops messages and bookings in both directions.
CREATE TABLE user_blocks (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  blocked_user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, blocked_user_id),
  CHECK (user_id <> blocked_user_id)
);
CREATE INDEX user_blocks_by_blocked ON user_blocks (blocked_user_id, user_id);

-- The advisory lock of two people. A block takes it alone, whatever passes between the two takes it shared, so that
-- nothing slips through while a block is being written.
CREATE FUNCTION pair_lock_key(one uuid, other uuid) RETURNS bigint
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN hashtextextended(least(one, other)::text || greatest(one, other)::text, 0);

-- The blocks between two people, in either direction. Rows instead of yes or no, because the planner puts such a text into the
-- statement that asks, and a function with a subquery that answers one value it calls for each row. Two branches
-- instead of OR, so that each is one look into an index also in a plan made while there were few blocks.
CREATE FUNCTION blocks_between(one uuid, other uuid) RETURNS SETOF user_blocks
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT * FROM user_blocks WHERE user_id = one AND blocked_user_id = other
  UNION ALL
  SELECT * FROM user_blocks WHERE user_id = other AND blocked_user_id = one
$$;

-- What search reads. A person is listed who has a name, a description and a language and is not banned; the rows below are
-- written in the transaction of whatever changes that (server/src/people/listing/listing.ts).
--
-- A scope is a set of people: 2 * bit + 1 those who learn a language and 2 * bit those who speak it, where bit is the
-- language's place in the catalogue; negative ones stand for people of any language (server/src/people/listing/scopes.ts).

-- One row for each listed person. No index holds active_at: with room left in its page a row that only became more
-- recent is rewritten in place, and the index over names is written only when a name changes.
CREATE TABLE listed_people (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  active_at timestamptz NOT NULL,
  -- Without case and accents.
  name text COLLATE "C" NOT NULL,
  -- Bit sets of languages.
  speaks bigint NOT NULL,
  learns bigint NOT NULL
) WITH (fillfactor = 80);

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
CREATE INDEX listed_people_by_key ON listed_people USING gin (search_keys(name, speaks, learns));

-- One row for each language of a listed person and one for the person as such (scope -1, proficiency null). active_at is
-- refreshed at most every quarter of an hour: every change of it rewrites the person's places in the index.
CREATE TABLE listing (
  user_id uuid NOT NULL REFERENCES listed_people ON DELETE CASCADE,
  scope smallint NOT NULL,
  active_at timestamptz NOT NULL,
  speaks bigint NOT NULL,
  learns bigint NOT NULL,
  proficiency double precision,
  name text COLLATE "C" NOT NULL,
  PRIMARY KEY (user_id, scope)
);
-- A page is the beginning of a range of this index; nothing is sorted and the table is not touched.
CREATE INDEX listing_by_recency ON listing (scope, active_at DESC, user_id)
  INCLUDE (speaks, learns, proficiency, name);
-- For narrow levels, where walking the whole scope would meet few; pieces of a name are read from it too.
CREATE INDEX listing_by_level ON listing (scope, proficiency) INCLUDE (active_at, user_id, speaks, learns, name);

-- How many people are in a scope: by level (gram ''), by piece of one to three characters of the name and by longer word of it (in
-- a language by level too). Changes are only ever added, so that two people who change at once never wait for each other; reading sums
-- them up and a tick folds them from time to time (server/src/people/listing/folding.ts).
--
-- A person of a language has one level: low = high. In a scope of any language a person has several, yet counts once
-- between two bounds: each level counts +1 and each pair of neighbouring levels (low, high) -1.
CREATE TABLE listing_counts (
  scope smallint NOT NULL,
  gram text COLLATE "C" NOT NULL,
  low double precision NOT NULL,
  high double precision NOT NULL,
  people integer NOT NULL,
  is_change boolean NOT NULL
);
CREATE INDEX listing_counts_by_scope ON listing_counts (scope, gram, low, high) INCLUDE (people);
-- Finds the words that hold a longer piece. Whoever searches reads it at once, so nothing waits in a list of its own.
CREATE INDEX listing_counts_words ON listing_counts USING gin (search_keys(gram, 0, 0))
  WITH (fastupdate = off) WHERE scope = -1 AND char_length(gram) > 3;
CREATE INDEX listing_counts_changes ON listing_counts (scope, gram, low, high) WHERE is_change;

-- How many people of a language's scope speak and learn the same languages: what lies before a page far down is counted by
-- these, whoever asks, without walking it. Kept like listing_counts: changes are only added, and a tick folds them.
CREATE TABLE listing_sets (
  scope smallint NOT NULL,
  speaks bigint NOT NULL,
  learns bigint NOT NULL,
  people integer NOT NULL,
  is_change boolean NOT NULL
);
CREATE INDEX listing_sets_by_scope ON listing_sets (scope, speaks, learns) INCLUDE (people);
CREATE INDEX listing_sets_changes ON listing_sets (scope, speaks, learns) WHERE is_change;
