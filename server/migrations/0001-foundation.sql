-- Ids in exclusion constraints: nobody has two slots or two sessions at once.
CREATE EXTENSION IF NOT EXISTS btree_gist;

-- Request rates. Keys are keyed hashes, so no address stands here. Unlogged: a crash of the database server forgets the
-- counts, nothing else depends on them, and counting a request costs no write-ahead log.

-- Sliding windows: the moments of the takes that still count, oldest first, never more than the rule's limit.
CREATE UNLOGGED TABLE rate_limits (
  key bytea PRIMARY KEY,
  taken_at timestamptz[] NOT NULL,
  expires_at timestamptz NOT NULL
) WITH (fillfactor = 70);

-- Token buckets: the moment a bucket will be full again says how many tokens are in it now.
CREATE UNLOGGED TABLE rate_buckets (
  key bytea PRIMARY KEY,
  full_at timestamptz NOT NULL
) WITH (fillfactor = 70);

-- Takes one from every rule, or from none. Answers NULL when taken, else the moment to come again.
CREATE FUNCTION take_rate_limits(keys bytea[], limits integer[], windows interval[], at timestamptz)
RETURNS timestamptz LANGUAGE plpgsql AS $$
DECLARE
  locked integer;
  free_at timestamptz;
BEGIN
  -- All rows are locked in one order, so that calls with common keys wait for each other and never in a circle.
  -- The purge can take a row away between the two statements: then once more.
  LOOP
    INSERT INTO rate_limits (key, taken_at, expires_at)
      SELECT k, '{}', at FROM unnest(keys) AS k ORDER BY k
      ON CONFLICT DO NOTHING;
    PERFORM FROM rate_limits WHERE key = ANY (keys) ORDER BY key FOR UPDATE;
    GET DIAGNOSTICS locked = ROW_COUNT;
    EXIT WHEN locked = cardinality(keys);
  END LOOP;

  UPDATE rate_limits
    SET taken_at = ARRAY (SELECT t FROM unnest(taken_at) AS t WHERE t > at - rule.span ORDER BY t)
    FROM unnest(keys, windows) AS rule (key, span)
    WHERE rate_limits.key = rule.key AND taken_at[1] <= at - rule.span;

  SELECT max(taken_at[cardinality(taken_at) - rule.most + 1] + rule.span) INTO free_at
    FROM unnest(keys, limits, windows) AS rule (key, most, span) JOIN rate_limits USING (key)
    WHERE cardinality(taken_at) >= rule.most;
  IF free_at IS NOT NULL THEN
    RETURN free_at;
  END IF;

  UPDATE rate_limits SET taken_at = taken_at || at, expires_at = at + rule.span
    FROM unnest(keys, windows) AS rule (key, span)
    WHERE rate_limits.key = rule.key;
  RETURN NULL;
END
$$;
