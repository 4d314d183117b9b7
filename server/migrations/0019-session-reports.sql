-- A report may also be about a session: who of the two reported the other, with what is known of it as
-- `{ startsAt, endsAt, togetherMs, notes }`. No reference to the slot, which may be deleted or booked again meanwhile.
ALTER TABLE chat_reports ADD COLUMN schedule_slot_id uuid;
ALTER TABLE chat_reports ADD CONSTRAINT chat_reports_once_a_session UNIQUE (schedule_slot_id, reporter_user_id);
ALTER TABLE chat_reports DROP CONSTRAINT chat_reports_check;
ALTER TABLE chat_reports ADD CONSTRAINT chat_reports_about_one CHECK (
  num_nonnulls(chat_message_id, thanks_id, schedule_slot_id) = 1
);
