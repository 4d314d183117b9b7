-- First contact: which first messages arrive with a notification, wait as requests, or are refused (docs/specification/contact.md).
-- send_message and send_messages also use push_devices and queue_message_pushes, which 0034 creates: they run only after all migrations.

ALTER TABLE users
  -- 'everybody'; 'known': members who are not trusted ask first; 'asking': all ask first.
  ADD COLUMN writes_to_me text NOT NULL DEFAULT 'everybody' CHECK (writes_to_me IN ('everybody', 'known', 'asking')),
  -- 'met': only people with an answered conversation may book.
  ADD COLUMN books_me text NOT NULL DEFAULT 'everybody' CHECK (books_me IN ('everybody', 'met')),
  -- Search does not show the member before this time.
  ADD COLUMN paused_until timestamptz;
CREATE INDEX users_by_pause ON users (paused_until) WHERE paused_until IS NOT NULL;

-- Earlier conversations are never limited, so they count as answered. A constant default is stored once for all of them; updating each row
-- would block sending meanwhile.
ALTER TABLE conversations
  -- First message or booking by the partner of the starter; null until then.
  ADD COLUMN answered_at timestamptz DEFAULT '1970-01-01T00:00:00Z',
  -- When the first message arrived with a notification, or would have if the recipient had not declined; null for a request that was not promoted.
  ADD COLUMN notified_at timestamptz DEFAULT '1970-01-01T00:00:00Z',
  -- Counts towards the starter's daily quota. False for messages to an admin and after a session of the two.
  ADD COLUMN is_counted boolean NOT NULL DEFAULT false,
  -- A trusted member answered.
  ADD COLUMN is_credited boolean NOT NULL DEFAULT false,
  -- A message before the answer contained contact details.
  ADD COLUMN has_contact boolean NOT NULL DEFAULT false,
  -- The recipient had booked the starter before: then it is no first contact of the starter, and the recipient cannot penalise it.
  ADD COLUMN follows_booking boolean NOT NULL DEFAULT false;
ALTER TABLE conversations ALTER COLUMN answered_at DROP DEFAULT, ALTER COLUMN notified_at DROP DEFAULT;
CREATE INDEX conversations_by_notice ON conversations (started_by_user_id, notified_at);
CREATE INDEX conversations_credited ON conversations (started_by_user_id, answered_at) WHERE is_credited;

-- A domain is checked when a value is assigned; a CHECK of the table would run at every update of a row, twice for each message.
CREATE DOMAIN request_reason AS text CHECK (VALUE IN ('contact', 'asked', 'restricted', 'volume'));

ALTER TABLE conversation_members
  -- Listed among the requests of this member; not in the chat list, the unread count, mails and digests.
  ADD COLUMN is_request boolean NOT NULL DEFAULT false,
  -- Why it is a request (request_reason). Only 'volume' is notified by a promotion.
  ADD COLUMN request_why request_reason,
  -- Began over the sender's quota. Its promotion uses quota for every reason: the remaining quota would otherwise tell the sender which
  -- requests were notified.
  ADD COLUMN awaits_quota boolean NOT NULL DEFAULT false,
  -- A declined request stays a request, but is not listed.
  ADD COLUMN declined_at timestamptz;
DROP INDEX conversation_members_by_recency;
CREATE INDEX conversation_members_by_recency
  ON conversation_members (user_id, last_message_at DESC, last_message_id DESC) WHERE NOT is_hidden AND NOT is_request;
DROP INDEX conversation_members_unread;
CREATE INDEX conversation_members_unread
  ON conversation_members (user_id) INCLUDE (unread_count) WHERE unread_count > 0 AND NOT is_hidden AND NOT is_request;
CREATE INDEX conversation_members_requests ON conversation_members (user_id, last_message_at DESC, last_message_id DESC)
  WHERE is_request AND declined_at IS NULL AND NOT is_hidden;
-- Requests that wait for a promotion, oldest first.
CREATE INDEX conversation_members_by_quota ON conversation_members (last_message_at)
  WHERE is_request AND awaits_quota AND NOT is_hidden;

-- Bookings between members without an answered conversation. The first of a day counts as a first contact; the note sent after it does not
-- count again. Purged after 30 days.
CREATE TABLE contact_bookings (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  booked_user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  -- The booked member had booked the guest before, and so cannot penalise this booking.
  follows_booking boolean NOT NULL DEFAULT false,
  PRIMARY KEY (user_id, booked_user_id)
);
CREATE INDEX contact_bookings_by_booked ON contact_bookings (booked_user_id);
CREATE INDEX contact_bookings_by_time ON contact_bookings (created_at);

-- Acts of recipients against a member who wrote to them first. Purged after 30 days, when they no longer count.
CREATE TABLE contact_penalties (
  sender_user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  by_user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('decline', 'block', 'report')),
  -- Points: half if the giver was not trusted, 0 after a dismissed report, an unblock or a cleared case.
  weight numeric(3, 1) NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (sender_user_id, by_user_id, kind)
);
CREATE INDEX contact_penalties_by_giver ON contact_penalties (by_user_id);
CREATE INDEX contact_penalties_by_time ON contact_penalties (created_at);

-- Sender state of first contacts; a member without a row is new and has no penalties. contact_state derives the state from the row and the
-- time.
CREATE TABLE contact_standing (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  -- Penalties of the last 30 days minus credits, and the number of members who gave penalties.
  points numeric(6, 1) NOT NULL DEFAULT 0,
  people integer NOT NULL DEFAULT 0,
  -- Answers of trusted members, and sessions that they call kept, without a time limit.
  credits integer NOT NULL DEFAULT 0,
  -- Start of the current hold.
  held_at timestamptz,
  -- End of the restriction by penalties, and of one set by an admin or by an expired hold.
  restricted_until timestamptz,
  limited_until timestamptz,
  -- No hold begins before this time.
  cleared_until timestamptz,
  -- An admin has decided on penalties up to here: they do not lead to another hold.
  judged_at timestamptz,
  trusted_since timestamptz
);
CREATE INDEX contact_standing_trusted ON contact_standing (trusted_since) WHERE trusted_since IS NOT NULL;
CREATE INDEX contact_standing_growing ON contact_standing (user_id) WHERE trusted_since IS NULL AND credits >= 3;
CREATE INDEX contact_standing_held ON contact_standing (held_at) WHERE held_at IS NOT NULL;

