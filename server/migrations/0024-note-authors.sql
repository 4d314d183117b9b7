-- A noteId belongs to its first author. Before, the two parties of a session could write one note each with the same id: the later note
-- keeps its text under a new id. Nothing refers to a note by its id.
UPDATE call_notes AS later SET note_id = gen_random_uuid()
WHERE EXISTS (
  SELECT FROM call_notes AS first
  WHERE first.schedule_slot_id = later.schedule_slot_id AND first.note_id = later.note_id
    AND (first.created_at, first.user_id) < (later.created_at, later.user_id)
);
ALTER TABLE call_notes DROP CONSTRAINT call_notes_pkey;
ALTER TABLE call_notes ADD PRIMARY KEY (schedule_slot_id, note_id);
