-- The count of a search is exact up to 1,000 and read from the listing, so the precomputed counts go.
DROP TABLE listing_counts;
DROP TABLE listing_sets;

-- Compatibility with nodes of 1.0.0 that still run while nodes are replaced one after the other; nothing else uses what follows, and
-- the next release drops it. Their writes to the counts are ignored, so that changes of profiles and languages succeed. Their
-- searches find the right people; the count is exact except with a name fragment or with a level but no language.
CREATE VIEW listing_counts AS
  SELECT counted.scope, ''::text COLLATE "C" AS gram, counted.level AS low, counted.level AS high, 1 AS people,
    false AS is_change
  FROM (
    SELECT scope, coalesce(proficiency, 0) AS level FROM listing
    UNION ALL SELECT -2, 0 FROM listing WHERE scope = -1 AND speaks > 0
    UNION ALL SELECT -3, 0 FROM listing WHERE scope = -1 AND learns > 0
  ) AS counted;
CREATE VIEW listing_sets AS
  SELECT scope, speaks, learns, 1 AS people, false AS is_change FROM listing WHERE scope >= 0;
CREATE FUNCTION ignore_write() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
CREATE TRIGGER listing_counts_ignored INSTEAD OF INSERT OR DELETE ON listing_counts
  FOR EACH ROW EXECUTE FUNCTION ignore_write();
CREATE TRIGGER listing_sets_ignored INSTEAD OF INSERT OR DELETE ON listing_sets
  FOR EACH ROW EXECUTE FUNCTION ignore_write();