-- One case per hold. A closed case is deleted with the member; its entry in the audit log stays.
CREATE TABLE contact_cases (
  case_id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  opened_at timestamptz NOT NULL,
  appeal_text text,
  appealed_at timestamptz,
  closed_at timestamptz,
  outcome text CHECK (outcome IN ('cleared', 'restricted', 'warned', 'banned')),
  CHECK ((closed_at IS NULL) = (outcome IS NULL))
);
CREATE UNIQUE INDEX contact_cases_open ON contact_cases (user_id) WHERE closed_at IS NULL;
CREATE INDEX contact_cases_by_age ON contact_cases (opened_at, case_id) WHERE closed_at IS NULL;
CREATE INDEX contact_cases_by_user ON contact_cases (user_id, opened_at DESC);

-- After a report with `protect`: accounts created after `since` ask first until `until`.
CREATE TABLE contact_protections (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  since timestamptz NOT NULL,
  until timestamptz NOT NULL
);

-- Tells a member that an account that wrote to them was banned.
CREATE TABLE contact_warnings (
  warning_id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  banned_user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  reason text NOT NULL,
  created_at timestamptz NOT NULL,
  seen_at timestamptz,
  UNIQUE (user_id, banned_user_id)
);
CREATE INDEX contact_warnings_by_banned ON contact_warnings (banned_user_id);

-- A report can also be about a profile; its snapshot is `{ about, name, description, pictureKey }`.
ALTER TABLE chat_reports ADD COLUMN profile_user_id uuid REFERENCES users ON DELETE CASCADE;
ALTER TABLE chat_reports ADD CONSTRAINT chat_reports_once_a_profile UNIQUE (profile_user_id, reporter_user_id);
ALTER TABLE chat_reports DROP CONSTRAINT chat_reports_about_one;
ALTER TABLE chat_reports ADD CONSTRAINT chat_reports_about_one CHECK (
  num_nonnulls(chat_message_id, thanks_id, schedule_slot_id, profile_user_id) = 1
);

ALTER TABLE moderation_audit DROP CONSTRAINT moderation_audit_action_check;
ALTER TABLE moderation_audit ADD CONSTRAINT moderation_audit_action_check CHECK (
  action IN (
    'ban', 'unban', 'dismiss-report', 'warn', 'remove-thanks', 'make-admin', 'remove-admin',
    'remove-picture', 'remove-words', 'hold', 'clear-hold', 'restrict'
  )
);

-- Progress of the job that finds members with three answers before this migration, who are trusted. Reading all conversations here would
-- block sending meanwhile. The job deletes the row at the end; a new installation has none.
CREATE TABLE contact_backfill (after_id uuid NOT NULL);
INSERT INTO contact_backfill SELECT '00000000-0000-0000-0000-000000000000' WHERE EXISTS (SELECT FROM users);

-- Configuration for nodes of 1.0.0, which pass none. Later nodes pass their own.
CREATE FUNCTION default_contact_rules(has_limits boolean) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_build_object(
    'limits', has_limits, 'admins', '[]'::jsonb, 'notified', 8, 'notifiedMax', 12, 'trustedNotified', 20, 'perDay', 50,
    'restrictedPerDay', 5, 'beforeAnswer', 20, 'restrictPoints', 4, 'holdPoints', 8, 'people', 2,
    'trustDays', 7, 'trustCredits', 3, 'trustPoints', 3, 'trustedLeast', 50, 'creditPoints', 3)
$$;

CREATE FUNCTION is_contact_admin(member uuid, rules jsonb) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM users u
    WHERE u.user_id = member AND (u.admin_since IS NOT NULL OR rules -> 'admins' ? u.email))
$$;

-- Whether answers and penalties of a member count in full. While few members are trusted, the age of the account decides.
CREATE FUNCTION is_contact_trusted(member uuid, at timestamptz, rules jsonb) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT is_contact_admin(member, rules) OR coalesce((
    SELECT coalesce(s.points, 0) < (rules ->> 'trustPoints')::numeric AND (
      s.trusted_since IS NOT NULL
      OR u.created_at <= at - make_interval(days => (rules ->> 'trustDays')::integer) AND (
        SELECT count(*) FROM (
          SELECT FROM contact_standing t WHERE t.trusted_since IS NOT NULL LIMIT (rules ->> 'trustedLeast')::integer
        ) AS known) < (rules ->> 'trustedLeast')::integer
    )
    FROM users u LEFT JOIN contact_standing s USING (user_id) WHERE u.user_id = member
  ), false)
$$;

-- State of a sender, and the end of a restriction.
CREATE FUNCTION contact_state(member uuid, at timestamptz, rules jsonb, OUT state text, OUT until timestamptz)
LANGUAGE plpgsql STABLE AS $$
DECLARE
  held timestamptz;
BEGIN
  SELECT s.held_at, greatest(s.restricted_until, s.limited_until) INTO held, until
  FROM contact_standing s WHERE s.user_id = member;
  state := CASE
    WHEN is_contact_admin(member, rules) THEN 'trusted'
    WHEN held IS NOT NULL THEN 'held'
    WHEN until > at THEN 'restricted'
    WHEN is_contact_trusted(member, at, rules) THEN 'trusted'
    ELSE 'new'
  END;
  IF state <> 'restricted' THEN
    until := null;
  END IF;
END
$$;

-- Daily quota of notified first contacts.
CREATE FUNCTION contact_quota(member uuid, state text, at timestamptz, rules jsonb) RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT CASE state
    WHEN 'trusted' THEN (rules ->> 'trustedNotified')::integer
    WHEN 'new' THEN least((rules ->> 'notifiedMax')::integer, (rules ->> 'notified')::integer + (
      SELECT count(*) FROM conversations c
      WHERE c.started_by_user_id = member AND c.is_credited AND c.answered_at > at - interval '30 days')::integer)
    ELSE 0
  END
$$;

-- Counted first contacts of the last 24 hours: messages and bookings.
CREATE FUNCTION contacts_of_day(member uuid, at timestamptz) RETURNS TABLE (began_at timestamptz) LANGUAGE sql STABLE AS $$
  SELECT c.created_at FROM conversations c
    WHERE c.started_by_user_id = member AND c.created_at > at - interval '24 hours' AND c.is_counted
  UNION ALL
  SELECT b.created_at FROM contact_bookings b WHERE b.user_id = member AND b.created_at > at - interval '24 hours'
$$;

-- Used part of the daily quota: first contacts that began, or that were notified, whichever is more (promotions notify later).
CREATE FUNCTION contacts_used(member uuid, at timestamptz) RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT greatest(
    (SELECT count(*) FROM contacts_of_day(member, at)),
    (SELECT count(*) FROM conversations c
      WHERE c.started_by_user_id = member AND c.notified_at > at - interval '24 hours' AND c.is_counted)
    + (SELECT count(*) FROM contact_bookings b WHERE b.user_id = member AND b.created_at > at - interval '24 hours')
  )::integer
$$;

