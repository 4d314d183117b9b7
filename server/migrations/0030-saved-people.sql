-- People whom a member saved. Private: never shown to the saved person. A block in either direction removes the rows of the pair.
CREATE TABLE saved_people (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  saved_user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, saved_user_id),
  CHECK (user_id <> saved_user_id)
);
CREATE INDEX saved_people_by_time ON saved_people (user_id, created_at DESC, saved_user_id);
CREATE INDEX saved_people_by_saved ON saved_people (saved_user_id);

-- The list of blocked people, most recent first.
CREATE INDEX user_blocks_by_time ON user_blocks (user_id, created_at DESC, blocked_user_id);

-- Null: not stated. Always null for a language that is being learned.
ALTER TABLE user_languages ADD COLUMN is_native boolean;
ALTER TABLE user_languages ADD CHECK (NOT learning OR is_native IS NULL);

-- Search by activity and by free slots. Rows written by nodes of 1.0.0 count as hidden until the member is active again.
ALTER TABLE listed_people ADD COLUMN shows_activity boolean NOT NULL DEFAULT false;
ALTER TABLE listing ADD COLUMN shows_activity boolean NOT NULL DEFAULT false;
UPDATE listed_people SET shows_activity = true FROM users WHERE users.user_id = listed_people.user_id AND users.shows_activity;
UPDATE listing SET shows_activity = true FROM users WHERE users.user_id = listing.user_id AND users.shows_activity;

-- For every writer, also for nodes of 1.0.0: hidden activity is not found from the same commit on.
CREATE FUNCTION list_shown_activity() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE listed_people SET shows_activity = NEW.shows_activity WHERE user_id = NEW.user_id;
  UPDATE listing SET shows_activity = NEW.shows_activity WHERE user_id = NEW.user_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER users_show_activity AFTER UPDATE OF shows_activity ON users
  FOR EACH ROW WHEN (OLD.shows_activity <> NEW.shows_activity) EXECUTE FUNCTION list_shown_activity();

-- The slots of a member that others can book.
CREATE FUNCTION bookable_slots(owner uuid, now timestamptz) RETURNS SETOF schedule_slots
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT * FROM schedule_slots
  WHERE user_id = owner AND booked_by_user_id IS NULL AND NOT is_buffered AND bookable_until > now
$$;

-- The next of them: its start, and until when it can be booked. Both are null without one. As of the last refresh (listing/free-times.ts):
-- where the slot has passed, or slots changed since, search looks at the slots.
ALTER TABLE listed_people ADD COLUMN free_at timestamptz, ADD COLUMN free_until timestamptz;
ALTER TABLE listing ADD COLUMN free_at timestamptz, ADD COLUMN free_until timestamptz;
-- For the refresh.
CREATE INDEX listed_people_by_free_until ON listed_people (free_until) WHERE free_until IS NOT NULL;
-- For searches by name and free slots. On free_at, not free_until: with the same predicate the planner could scan the index above, which
-- reads all free people.
CREATE INDEX listed_people_free_by_key ON listed_people USING gin (search_keys(name, speaks, learns)) WHERE free_at IS NOT NULL;

-- Members whose slots changed since the last refresh. Only appended to: an update of the listing by each writer of slots would wait
-- for, and deadlock with, changes of profiles, bans and deletions, and two bookings at once would each miss the other's slot. No
-- reference to users for the same reason.
CREATE TABLE free_time_changes (
  user_id uuid NOT NULL,
  change_id bigint GENERATED ALWAYS AS IDENTITY,
  PRIMARY KEY (user_id, change_id)
);
CREATE FUNCTION note_free_time_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Slots are also deleted with their owner.
  INSERT INTO free_time_changes (user_id)
    SELECT DISTINCT user_id FROM changed WHERE EXISTS (SELECT FROM users WHERE users.user_id = changed.user_id);
  RETURN NULL;
END
$$;
-- Once per statement, whatever the number of slots.
CREATE TRIGGER schedule_slots_appear AFTER INSERT ON schedule_slots
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_free_time_change();
CREATE TRIGGER schedule_slots_change AFTER UPDATE ON schedule_slots
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_free_time_change();
CREATE TRIGGER schedule_slots_disappear AFTER DELETE ON schedule_slots
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_free_time_change();
-- Newly listed members and languages.
CREATE TRIGGER listing_appears AFTER INSERT ON listing
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_free_time_change();
CREATE FUNCTION forget_free_time_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM free_time_changes WHERE user_id = OLD.user_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER users_forget_free_time AFTER DELETE ON users
  FOR EACH ROW EXECUTE FUNCTION forget_free_time_changes();
INSERT INTO free_time_changes (user_id) SELECT DISTINCT user_id FROM schedule_slots WHERE bookable_until > now();

-- Both indexes of the listing with the new columns, so that a page is still read from the index alone.
DROP INDEX listing_by_recency;
CREATE INDEX listing_by_recency ON listing (scope, active_at DESC, user_id)
  INCLUDE (speaks, learns, proficiency, name, shows_activity, free_at, free_until);
DROP INDEX listing_by_level;
CREATE INDEX listing_by_level ON listing (scope, proficiency)
  INCLUDE (active_at, user_id, speaks, learns, name, shows_activity, free_at, free_until);
-- For searches by free slots, also read from the index alone. Steps of the level instead of the level itself: a search names all steps that it
-- accepts, and reads the free times of each in order.
CREATE FUNCTION level_step(proficiency double precision) RETURNS smallint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(floor(proficiency * 5), 0)::smallint
$$;
CREATE INDEX listing_by_free_at ON listing (scope, level_step(proficiency), free_at)
  INCLUDE (active_at, user_id, speaks, learns, proficiency, name, shows_activity, free_until) WHERE free_at IS NOT NULL;
ANALYZE listing, listed_people;
