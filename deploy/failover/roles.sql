-- Once, on the first primary, as postgres.
\set ON_ERROR_STOP on
-- HAProxy's check connects, reads the greeting and goes; pg_hba.conf lets it in without a password, from the machines of HAProxy alone.
CREATE ROLE haproxy_check LOGIN;
-- Each HAProxy has one check at a time, and a check that is turned away counts as a dead server: twice the number of HAProxies at least.
-- Without a limit the role could take every connection from the nodes.
ALTER ROLE haproxy_check CONNECTION LIMIT 20;
ALTER ROLE haproxy_check SET statement_timeout = '1s';
ALTER ROLE haproxy_check SET idle_session_timeout = '5s';
ALTER ROLE haproxy_check SET idle_in_transaction_session_timeout = '1s';
ALTER ROLE haproxy_check SET default_transaction_read_only = on;
CREATE ROLE replicator LOGIN REPLICATION;
-- What pg_rewind reads.
GRANT EXECUTE ON FUNCTION pg_ls_dir(text, boolean, boolean) TO replicator;
GRANT EXECUTE ON FUNCTION pg_stat_file(text, boolean) TO replicator;
GRANT EXECUTE ON FUNCTION pg_read_binary_file(text) TO replicator;
GRANT EXECUTE ON FUNCTION pg_read_binary_file(text, bigint, bigint, boolean) TO replicator;
SELECT pg_create_physical_replication_slot('pair', true);