-- Whether the two have a session that is not over, or had one in which both were present or which the recipient calls kept. A booking that
-- neither joined does not count.
CREATE FUNCTION have_session(sender uuid, recipient uuid, at timestamptz) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM schedule_sessions mine JOIN schedule_sessions theirs USING (schedule_slot_id)
    JOIN schedule_slots slot USING (schedule_slot_id)
    WHERE mine.user_id = sender AND theirs.user_id = recipient AND (
      slot.ends_at > at
      OR EXISTS (SELECT FROM calls c WHERE c.schedule_slot_id = slot.schedule_slot_id AND c.together_ms > 0)
      OR EXISTS (SELECT FROM session_outcomes o
        WHERE o.schedule_slot_id = slot.schedule_slot_id AND o.user_id = recipient AND o.partner_user_id = sender AND o.answer = 'kept')))
$$;

-- Whether the guest has booked the owner. Counted bookings are known even after they were cancelled.
CREATE FUNCTION has_booked(guest uuid, owner uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM contact_bookings b WHERE b.user_id = guest AND b.booked_user_id = owner)
    OR EXISTS (SELECT FROM schedule_slots s WHERE s.user_id = owner AND s.booked_by_user_id = guest)
$$;

-- Whether the recipient wants this sender to ask first: by setting, pause, or protection from newer accounts.
CREATE FUNCTION is_contact_asked(sender uuid, recipient uuid, standing text, at timestamptz) RETURNS boolean LANGUAGE sql STABLE AS $$
  -- The slowest condition first: otherwise the response time would be a side channel for the reason.
  SELECT EXISTS (SELECT FROM contact_protections p JOIN users s ON s.user_id = sender
      WHERE p.user_id = recipient AND p.until > at AND s.created_at > p.since)
    OR r.writes_to_me = 'asking' OR r.writes_to_me = 'known' AND standing <> 'trusted' OR coalesce(r.paused_until > at, false)
  FROM users r WHERE r.user_id = recipient
$$;

-- Decides on a first contact (message or booking): 'notified', 'silent' with the reason, 'too-many' with the time at which the next one is
-- free, or 'held'. The caller holds the row lock of the sender's standing.
CREATE FUNCTION place_first_contact(
  sender uuid, recipient uuid, has_contact boolean, at timestamptz, rules jsonb,
  OUT place text, OUT why text, OUT counts boolean, OUT awaits_quota boolean, OUT free_at timestamptz
) LANGUAGE plpgsql STABLE AS $$
DECLARE
  standing text;
  has_limits boolean := (rules ->> 'limits')::boolean;
  per_day integer;
  has_met boolean;
  is_asked boolean;
  is_used boolean;
BEGIN
  counts := false;
  awaits_quota := false;
  IF is_contact_admin(recipient, rules) THEN
    place := 'notified';
    RETURN;
  END IF;
  SELECT s.state INTO standing FROM contact_state(sender, at, rules) AS s;
  has_met := have_session(sender, recipient, at);
  -- A cancelled booking was counted already, but the two have not met.
  counts := NOT has_met AND NOT EXISTS (SELECT FROM contact_bookings b
    WHERE b.user_id = sender AND b.booked_user_id = recipient AND b.created_at > at - interval '24 hours');

  IF standing = 'held' AND NOT has_met THEN
    place := 'held';
    RETURN;
  END IF;
  per_day := CASE standing WHEN 'restricted' THEN (rules ->> 'restrictedPerDay')::integer ELSE (rules ->> 'perDay')::integer END;
  IF counts AND has_limits AND (SELECT count(*) FROM contacts_of_day(sender, at)) >= per_day THEN
    place := 'too-many';
    SELECT d.began_at + interval '24 hours' INTO free_at FROM contacts_of_day(sender, at) AS d
      ORDER BY d.began_at DESC OFFSET greatest(per_day - 1, 0) LIMIT 1;
    RETURN;
  END IF;

  -- Always computed: otherwise the response time would be a side channel for an earlier reason.
  is_asked := is_contact_asked(sender, recipient, standing, at);
  is_used := contacts_used(sender, at) >= contact_quota(sender, standing, at, rules);
  why := CASE
    WHEN has_contact AND standing <> 'trusted' THEN 'contact'
    WHEN has_met THEN null
    WHEN is_asked THEN 'asked'
    WHEN standing = 'restricted' THEN 'restricted'
    WHEN counts AND has_limits AND is_used THEN 'volume'
  END;
  awaits_quota := counts AND has_limits AND is_used AND standing <> 'restricted';
  place := CASE WHEN why IS NULL THEN 'notified' ELSE 'silent' END;
END
$$;

-- Recomputes the points of a sender. Opens a case and returns true when a hold begins. Only a new penalty may begin one (may_hold): after an
-- unblock, an answer or a purge no admin would be informed of it.
CREATE FUNCTION refresh_contact_standing(member uuid, at timestamptz, rules jsonb, may_hold boolean DEFAULT false) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
  standing contact_standing;
  penalty record;
  credit numeric;
  -- All penalties, newest first.
  total numeric := 0;
  givers uuid[] := '{}';
  limited timestamptz;
  -- Penalties since judged_at.
  fresh numeric := 0;
  fresh_givers uuid[] := '{}';
  is_held boolean;
BEGIN
  INSERT INTO contact_standing (user_id) VALUES (member) ON CONFLICT DO NOTHING;
  SELECT * INTO standing FROM contact_standing s WHERE s.user_id = member FOR UPDATE;
  SELECT least((rules ->> 'creditPoints')::integer, count(*)) INTO credit FROM conversations c
    WHERE c.started_by_user_id = member AND c.is_credited AND c.answered_at > at - interval '30 days';
  FOR penalty IN
    SELECT p.by_user_id, p.weight, p.created_at FROM contact_penalties p
    WHERE p.sender_user_id = member AND p.created_at > at - interval '30 days' AND p.weight > 0
    ORDER BY p.created_at DESC, p.by_user_id
  LOOP
    total := total + penalty.weight;
    givers := array_append(array_remove(givers, penalty.by_user_id), penalty.by_user_id);
    -- The restriction ends when the penalties up to here have expired.
    IF limited IS NULL AND total - credit >= (rules ->> 'restrictPoints')::numeric
      AND cardinality(givers) >= (rules ->> 'people')::integer THEN
      limited := penalty.created_at + interval '30 days';
    END IF;
    IF standing.judged_at IS NULL OR penalty.created_at > standing.judged_at THEN
      fresh := total;
      fresh_givers := givers;
    END IF;
  END LOOP;
  is_held := may_hold AND standing.held_at IS NULL
    AND fresh - credit >= (rules ->> 'holdPoints')::numeric
    AND cardinality(fresh_givers) >= (rules ->> 'people')::integer
    AND coalesce(standing.cleared_until <= at, true)
    AND NOT EXISTS (SELECT FROM contact_cases k WHERE k.user_id = member AND k.closed_at IS NULL);
  UPDATE contact_standing s SET
    points = greatest(0, total - credit), people = cardinality(givers), restricted_until = limited,
    held_at = CASE WHEN is_held THEN at ELSE s.held_at END
  WHERE s.user_id = member;
  IF is_held THEN
    INSERT INTO contact_cases (case_id, user_id, opened_at) VALUES (gen_random_uuid(), member, at);
  END IF;
  RETURN is_held;
