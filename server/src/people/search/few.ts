import { sql } from 'kysely';
import { languageScopes } from '#people/listing/scopes';
import { all, type Condition, hasKeys, hasName, hasScope, inLevels, inScope } from './filter.ts';
import { type Tier, tierPlace } from './fit.ts';
import { type Page, type Search, scopesOf } from './plan.ts';

/** The rows that people are read from: the scopes of the filter, or the index of names. */
export type Source = 'scope' | 'names';

/** A page out of few people, all of whom are read and sorted by fit and recency; they are counted unless `known` is their number. */
export async function readFew(
  search: Search,
  page: Page,
  from: Source,
  known: number | null,
): Promise<{ count: number; userIds: string[] }> {
  const people = peopleOf(search, from, search.isVisible);
  const hits = sql`SELECT row.user_id, row.active_at, ${tierPlace(search.tiers)} AS tier FROM ${people}`;
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

/** A page of people with a rare name: each tier is looked up in the index of names and sorted, until the page is full. */
export async function readNamed(search: Search, page: Page, count: number): Promise<string[]> {
  const reached: string[] = [];
  const wanted = Math.min(page.offset + page.limit, count);
  for (const tier of search.tiers) {
    if (reached.length === wanted) break;
    const rows = await search.moment.read(sql<{ user_id: string }>`
      SELECT row.user_id FROM listed_people AS row WHERE ${inTier(search, tier)}
      ORDER BY row.active_at DESC, row.user_id LIMIT ${wanted - reached.length}`);
    reached.push(...rows.map(({ user_id }) => user_id));
  }
  return reached.slice(page.offset);
}

const inTier = ({ filter, isVisible }: Search, { condition, drivers }: Tier): Condition =>
  all([
    hasKeys(filter, { isWalk: true }),
    ...drivers.map((driver) => hasScope(scopesOf(driver))),
    condition,
    isVisible,
  ]);

/**
 * Counts people where no kept number has it; people whom the viewer must not see are among them. So many are read that a hash join
 * is better than look-ups.
 */
export async function countPeople(search: Search, from: Source): Promise<number> {
  await search.moment.read(sql`SELECT set_config('enable_hashjoin', 'on', true)`);
  const [found] = await search.moment.read(
    sql<{ count: number }>`SELECT count(*) AS count FROM ${peopleOf(search, from, false)}`,
  );
  return found?.count ?? 0;
}

/** The people who match the filter, one row each: from the index of names, from their scope or, without a language, by their levels. */
function peopleOf({ filter }: Search, from: Source, isVisible: Condition | false) {
  const { languageCode, learning, levels, scopes } = filter;
  if (from === 'names') return sql`listed_people AS row WHERE ${all([hasKeys(filter), isVisible])}`;
  if (languageCode !== undefined || levels === null) {
    return sql`listing AS row
      WHERE row.scope = ANY (${scopes}::smallint[]) AND ${all([inScope(filter), isVisible])}`;
  }
  // Somebody with two languages of these levels has two rows, which differ in the language only.
  return sql`(
      SELECT DISTINCT row.user_id, row.active_at, row.speaks, row.learns FROM listing AS row
      WHERE row.scope = ANY (${languageScopes(learning)}::smallint[]) AND ${all([inLevels(levels), hasName(filter)])}
    ) AS row
    WHERE ${all([isVisible])}`;
}
