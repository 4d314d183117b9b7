-- A change of the ways in delays a deletion also where no address could be told of it.
ALTER TABLE way_in_changes ALTER COLUMN told_address DROP NOT NULL;
