-- A change of sign-in methods delays a deletion even if no address could be notified of the change.
ALTER TABLE way_in_changes ALTER COLUMN told_address DROP NOT NULL;
