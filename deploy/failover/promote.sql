-- On the standby, once the primary is dead and stays so. It is the primary now, and alone.
\ir alone.sql
SELECT pg_promote();
-- Keeps what the other machine needs to become the standby.
SELECT pg_create_physical_replication_slot('pair', true)
WHERE NOT EXISTS (SELECT FROM pg_replication_slots WHERE slot_name = 'pair');
-- pg_rewind looks here for the new timeline.
CHECKPOINT;
