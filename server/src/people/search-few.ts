import { sql } from 'kysely';
import { tierPlace } from './fit.ts';
import { languageScopes } from './scopes.ts';
import { all, inAnyScope, inScope } from './search-filter.ts';
import { isVisible, type Page, type Search } from './search-plan.ts';

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
    const { rows } = await sql<{ user_id: string }>`${hits} ${inOrder}`.execute(search.tx);
    return { count: known, userIds: rows.map(({ user_id }) => user_id) };
  }
  const { rows } = await sql<{ count: number; userIds: string[] }>`
    WITH hits AS MATERIALIZED (${hits})
    SELECT (SELECT count(*) FROM hits) AS count, ARRAY(SELECT user_id FROM hits ${inOrder}) AS "userIds"`.execute(
    search.tx,
  );
  return rows[0] ?? { count: 0, userIds: [] };
}

/** The number of people where no kept count has it: so many that one pass over each side is better than look-ups. */
export async function countPeople(search: Search, from: 'scope' | 'names'): Promise<number> {
  await sql`SELECT set_config('enable_hashjoin', 'on', true)`.execute(search.tx);
  const people = from === 'names' ? namedPeople(search) : scopePeople(search);
  const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM ${people}`.execute(search.tx);
  return rows[0]?.count ?? 0;
}

/** The people of the filter, each with one row: out of their names, their scope or, of any language, their levels. */
function peopleOf(search: Search, from: 'scope' | 'names') {
  if (from === 'names') return namedPeople(search);
  const { filter, hidden } = search;
  const { languageCode, learning, levels } = filter;
  if (languageCode !== undefined || levels === null) return scopePeople(search);
  return sql`(
      SELECT DISTINCT user_id FROM listing
      WHERE scope = ANY (${languageScopes(learning)}::smallint[])
        AND proficiency BETWEEN ${levels.min} AND ${levels.max} OFFSET 0
    ) AS levelled
    JOIN listed_people AS row ON row.user_id = levelled.user_id
    WHERE ${all([inAnyScope(filter, { isLevelKnown: true }), isVisible(hidden)])}`;
}

const namedPeople = ({ filter, hidden }: Search) => sql`listed_people AS row
  WHERE ${all([sql`name_grams(row.name) @> ${filter.grams}::text[]`, inAnyScope(filter), isVisible(hidden)])}`;

const scopePeople = ({ filter, hidden }: Search) => sql`listing AS row
  WHERE row.scope = ANY (${filter.scopes}::smallint[]) AND ${all([inScope(filter), isVisible(hidden)])}`;
