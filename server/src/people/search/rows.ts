import { maskOfScopes } from '#people/listing/scopes';
import { sql } from '#platform/statement';
import { all, type Condition, holdsNone, inAnyScope, inScope } from './filter.ts';
import type { Driver, Tier } from './fit.ts';
import { type Search, scopesOf } from './plan.ts';

/** Where people are read from: one by one, or as sets of the same languages. */
type Table = 'listing' | 'listing_sets';

/** The cost of looking a level up, in rows of a walk. */
const lookupPrice = 8;

export const isSameDriver = (one: Driver, other: Driver | null): boolean =>
  other !== null && one.column === other.column && one.mask === other.mask;

/** The fewest rows that hold a whole tier: those of the filter's own scopes (`driver` is null), or those of a driver. */
export function rowsOf(
  { filter, sizes }: Search,
  { walks, drivers }: Tier,
  table: Table = 'listing',
): { driver: Driver | null; size: number } {
  const scopes = walks.map(({ scope }) => scope);
  // The scope of everybody has no sets.
  const hasRows = table === 'listing' || filter.languageCode !== undefined;
  const own = { driver: null, size: hasRows ? sizes.ofScopes(scopes) : Number.POSITIVE_INFINITY };
  // The rows of a driver hold the level of another language: the wanted one is looked up for each person.
  const price = filter.levels && filter.languageCode !== undefined ? lookupPrice : 1;
  return drivers
    .map((driver) => ({ driver, size: price * sizes.ofScopes(scopesOf(driver)) }))
    .reduce<{ driver: Driver | null; size: number }>(
      (least, each) => (each.size < least.size ? each : least),
      own,
    );
}

/** The rows of a tier as selects that have nobody in common. */
export function tierParts(search: Search, tier: Tier, table: Table = 'listing') {
  const { driver } = rowsOf(search, tier, table);
  if (driver) return driverParts(search, driver, tier.condition, table);
  return tier.walks.map(({ scope, condition }) =>
    part(search, scope, [inScope(search.filter, { isWalk: true }), condition], table),
  );
}

export function driverParts(search: Search, driver: Driver, condition: Condition, table: Table) {
  const scopes = scopesOf(driver);
  // Filled up with nobody's scope to 1, 2, 4, 8 … parts, so that the people with two, three or four languages share a text and its plan.
  const width = 2 ** Math.ceil(Math.log2(scopes.length));
  return Array.from({ length: width }, (_, place) => {
    // Somebody who speaks two of the languages has a row in both scopes and counts in the first.
    const before = maskOfScopes(scopes.slice(0, place), driver.column === 'learns');
    const conditions = [
      inAnyScope(search.filter, { isWalk: true }),
      condition,
      holdsNone(driver.column, before),
    ];
    return part(search, scopes[place] ?? null, conditions, table);
  });
}

const part = ({ isVisible }: Search, scope: number | null, conditions: Condition[], table: Table) =>
  table === 'listing'
    ? sql`SELECT row.active_at, row.user_id, row.speaks, row.learns FROM listing AS row
        WHERE row.scope = ${scope}::smallint AND ${all([...conditions, isVisible])}`
    : sql`SELECT row.people, row.speaks, row.learns FROM listing_sets AS row
        WHERE row.scope = ${scope}::smallint AND ${all(conditions)}`;
