-- Weekly hours of a member: rules from which slots are generated up to a rolling horizon, and how closely others may book.
CREATE TABLE weekly_hours (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  time_zone text NOT NULL,
  -- [{ weekday, from, to, duration }] in the format of the API; read and replaced as a whole.
  rules jsonb NOT NULL,
  min_notice_hours smallint NOT NULL CHECK (min_notice_hours BETWEEN 0 AND 72),
  buffer_minutes smallint NOT NULL CHECK (buffer_minutes BETWEEN 0 AND 60),
  weeks_ahead smallint NOT NULL CHECK (weeks_ahead BETWEEN 1 AND 8),
  -- Slots that start before this moment are generated; a slot missing before it was deleted or had no room.
  generated_until timestamptz NOT NULL,
  -- Whether generation stopped at the limit of future slots.
  is_full boolean NOT NULL DEFAULT false,
  -- When the horizon moves on; null without rules.
  look_at timestamptz,
  updated_at timestamptz NOT NULL
);
CREATE INDEX weekly_hours_by_time ON weekly_hours (look_at) WHERE look_at IS NOT NULL;

-- Times of generated slots that their owner deleted: never generated again. Deleted once they have passed.
CREATE TABLE weekly_hours_exceptions (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, starts_at)
);
CREATE INDEX weekly_hours_exceptions_by_time ON weekly_hours_exceptions (starts_at);

-- Others can see and book a slot exactly while booked_by_user_id IS NULL AND NOT is_buffered AND bookable_until > now.
ALTER TABLE schedule_slots
  ADD COLUMN is_from_weekly_hours boolean NOT NULL DEFAULT false,
  -- Start minus the owner's minimum notice.
  ADD COLUMN bookable_until timestamptz,
  -- Whether another session of the owner, as owner or as guest, overlaps the slot or is within the owner's buffer of it.
  ADD COLUMN is_buffered boolean NOT NULL DEFAULT false;

CREATE FUNCTION has_session_near(given_slot uuid, given_owner uuid, given_start timestamptz, given_end timestamptz)
RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM schedule_sessions AS session,
      (SELECT coalesce((SELECT buffer_minutes FROM weekly_hours WHERE user_id = given_owner), 0) * interval '1 minute') AS kept (buffer)
    WHERE session.user_id = given_owner AND session.schedule_slot_id <> given_slot
      -- A session lasts an hour at most, so the index finds the few that can be near.
      AND session.starts_at > given_start - kept.buffer - interval '1 hour'
      AND session.starts_at < given_end + kept.buffer
      AND session.ends_at > given_start - kept.buffer)
$$;

UPDATE schedule_slots SET bookable_until = starts_at,
  is_buffered = booked_by_user_id IS NULL AND has_session_near(schedule_slot_id, user_id, starts_at, ends_at);
-- The default makes the column optional for writers; the trigger below replaces it.
ALTER TABLE schedule_slots ALTER COLUMN bookable_until SET NOT NULL, ALTER COLUMN bookable_until SET DEFAULT '-infinity';
CREATE INDEX schedule_slots_bookable ON schedule_slots (user_id, starts_at) INCLUDE (bookable_until)
  WHERE booked_by_user_id IS NULL AND NOT is_buffered;

-- Fills both columns for every writer, also for nodes of 1.0.0.
CREATE FUNCTION limit_slot() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.bookable_until := NEW.starts_at
    - coalesce((SELECT min_notice_hours FROM weekly_hours WHERE user_id = NEW.user_id), 0) * interval '1 hour';
  NEW.is_buffered := has_session_near(NEW.schedule_slot_id, NEW.user_id, NEW.starts_at, NEW.ends_at);
  RETURN NEW;
END
$$;
CREATE TRIGGER schedule_slots_limited BEFORE INSERT OR UPDATE OF user_id, starts_at, ends_at ON schedule_slots
  FOR EACH ROW EXECUTE FUNCTION limit_slot();

-- Sessions that begin, end or move change the slots around them. Writers hold the schedule locks of both parties: without them, two
-- concurrent changes near one slot would each miss the other's session.
CREATE FUNCTION limit_slots_near() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE schedule_slots AS slot SET is_buffered = NOT slot.is_buffered
  WHERE slot.schedule_slot_id IN (
    SELECT near.schedule_slot_id FROM changed JOIN schedule_slots AS near ON near.user_id = changed.user_id
      -- Slot and buffer are an hour at most each.
      AND near.starts_at > changed.starts_at - interval '2 hours' AND near.starts_at < changed.ends_at + interval '1 hour'
  ) AND slot.is_buffered <> has_session_near(slot.schedule_slot_id, slot.user_id, slot.starts_at, slot.ends_at);
  RETURN NULL;
END
$$;
CREATE TRIGGER schedule_sessions_begin AFTER INSERT ON schedule_sessions
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION limit_slots_near();
CREATE TRIGGER schedule_sessions_end AFTER DELETE ON schedule_sessions
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION limit_slots_near();
CREATE TRIGGER schedule_sessions_leave AFTER UPDATE ON schedule_sessions
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION limit_slots_near();
CREATE TRIGGER schedule_sessions_arrive AFTER UPDATE ON schedule_sessions
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION limit_slots_near();
