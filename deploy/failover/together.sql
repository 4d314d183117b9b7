-- On the primary, once a standby streams: from now on nothing is answered that the standby does not have.
\set ON_ERROR_STOP on
ALTER SYSTEM SET synchronous_standby_names = 'FIRST 1 (pg1, pg2)';
SELECT pg_reload_conf();
