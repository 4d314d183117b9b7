-- Statistics by which search chooses its query plans (server/src/people/search/statistics.ts): how many people have a language at a
-- level, and which words names are made of. ANALYZE keeps them, as it keeps those of columns.
CREATE STATISTICS listing_levels (mcv) ON scope, proficiency FROM listing;
-- One entry for each language, direction and level; the default is 100.
ALTER STATISTICS listing_levels SET STATISTICS 500;
CREATE STATISTICS listed_people_words ON (string_to_array(name, ' ')) FROM listed_people;
ANALYZE listing, listed_people;