END
$$;

-- Adds a penalty against a member who wrote or booked first, once per giver and kind. A repeated block after an unblock counts from the time
-- of the first, unless an admin has decided since. Returns true when a hold begins.
CREATE FUNCTION add_contact_penalty(sender uuid, giver uuid, kind text, points numeric, at timestamptz, rules jsonb)
RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF is_contact_admin(sender, rules) OR NOT EXISTS (
    SELECT FROM conversations c
    WHERE c.low_user_id = least(sender, giver) AND c.high_user_id = greatest(sender, giver) AND c.started_by_user_id = sender
      AND NOT c.follows_booking
    UNION ALL
    SELECT FROM contact_bookings b WHERE b.user_id = sender AND b.booked_user_id = giver AND NOT b.follows_booking
  ) THEN
    RETURN false;
  END IF;
  INSERT INTO contact_penalties (sender_user_id, by_user_id, kind, weight, created_at)
  VALUES (sender, giver, kind, CASE WHEN is_contact_trusted(giver, at, rules) THEN points ELSE points / 2 END, at)
  ON CONFLICT ON CONSTRAINT contact_penalties_pkey DO UPDATE SET weight = excluded.weight
    WHERE contact_penalties.kind = 'block' AND contact_penalties.weight = 0 AND NOT EXISTS (
      SELECT FROM contact_standing s WHERE s.user_id = excluded.sender_user_id AND s.judged_at >= contact_penalties.created_at);
  RETURN FOUND AND refresh_contact_standing(sender, at, rules, true);
END
$$;

