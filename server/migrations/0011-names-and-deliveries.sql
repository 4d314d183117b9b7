-- Name pieces within a narrow level are read from the index alone.
DROP INDEX listing_by_level;
CREATE INDEX listing_by_level ON listing (scope, proficiency) INCLUDE (active_at, user_id, speaks, learns, name);

-- Up to here everything is marked as delivered to this person; of what came later a socket may have received some.
ALTER TABLE conversation_members ADD COLUMN last_delivered_sequence integer NOT NULL DEFAULT 0;
-- Room in each page and no index over the marks: a message that is delivered or read is rewritten in its place.
DROP INDEX chat_messages_undelivered;
ALTER TABLE chat_messages SET (fillfactor = 80);
