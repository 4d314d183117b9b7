-- Checking a reference costs a statement and a lock of its own for each row. Messages and seats are only ever stored by
-- send_chat_messages, which holds the row of the conversation, so theirs cannot be missing. What a reference also did, taking the
-- messages along with their conversation, a trigger does; the seats go with either of their two people.
ALTER TABLE chat_messages DROP CONSTRAINT chat_messages_conversation_id_fkey;
ALTER TABLE conversation_members DROP CONSTRAINT conversation_members_conversation_id_fkey;
DROP INDEX conversation_members_by_conversation;

CREATE FUNCTION take_messages_along() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM chat_messages WHERE conversation_id IN (SELECT gone.conversation_id FROM gone);
  RETURN NULL;
END
$$;
CREATE TRIGGER conversations_take_messages_along AFTER DELETE ON conversations
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION take_messages_along();

-- A plan for any number of messages, made once: the planner would make one for each batch, which takes longer than to send a message.
ALTER FUNCTION send_chat_messages(
  uuid[], uuid[], uuid[], text[], text[], text[], integer[], bytea[], uuid[], bytea[], uuid[], uuid[],
  timestamptz, integer, integer
) SET plan_cache_mode = force_generic_plan;
