-- On the primary, when the standby is gone for long: writes go on, those that wait as well, and there is one copy of them.
\set ON_ERROR_STOP on
ALTER SYSTEM SET synchronous_standby_names = '';
SELECT pg_reload_conf();
