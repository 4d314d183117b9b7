import { languageScopes } from '#people/listing/scopes';
import type { Moment } from '#platform/moment';
import { type Statement, sql } from '#platform/statement';
import type { Count, Way } from './answer.ts';
import { all, type Condition, hasKeys, hasName, hasScope, inLevels, inScope } from './filter.ts';
import { type Tier, tierPlace } from './fit.ts';
import { inTurn, type Page, type Search, scopesOf } from './plan.ts';

/** The rows that people are read from: the scopes of the filter, or the index of names. */
export type Source = 'scope' | 'names';

/** A page out of few people, all of whom are read and sorted by fit and recency; they are counted unless `known` is their number. */
export function fewWay(search: Search, { offset, limit }: Page, from: Source, known: Count | null): Way {
  const people = peopleOf(search, from, search.isVisible);
  return {
    hits: sql`SELECT row.user_id, row.active_at, ${tierPlace(search.tiers)} AS tier FROM ${people}`,
    page: sql`SELECT user_id FROM hits ORDER BY tier, active_at DESC, user_id OFFSET ${offset} LIMIT ${limit}`,
    count: known ?? sql`(SELECT count(*) FROM hits)`,
  };
}

/** A page of people with a rare name: each tier is looked up in the index of names and sorted, until the page is full. */
export const namedPage = (search: Search, page: Page): Statement =>
  inTurn(
    page,
    search.tiers.map(
      (tier) => sql`
        SELECT row.user_id FROM listed_people AS row WHERE ${inTier(search, tier)}
        ORDER BY row.active_at DESC, row.user_id`,
    ),
  );

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
export async function countPeople(moment: Moment, search: Search, from: Source): Promise<number> {
  await moment.read(sql`SELECT set_config('enable_hashjoin', 'on', true)`);
  const [found] = await moment.read(
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
