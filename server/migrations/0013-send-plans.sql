-- The plans of a function are kept as long as a connection lives. One that was made while there were few messages would read
-- them all for each batch, until the statistics are taken anew: each row here is looked up by an index.
ALTER FUNCTION send_chat_messages(
  uuid[], uuid[], uuid[], text[], text[], text[], integer[], bytea[], uuid[], bytea[], uuid[], uuid[],
  timestamptz, integer, integer
) SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off;
