-- A booking keeps the UID of its calendar entry when it moves to another slot; null stands for the id of the slot. The slot that becomes free
-- gets a new one, so that its next booking does not overwrite the moved entry.
ALTER TABLE schedule_slots ADD COLUMN calendar_uid uuid;
CREATE INDEX schedule_slots_by_calendar_uid ON schedule_slots (calendar_uid) WHERE calendar_uid IS NOT NULL;
ALTER TABLE schedule_cancellations ADD COLUMN calendar_uid uuid;

-- Another time that the owner proposes to the guest. It is open while proposed_sequence equals sequence, which increases with every booking,
-- cancellation and move: so a proposal never applies to a later booking of the slot, even if a node of an earlier release cancels.
ALTER TABLE schedule_slots ADD COLUMN proposed_starts_at timestamptz, ADD COLUMN proposed_sequence integer;

-- Past sessions of a member, newest first.
CREATE INDEX schedule_sessions_by_end ON schedule_sessions (user_id, ends_at);
