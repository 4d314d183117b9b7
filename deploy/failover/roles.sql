-- Once, on the first primary, as postgres.
\set ON_ERROR_STOP on
-- May say hello and nothing else.
CREATE ROLE haproxy_check LOGIN;
CREATE ROLE replicator LOGIN REPLICATION;
-- What pg_rewind reads.
GRANT EXECUTE ON FUNCTION pg_ls_dir(text, boolean, boolean) TO replicator;
GRANT EXECUTE ON FUNCTION pg_stat_file(text, boolean) TO replicator;
GRANT EXECUTE ON FUNCTION pg_read_binary_file(text) TO replicator;
GRANT EXECUTE ON FUNCTION pg_read_binary_file(text, bigint, bigint, boolean) TO replicator;
SELECT pg_create_physical_replication_slot('pair', true);
