-- When somebody wants to be corrected, as their partners are told.
ALTER TABLE users ADD COLUMN correct_me text NOT NULL DEFAULT 'always'
  CHECK (correct_me IN ('always', 'asked', 'never'));

-- A message that corrects another of its conversation. No reference: only send_chat_corrections writes it, to a message that
-- was looked up before, and a conversation goes as a whole.
ALTER TABLE chat_messages
  ADD COLUMN corrects_message_id uuid,
  ADD COLUMN correction_kind text CHECK (correction_kind IN ('mistake', 'natural')),
  ADD COLUMN correction_note text,
  ADD CHECK ((corrects_message_id IS NULL) = (correction_kind IS NULL)),
  ADD CHECK (correction_note IS NULL OR correction_kind IS NOT NULL);

-- A batch in which something is corrected. It is sent like any other; then the rows that this call has stored, which alone have the
-- given ids, are told what they correct, in the same commit. So a batch without corrections, as nearly all are, pays nothing.
CREATE FUNCTION send_chat_corrections(
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
  sent_at timestamptz,
  new_a_day integer,
  new_on_first_day integer,
  given_corrected uuid[],
  given_kinds text[],
  given_notes text[]
) RETURNS TABLE (
  outcome text,
  chat_message_id uuid,
  sequence integer,
  created_at timestamptz,
  updated_at timestamptz,
  delivered_at timestamptz,
  read_at timestamptz,
  audio_key text,
  audio_duration_ms integer,
  audio_waveform bytea
) LANGUAGE plpgsql
  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET plan_cache_mode = force_generic_plan
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY SELECT * FROM send_chat_messages(
    given_ids, given_from, given_to, given_types, given_contents, given_audio_keys, given_durations, given_waveforms,
    given_client_ids, given_hashes, sent_at, new_a_day, new_on_first_day);

  UPDATE chat_messages m
  SET corrects_message_id = g.corrected, correction_kind = g.kind, correction_note = g.note
  FROM unnest(given_ids, given_corrected, given_kinds, given_notes) AS g(id, corrected, kind, note)
  WHERE m.chat_message_id = g.id AND g.corrected IS NOT NULL;
END
$$;
