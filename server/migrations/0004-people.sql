-- What search reads. A person is listed who has a name, a description and a language and is not banned; the rows below are
-- written in the transaction of whatever changes that (server/src/people/listing.ts).
--
-- A scope is a set of people: 2 * bit + 1 those who learn a language and 2 * bit those who speak it, where bit is the
-- language's place in the catalogue; negative ones stand for people of any language (server/src/people/scopes.ts).

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

-- Every piece of one to three characters of a name. Not pg_trgm: it knows no shorter pieces and, where the database has
-- the C locale, no other script than Latin.
CREATE FUNCTION name_grams(name text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_agg(DISTINCT substr(name, start, size) COLLATE "C")
    FROM generate_series(1, 3) AS size, generate_series(1, char_length(name) - size + 1) AS start
$$;
CREATE INDEX listed_people_by_gram ON listed_people USING gin (name_grams(name));

-- One row for each language of a listed person and one for the person as such (scope -1, proficiency null). active_at is
-- refreshed at most hourly: every change of it rewrites the person's places in the index.
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
-- For narrow levels, where walking the whole scope would meet few.
CREATE INDEX listing_by_level ON listing (scope, proficiency) INCLUDE (active_at, user_id, speaks, learns);

-- How many people are in a scope: by level (gram '') and by piece of the name (in a language by level too). Changes are only ever added, so that two
-- people who change at once never wait for each other; reading sums them up and a job folds them from time to time.
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
CREATE INDEX listing_counts_changes ON listing_counts (scope, gram, low, high) WHERE is_change;