-- The partner wrote to or booked the starter: marks the conversations as answered, and credits answers of trusted members.
CREATE FUNCTION accept_contacts(ids uuid[], at timestamptz, rules jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  starter uuid;
BEGIN
  FOR starter IN
    WITH answered AS (
      UPDATE conversations c SET answered_at = at,
        is_credited = is_contact_trusted(
          CASE c.started_by_user_id WHEN c.low_user_id THEN c.high_user_id ELSE c.low_user_id END, at, rules)
      WHERE c.conversation_id = ANY (ids) AND c.answered_at IS NULL
      RETURNING c.started_by_user_id, c.is_credited
    ), credited AS (
      INSERT INTO contact_standing AS s (user_id, credits)
      SELECT a.started_by_user_id, count(*) FROM answered a WHERE a.is_credited
      GROUP BY a.started_by_user_id ORDER BY a.started_by_user_id
      ON CONFLICT (user_id) DO UPDATE SET credits = s.credits + excluded.credits
      RETURNING s.user_id, s.points
    )
    SELECT k.user_id FROM credited k WHERE k.points > 0 ORDER BY k.user_id
  LOOP
    PERFORM refresh_contact_standing(starter, at, rules);
  END LOOP;
END
$$;

-- Counts answers of trusted members and sessions that trusted members call kept, unless the member's own answer contradicts.
CREATE FUNCTION recount_contact_credits(member uuid, at timestamptz, rules jsonb) RETURNS void LANGUAGE sql AS $$
  INSERT INTO contact_standing (user_id, credits)
  SELECT member,
    (SELECT count(*) FROM conversations c WHERE c.started_by_user_id = member AND c.is_credited)
    + (SELECT count(*) FROM session_outcomes o
      WHERE o.partner_user_id = member AND o.answer = 'kept' AND is_contact_trusted(o.user_id, at, rules)
        AND NOT EXISTS (SELECT FROM session_outcomes own
          WHERE own.schedule_slot_id = o.schedule_slot_id AND own.user_id = member AND own.answer <> 'kept'))
  ON CONFLICT (user_id) DO UPDATE SET credits = greatest(contact_standing.credits, excluded.credits)
$$;

-- A booking answers what the owner wrote to the guest first. Decides whether the guest may book: 'notified', or the refusal.
CREATE FUNCTION place_booking(guest uuid, owner uuid, at timestamptz, rules jsonb, OUT place text, OUT note text, OUT free_at timestamptz)
LANGUAGE plpgsql AS $$
DECLARE
  conversation conversations;
  placed record;
BEGIN
  SELECT * INTO conversation FROM conversations c
    WHERE c.low_user_id = least(guest, owner) AND c.high_user_id = greatest(guest, owner) FOR UPDATE;
  place := 'notified';
  IF conversation.answered_at IS NOT NULL THEN
    RETURN;
  END IF;
  IF conversation.started_by_user_id = owner THEN
    PERFORM accept_contacts(ARRAY[conversation.conversation_id], at, rules);
    UPDATE conversation_members SET is_request = false, declined_at = null WHERE user_id = guest AND partner_user_id = owner;
    note := CASE WHEN conversation.notified_at IS NULL THEN 'answered-request' ELSE 'answered' END;
    RETURN;
  END IF;
  IF EXISTS (SELECT FROM users u WHERE u.user_id = owner AND u.books_me = 'met') THEN
    place := 'silent';
    RETURN;
  END IF;
  -- Only the guest's standing is locked: a second one, such as the owner's, would have to be locked in the order of ids.
  INSERT INTO contact_standing (user_id) VALUES (guest) ON CONFLICT DO NOTHING;
  PERFORM FROM contact_standing s WHERE s.user_id = guest FOR UPDATE;
  -- If the guest has written without an answer: where that message is or would be a request, the booking is refused.
  IF conversation.conversation_id IS NOT NULL AND NOT have_session(guest, owner, at) THEN
    SELECT CASE
        WHEN s.state = 'held' THEN 'held'
        -- Also after a promotion: otherwise a refusal would be a side channel for a decline.
        WHEN seat.is_request OR seat.request_why IS NOT NULL OR s.state = 'restricted' THEN 'silent'
        ELSE 'notified'
      END INTO place
    FROM contact_state(guest, at, rules) AS s, conversation_members seat
    WHERE seat.user_id = owner AND seat.partner_user_id = guest;
    -- An unanswered message of an earlier day does not cover the booking: it counts anew, or repeated bookings would notify without a quota.
    IF place <> 'notified' OR conversation.created_at > at - interval '24 hours' THEN
      RETURN;
    END IF;
  END IF;
  SELECT * INTO placed FROM place_first_contact(guest, owner, false, at, rules);
  place := placed.place;
  free_at := placed.free_at;
  IF place = 'notified' AND placed.counts THEN
    -- If the owner was deleted meanwhile, no row is inserted and the booking itself is refused.
    INSERT INTO contact_bookings (user_id, booked_user_id, created_at, follows_booking)
      SELECT guest, u.user_id, at, has_booked(owner, guest) FROM users u WHERE u.user_id = owner FOR KEY SHARE
      ON CONFLICT (user_id, booked_user_id) DO UPDATE SET created_at = excluded.created_at;
    note := 'notified';
  END IF;
END
$$;

-- The functions of 0026 with first contacts. New outcomes: 'needs-check' (a message before the first answer was not searched for contact
-- details; nothing is stored), 'unanswered' (too many messages before an answer) and 'held'. Order of locks: docs/decisions/message-writes.md.
DROP FUNCTION send_messages;
DROP FUNCTION send_message;
DROP FUNCTION start_conversations;

-- Decides on messages without an answer: 'new' (no conversation yet, which it starts), 'waiting' (more messages of the starter) and 'answer'.
-- Planned with the settings of send_messages, the only caller.
CREATE FUNCTION place_first_messages(
  given_ids uuid[], given_from uuid[], given_to uuid[], given_client_ids uuid[], given_hashes bytea[], given_contact boolean[],
  given_verdicts text[], sent_at timestamptz, rules jsonb,
  OUT verdicts text[], OUT whys text[], OUT waits boolean[], OUT notes text[], OUT free_times timestamptz[]
) LANGUAGE plpgsql AS $$
DECLARE
  i integer;
  sender uuid;
  recipient uuid;
  conversation conversations;
  placed record;
  standing text;
  has_met boolean;
  -- Number of messages of this batch in the current conversation.
  written integer := 0;
  pair_of_written uuid;
BEGIN
  verdicts := given_verdicts;
  whys := array_fill(null::text, ARRAY[cardinality(verdicts)]);
  notes := whys;
  waits := array_fill(false, ARRAY[cardinality(verdicts)]);
  free_times := array_fill(null::timestamptz, ARRAY[cardinality(verdicts)]);
  INSERT INTO contact_standing (user_id)
    SELECT DISTINCT CASE g.verdict WHEN 'answer' THEN g.t ELSE g.f END AS id
    FROM unnest(given_from, given_to, verdicts) AS g(f, t, verdict) WHERE g.verdict IN ('new', 'waiting', 'answer') ORDER BY id
    ON CONFLICT DO NOTHING;
  PERFORM FROM (
    SELECT FROM contact_standing s WHERE s.user_id IN (
      SELECT CASE g.verdict WHEN 'answer' THEN g.t ELSE g.f END
      FROM unnest(given_from, given_to, verdicts) AS g(f, t, verdict) WHERE g.verdict IN ('new', 'waiting', 'answer')
    ) ORDER BY s.user_id FOR UPDATE
  ) AS locked;

  -- Conversations are started in the order of pairs, so that two nodes that start the same ones do not deadlock.
  FOR i IN
    SELECT g.place FROM unnest(given_from, given_to, verdicts) WITH ORDINALITY AS g(f, t, verdict, place)
    WHERE g.verdict IN ('new', 'waiting', 'answer') ORDER BY least(g.f, g.t), greatest(g.f, g.t), g.place
  LOOP
    sender := given_from[i];
    recipient := given_to[i];
    -- send_messages decides on a repeated key. Continuing here would leave a conversation without a message, and the next message would not be
    -- treated as a first contact.
    IF EXISTS (SELECT FROM message_of_key(sender, given_client_ids[i], recipient, given_hashes[i])) THEN
      CONTINUE;
    END IF;
    SELECT * INTO conversation FROM conversations c
      WHERE c.low_user_id = least(sender, recipient) AND c.high_user_id = greatest(sender, recipient);
    -- Another node started the conversation after the batch was judged. Locking it now would be out of order: with a batch that holds it and
    -- waits for the standing, this is a deadlock. The retry finds the conversation and locks it first.
    IF given_verdicts[i] = 'new' AND conversation.conversation_id <> ALL (given_ids) THEN
      RAISE EXCEPTION 'the conversation was started meanwhile' USING ERRCODE = 'serialization_failure';
    END IF;
    IF conversation.conversation_id IS NULL THEN
      SELECT * INTO placed FROM place_first_contact(sender, recipient, given_contact[i], sent_at, rules);
      IF placed.place IN ('too-many', 'held') THEN
        verdicts[i] := placed.place;
        free_times[i] := placed.free_at;
        CONTINUE;
      END IF;
      INSERT INTO conversations (
        conversation_id, low_user_id, high_user_id, started_by_user_id, created_at, notified_at, is_counted, has_contact,
        follows_booking
      ) VALUES (
        given_ids[i], least(sender, recipient), greatest(sender, recipient), sender, sent_at,
        CASE WHEN placed.why IS NULL THEN sent_at END, placed.counts, given_contact[i],
        has_booked(recipient, sender)
      ) ON CONFLICT DO NOTHING;
      IF NOT FOUND THEN
        RAISE EXCEPTION 'the conversation was started meanwhile' USING ERRCODE = 'serialization_failure';
      END IF;
      pair_of_written := given_ids[i];
      written := 1;
      verdicts[i] := 'sent';
      whys[i] := placed.why;
      waits[i] := placed.awaits_quota;
      notes[i] := coalesce(placed.why, 'notified');
    ELSIF conversation.answered_at IS NULL AND conversation.started_by_user_id <> sender THEN
      verdicts[i] := 'answer';
      notes[i] := CASE WHEN conversation.notified_at IS NULL THEN 'answered-request' ELSE 'answered' END;
    ELSE
      IF pair_of_written IS DISTINCT FROM conversation.conversation_id THEN
        pair_of_written := conversation.conversation_id;
        written := 0;
      END IF;
      SELECT s.state INTO standing FROM contact_state(sender, sent_at, rules) AS s;
      has_met := have_session(sender, recipient, sent_at);
      IF is_contact_admin(recipient, rules) THEN
        verdicts[i] := 'sent';
      ELSIF standing = 'held' AND NOT has_met THEN
        verdicts[i] := 'held';
      ELSIF (rules ->> 'limits')::boolean AND conversation.last_sequence + written >= (rules ->> 'beforeAnswer')::integer THEN
        verdicts[i] := 'unanswered';
      ELSE
        verdicts[i] := 'sent';
        written := written + 1;
        whys[i] := CASE
          WHEN given_contact[i] AND standing <> 'trusted' THEN 'contact'
          WHEN has_met THEN null
          -- The setting can be newer than the first message.
          WHEN is_contact_asked(sender, recipient, standing, sent_at) THEN 'asked'
          WHEN standing = 'restricted' THEN 'restricted'
        END;
        IF given_contact[i] AND NOT conversation.has_contact THEN
          UPDATE conversations c SET has_contact = true WHERE c.conversation_id = conversation.conversation_id;
        END IF;
      END IF;
    END IF;
  END LOOP;
END
$$;

-- Stores a batch in one statement and one commit; returns an outcome per message, in the given order. An array that is null, or shorter
-- than given_ids, stands for nulls.
--
-- force_generic_plan: one plan for any number of messages, kept for the connection, because planning takes longer than sending a message.
-- The other settings force index look-ups: a plan made while the tables were small would scan all messages for each batch.
CREATE FUNCTION send_messages(
  -- A conversation and an activity have the id of the message with which they are created: ids are unique per table.
  given_ids uuid[],
  given_from uuid[],
  given_to uuid[],
  given_types text[],
  given_contents text[],
  given_audio_keys text[],
  given_durations integer[],
  given_waveforms bytea[],
  given_client_ids uuid[],
  given_hashes bytea[],
  given_corrected uuid[],
  given_kinds text[],
  given_notes text[],
  given_quoted uuid[],
  given_picture_keys text[],
  given_picture_widths integer[],
  given_picture_heights integer[],
  sent_at timestamptz,
  -- Whether a message contains contact details; null if it was not searched.
  given_contact boolean[],
  rules jsonb
) RETURNS TABLE (
  outcome text,
  -- The stored message, or the one with the same key; null if an account, and so the conversation, was deleted.
  chat_message_id uuid,
  -- Sequence number of a message that this call stored.
  sequence integer,
  -- Whether the recipient sees the conversation as a request.
  is_request boolean,
  -- First contact: 'notified' or the reason of the request; first answer: 'answered' or 'answered-request'; otherwise null.
  note text,
  -- For 'too-many': when the next first contact is allowed.
  free_at timestamptz
) LANGUAGE plpgsql
  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET plan_cache_mode = force_generic_plan
AS $$
#variable_conflict use_column
DECLARE
  verdicts text[];
  kept_ids uuid[];
  notes text[];
  -- Request reason per message.
  whys text[];
  waits boolean[];
  free_times timestamptz[];
  numbers integer[];
  has_first boolean;
  locked_count integer;
  judged_count integer;
BEGIN
  -- The keys of sending_lock_keys, without duplicates.
  PERFORM pg_advisory_xact_lock_shared(locks.key) FROM (
    SELECT pair_lock_key(g.f, g.t) AS key FROM unnest(given_from, given_to) AS g(f, t)
    UNION SELECT person_lock_key(p.id) FROM unnest(given_from || given_to) AS p(id)
    ORDER BY 1
  ) AS locks;

  PERFORM 1 FROM (
    SELECT FROM conversations c
    WHERE (c.low_user_id, c.high_user_id) IN (
      SELECT least(g.f, g.t), greatest(g.f, g.t) FROM unnest(given_from, given_to) AS g(f, t)
    )
    ORDER BY c.conversation_id
    FOR UPDATE
  ) AS locked;
  GET DIAGNOSTICS locked_count = ROW_COUNT;

  -- Read under the row lock of the conversation, which an answer takes too: an answered conversation is not limited.
  SELECT array_agg(coalesce(r.refusal, CASE
      WHEN c.answered_at IS NOT NULL THEN 'sent'
      WHEN c.started_by_user_id <> g.f THEN 'answer'
      WHEN g.has_contact IS NULL THEN 'needs-check'
      WHEN c.conversation_id IS NULL THEN 'new'
      ELSE 'waiting'
    END) ORDER BY g.place), count(DISTINCT c.conversation_id)
  INTO verdicts, judged_count
  FROM unnest(given_from, given_to, given_contact) WITH ORDINALITY AS g(f, t, has_contact, place)
  CROSS JOIN LATERAL sending_refusal(g.f, g.t) AS r
  LEFT JOIN conversations c ON c.low_user_id = least(g.f, g.t) AND c.high_user_id = greatest(g.f, g.t);
  -- Each statement has its own snapshot, so this one sees a conversation that another node started after the existing ones were locked. Without
  -- its lock both nodes could take the same number, and locking it now would be out of order. The retry finds the conversation and locks it.
  IF judged_count <> locked_count THEN
    RAISE EXCEPTION 'a conversation was started meanwhile' USING ERRCODE = 'serialization_failure';
  END IF;

  has_first := verdicts && ARRAY['new', 'waiting', 'answer'];
  IF has_first THEN
    SELECT p.verdicts, p.whys, p.waits, p.notes, p.free_times INTO verdicts, whys, waits, notes, free_times
    FROM place_first_messages(
      given_ids, given_from, given_to, given_client_ids, given_hashes, given_contact, verdicts, sent_at, rules) AS p;
  END IF;

  -- Read under the row lock of the conversation, which a deletion takes too: a deleted message cannot be corrected.
  IF given_corrected IS NOT NULL THEN
    SELECT array_agg(
      CASE WHEN g.verdict IN ('sent', 'answer') AND m.deleted_at IS NOT NULL THEN 'deleted' ELSE g.verdict END ORDER BY g.place)
    INTO verdicts
    FROM unnest(verdicts, given_corrected) WITH ORDINALITY AS g(verdict, corrected, place)
    LEFT JOIN chat_messages m ON m.chat_message_id = g.corrected;
  END IF;

  SELECT array_agg(judged.verdict), array_agg(judged.id)
  INTO verdicts, kept_ids
  FROM (
    SELECT coalesce(k.outcome, g.verdict) AS verdict, coalesce(k.chat_message_id, g.id) AS id
    FROM unnest(given_ids, given_from, given_to, given_client_ids, given_hashes, verdicts)
      WITH ORDINALITY AS g(id, f, t, client_id, hash, verdict, place)
    LEFT JOIN LATERAL message_of_key(g.f, g.client_id, g.t, g.hash) AS k ON true
    ORDER BY g.place
  ) AS judged;

  -- Another node stored the key after place_first_messages looked it up. The retry finds it there.
  IF 'key-reused' = ANY (verdicts) AND EXISTS (
    SELECT FROM unnest(verdicts, notes) AS g(verdict, note) WHERE g.verdict = 'key-reused' AND g.note IS NOT NULL
  ) THEN
    RAISE EXCEPTION 'a key was used meanwhile' USING ERRCODE = 'serialization_failure';
  END IF;

  IF 'answer' = ANY (verdicts) THEN
    PERFORM accept_contacts(array_agg(DISTINCT c.conversation_id), sent_at, rules)
    FROM unnest(given_from, given_to, verdicts) AS g(f, t, verdict)
    JOIN conversations c ON c.low_user_id = least(g.f, g.t) AND c.high_user_id = greatest(g.f, g.t)
    WHERE g.verdict = 'answer';
    UPDATE conversation_members seat SET is_request = false, declined_at = null
    FROM unnest(given_from, given_to, verdicts) AS g(f, t, verdict)
    WHERE g.verdict = 'answer' AND seat.user_id = g.f AND seat.partner_user_id = g.t AND seat.is_request;
    verdicts := array_replace(verdicts, 'answer', 'sent');
  END IF;

  -- Creates the seats of a started conversation, and marks an unanswered one as a request. A separate statement: as a part of the next one it
  -- would add to the executor startup of every batch, also without a first message (a sixth of the time of a batch of two).
  IF has_first THEN
    INSERT INTO conversation_members AS seat (
      user_id, partner_user_id, conversation_id, last_message_id, last_message_at, is_request, request_why, awaits_quota
    )
    SELECT s.user_id, s.partner_user_id, s.conversation_id, (array_agg(s.id))[1], sent_at,
      -- Not a request for a member who wrote in the same batch too.
      min(s.why) IS NOT NULL AND bool_and(s.is_recipient), min(s.why), coalesce(bool_or(s.awaits_quota), false)
    FROM (
      SELECT e.user_id, e.partner_user_id, c.conversation_id, g.id, e.is_recipient,
        CASE WHEN e.is_recipient THEN g.why END AS why, e.is_recipient AND g.awaits_quota AS awaits_quota
      FROM unnest(kept_ids, given_from, given_to, verdicts, whys, waits) AS g(id, f, t, verdict, why, awaits_quota)
      JOIN conversations c ON c.low_user_id = least(g.f, g.t) AND c.high_user_id = greatest(g.f, g.t)
      CROSS JOIN LATERAL (VALUES (g.f, g.t, false), (g.t, g.f, true)) AS e(user_id, partner_user_id, is_recipient)
      WHERE g.verdict = 'sent'
    ) AS s
    GROUP BY s.user_id, s.partner_user_id, s.conversation_id
    ORDER BY s.conversation_id, s.user_id
    ON CONFLICT (user_id, partner_user_id) DO UPDATE SET
      is_request = seat.is_request OR excluded.is_request,
      -- The alphabetically first reason wins, so that 'asked', 'contact' and 'restricted' replace 'volume', the only one that is notified later.
      request_why = least(seat.request_why, excluded.request_why);
  END IF;

  WITH numbered AS (
    SELECT g.*, c.conversation_id, CASE WHEN g.verdict = 'sent'
        THEN c.last_sequence + count(*) FILTER (WHERE g.verdict = 'sent')
          OVER (PARTITION BY c.conversation_id ORDER BY g.place ROWS UNBOUNDED PRECEDING)
      END AS number
    FROM unnest(
      kept_ids, given_from, given_to, given_types, given_contents, given_audio_keys, given_durations, given_waveforms,
      given_client_ids, given_hashes, given_corrected, given_kinds, given_notes,
      given_quoted, given_picture_keys, given_picture_widths, given_picture_heights, verdicts
    ) WITH ORDINALITY AS g(
      id, f, t, type, content, audio_key, duration, waveform, client_id, hash, corrected, kind, note,
      quoted, picture_key, picture_width, picture_height, verdict, place
    )
    LEFT JOIN conversations c ON c.low_user_id = least(g.f, g.t) AND c.high_user_id = greatest(g.f, g.t)
  ), stored AS (
    INSERT INTO chat_messages (
      chat_message_id, conversation_id, sequence, from_user_id, to_user_id, type, content, audio_key,
      audio_duration_ms, audio_waveform, client_message_id, payload_hash, created_at, updated_at,
      corrects_message_id, correction_kind, correction_note,
      replies_to_message_id, picture_key, picture_width, picture_height
    )
    SELECT n.id, n.conversation_id, n.number, n.f, n.t, n.type, n.content, n.audio_key,
      n.duration, n.waveform, n.client_id, n.hash, sent_at, sent_at, n.corrected, n.kind, n.note,
      n.quoted, n.picture_key, n.picture_width, n.picture_height
    FROM numbered n WHERE n.number IS NOT NULL
  ), counted AS (
    UPDATE conversations c SET last_sequence = c.last_sequence + n.messages
    FROM (SELECT conversation_id, count(*) AS messages FROM numbered WHERE number IS NOT NULL GROUP BY conversation_id) AS n
    WHERE c.conversation_id = n.conversation_id
  ), acted AS (
    INSERT INTO user_activities (user_activity_id, user_id, type, created_at)
    SELECT n.id, n.f, 'send-chat-message', sent_at FROM numbered n WHERE n.number IS NOT NULL
  ), seats AS (
    SELECT n.f AS user_id, n.t AS partner_user_id, n.id, n.number, 0 AS unread FROM numbered n WHERE n.number IS NOT NULL
    UNION ALL SELECT n.t, n.f, n.id, n.number, 1 FROM numbered n WHERE n.number IS NOT NULL
  ), reseated AS (
    UPDATE conversation_members seat
    SET last_message_id = s.id, last_message_at = sent_at, unread_count = seat.unread_count + s.unread
    FROM (
      SELECT s.user_id, s.partner_user_id, (array_agg(s.id ORDER BY s.number DESC))[1] AS id, sum(s.unread) AS unread
      FROM seats s
      GROUP BY s.user_id, s.partner_user_id
    ) AS s
    WHERE seat.user_id = s.user_id AND seat.partner_user_id = s.partner_user_id
  )
  SELECT array_agg(n.number ORDER BY n.place) INTO numbers FROM numbered n;

  IF EXISTS (SELECT FROM push_devices d WHERE d.user_id = ANY (given_to)) THEN
    PERFORM queue_message_pushes(given_to, given_from, verdicts, sent_at);
  END IF;

  IF has_first OR 'repeated' = ANY (verdicts) THEN
    -- Only an unanswered conversation is a request. A repeated message was judged in an earlier call, so has_first does not tell.
    RETURN QUERY
    SELECT g.verdict, CASE WHEN g.verdict = 'repeated' OR g.number IS NOT NULL THEN g.id END, g.number,
      coalesce(seat.is_request, false), g.note, g.free_at
    FROM unnest(kept_ids, given_from, given_to, verdicts, numbers, notes, free_times)
      WITH ORDINALITY AS g(id, f, t, verdict, number, note, free_at, place)
    LEFT JOIN conversation_members seat
      ON seat.user_id = g.t AND seat.partner_user_id = g.f AND g.verdict IN ('sent', 'repeated')
    ORDER BY g.place;
  ELSE
    RETURN QUERY
    SELECT g.verdict, CASE WHEN g.number IS NOT NULL THEN g.id END, g.number, false, null::text, null::timestamptz
    FROM unnest(kept_ids, verdicts, numbers) AS g(id, verdict, number);
  END IF;
END
$$;

-- Stores one message of an answered conversation, the usual case, and returns its number. Otherwise (a refusal, a repeated key, no
-- answer yet) it stores nothing and returns null, and send_messages decides: so outcomes are stated only there.
--
-- Not shared with send_messages for speed: a statement over a set made a single message 15 to 21 % slower, and plain statements for each
-- message made a batch of 16 cost 1.8 times as much. chat/one-message.test.ts compares the stored rows of both.
CREATE FUNCTION send_message(
  given_id uuid,
  given_from uuid,
  given_to uuid,
  given_type text,
  given_content text,
  given_audio_key text,
  given_duration integer,
  given_waveform bytea,
  given_client_id uuid,
  given_hash bytea,
  given_corrected uuid,
  given_kind text,
  given_note text,
  given_quoted uuid,
  given_picture_key text,
  given_picture_width integer,
  given_picture_height integer,
  sent_at timestamptz
) RETURNS integer LANGUAGE plpgsql
  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET plan_cache_mode = force_generic_plan
AS $$
DECLARE
  held uuid;
  number integer;
  has_device boolean;
  is_refused boolean;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(locks.key) FROM (
    SELECT k.key FROM sending_lock_keys(given_from, given_to) AS k ORDER BY 1
  ) AS locks;

  -- Locks the conversation and takes the number in one statement; the number is given back if the message turns out to be refused.
  UPDATE conversations c SET last_sequence = c.last_sequence + 1
  FROM sending_refusal(given_from, given_to) AS r
  WHERE r.refusal IS NULL AND c.low_user_id = least(given_from, given_to) AND c.high_user_id = greatest(given_from, given_to)
    AND c.answered_at IS NOT NULL
  RETURNING c.conversation_id, c.last_sequence, EXISTS (SELECT FROM push_devices d WHERE d.user_id = given_to)
  INTO held, number, has_device;
  IF held IS NULL THEN
    RETURN NULL;
  END IF;

  is_refused := EXISTS (SELECT FROM message_of_key(given_from, given_client_id, given_to, given_hash));
  -- Nested: in `given_corrected IS NOT NULL AND EXISTS (…)` the subquery would cost every message the start of a statement.
  IF given_corrected IS NOT NULL THEN
    is_refused := is_refused
      OR EXISTS (SELECT FROM chat_messages m WHERE m.chat_message_id = given_corrected AND m.deleted_at IS NOT NULL);
  END IF;
  IF is_refused THEN
    UPDATE conversations SET last_sequence = number - 1 WHERE conversation_id = held;
    RETURN NULL;
  END IF;

  INSERT INTO chat_messages (
    chat_message_id, conversation_id, sequence, from_user_id, to_user_id, type, content, audio_key,
    audio_duration_ms, audio_waveform, client_message_id, payload_hash, created_at, updated_at,
    corrects_message_id, correction_kind, correction_note,
    replies_to_message_id, picture_key, picture_width, picture_height
  ) VALUES (
    given_id, held, number, given_from, given_to, given_type, given_content, given_audio_key,
    given_duration, given_waveform, given_client_id, given_hash, sent_at, sent_at,
    given_corrected, given_kind, given_note,
    given_quoted, given_picture_key, given_picture_width, given_picture_height
  );
  INSERT INTO user_activities (user_activity_id, user_id, type, created_at)
    VALUES (given_id, given_from, 'send-chat-message', sent_at);
  -- Both seats: no conversation has the same member twice.
  UPDATE conversation_members
    SET last_message_id = given_id, last_message_at = sent_at, unread_count = unread_count + (user_id = given_to)::integer
    WHERE user_id IN (given_from, given_to) AND partner_user_id IN (given_from, given_to);
  IF has_device THEN
    PERFORM queue_message_pushes(ARRAY[given_to], ARRAY[given_from], ARRAY['sent'], sent_at);
  END IF;
  RETURN number;
END
$$;

-- Called by nodes of 1.0.0, as in 0026. They do not search for contact details, and get 'too-many' for a refusal that they do not know. They
-- do not repeat a single message after a serialisation failure either, so this function does.
CREATE OR REPLACE FUNCTION send_first_format(
  given_ids uuid[], given_from uuid[], given_to uuid[], given_types text[], given_contents text[], given_audio_keys text[],
  given_durations integer[], given_waveforms bytea[], given_client_ids uuid[], given_hashes bytea[], sent_at timestamptz,
  new_a_day integer, new_on_first_day integer, given_corrected uuid[], given_kinds text[], given_notes text[]
) RETURNS TABLE (
  outcome text, chat_message_id uuid, sequence integer, created_at timestamptz, updated_at timestamptz,
  delivered_at timestamptz, read_at timestamptz, audio_key text, audio_duration_ms integer, audio_waveform bytea
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  attempts_max CONSTANT integer := 4;
  outcomes text[];
  ids uuid[];
BEGIN
  FOR attempt IN 1 .. attempts_max LOOP
    BEGIN
      SELECT array_agg(s.outcome ORDER BY s.place), array_agg(s.chat_message_id ORDER BY s.place) INTO outcomes, ids
      FROM send_messages(
        given_ids, given_from, given_to, given_types, given_contents, given_audio_keys, given_durations, given_waveforms,
        given_client_ids, given_hashes, given_corrected, given_kinds, given_notes, null, null, null, null,
        sent_at, array_fill(false, ARRAY[cardinality(given_ids)]), default_contact_rules(new_a_day IS NOT NULL)
      ) WITH ORDINALITY AS s(outcome, chat_message_id, sequence, is_request, note, free_at, place);
      EXIT;
    EXCEPTION WHEN serialization_failure THEN
      -- The rollback to the start of the block has released the locks of this attempt.
      IF attempt = attempts_max THEN
        RAISE;
      END IF;
    END;
  END LOOP;
  -- A second statement, because it has to see the stored messages.
  RETURN QUERY SELECT
    CASE
      WHEN coalesce(m.edited_at, m.deleted_at) IS NOT NULL THEN 'key-reused'
      WHEN s.outcome = 'deleted' THEN 'unknown'
      WHEN s.outcome IN ('held', 'unanswered') THEN 'too-many'
      ELSE s.outcome
    END,
    m.chat_message_id, m.sequence, m.created_at, m.updated_at, m.delivered_at, m.read_at, m.audio_key, m.audio_duration_ms,
    m.audio_waveform
  FROM unnest(outcomes, ids) WITH ORDINALITY AS s(outcome, id, place)
  LEFT JOIN chat_messages m ON m.chat_message_id = s.id
  ORDER BY s.place;
END
$$;
