import { sql } from 'kysely';
import { tierPlace } from './fit.ts';
import { languageScopes } from './scopes.ts';
import { all, hasName, inAnyScope, inLevels, inScope } from './search-filter.ts';
import type { Page, Search } from './search-plan.ts';

/** A page out of few people, sorted by fit and recency; says how many there are where that is not known. */
export async function readFew(
  search: Search,
  page: Page,
  from: 'scope' | 'names',
  known: number | null,
): Promise<{ count: number; userIds: string[] }> {
  const hits = sql`SELECT row.user_id, row.active_at, ${tierPlace(search.tiers)} AS tier FROM ${peopleOf(search, from)}`;
  const inOrder = sql`ORDER BY tier, active_at DESC, user_id OFFSET ${page.offset} LIMIT ${page.limit}`;
  if (known !== null) {
    const rows = await search.moment.read(sql<{ user_id: string }>`${hits} ${inOrder}`);
    return { count: known, userIds: rows.map(({ user_id }) => user_id) };
  }
  const [found] = await search.moment.read(sql<{ count: number; userIds: string[] }>`
    WITH hits AS MATERIALIZED (${hits})
    SELECT (SELECT count(*) FROM hits) AS count, ARRAY(SELECT user_id FROM hits ${inOrder}) AS "userIds"`);
  return found ?? { count: 0, userIds: [] };
}

/** The number of people where no kept count has it: so many that one pass over each side is better than look-ups. */
export async function countPeople(search: Search, from: 'scope' | 'names'): Promise<number> {
  await search.moment.read(sql`SELECT set_config('enable_hashjoin', 'on', true)`);
  const [found] = await search.moment.read(
    sql<{ count: number }>`SELECT count(*) AS count FROM ${peopleOf(search, from)}`,
  );
  return found?.count ?? 0;
}

/** The people of the filter, each with one row: out of their names, their scope or, of any language, their levels. */
function peopleOf(search: Search, from: 'scope' | 'names') {
  if (from === 'names') return namedPeople(search);
  const { filter, isVisible } = search;
  const { languageCode, learning, levels } = filter;
  if (languageCode !== undefined || levels === null) return scopePeople(search);
  // Whoever has two languages of these levels stands here twice, with the same of everything but the language.
  return sql`(
      SELECT DISTINCT row.user_id, row.active_at, row.speaks, row.learns FROM listing AS row
      WHERE row.scope = ANY (${languageScopes(learning)}::smallint[]) AND ${all([inLevels(levels), hasName(filter)])}
    ) AS row
    WHERE ${all([isVisible])}`;
}

const namedPeople = ({ filter, isVisible }: Search) => sql`listed_people AS row
  WHERE ${all([sql`name_grams(row.name) @> ${filter.grams}::text[]`, inAnyScope(filter), isVisible])}`;

const scopePeople = ({ filter, isVisible }: Search) => sql`listing AS row
  WHERE row.scope = ANY (${filter.scopes}::smallint[]) AND ${all([inScope(filter), isVisible])}`;
