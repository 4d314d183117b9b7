import { maskOfScopes, scopesOfMask } from '#people/listing/scopes';
import { joined, type Statement, sql } from '#platform/statement';
import { all, type Condition, type Filter, holdsNone, inAnyScope, inScope } from './filter.ts';
import type { Driver, Tier } from './fit.ts';
import type { Statistics } from './statistics.ts';

/** Which part of the order is wanted. */
export interface Page {
  offset: number;
  limit: number;
}

/** One search by one viewer. */
export interface Search {
  /** Null for a visitor. */
  viewerId: string | null;
  filter: Filter;
  tiers: Tier[];
  /** Excludes people whom the viewer must not see. */
  isVisible: Condition | null;
  statistics: Statistics;
}

/** The cost of a lookup of a level, in rows of a walk. */
const lookupPrice = 8;

const recentFirst = sql`active_at DESC, user_id`;

/**
 * The first people in order. Each tier is an index scan by recency that stops at the end of the page, and nothing is sorted. The
 * parts of a UNION ALL are started one after the other, so a page that is full starts no further tier.
 */
export function walked(search: Search, { offset, limit }: Page): Statement {
  const tiers = search.tiers.map((tier) => {
    // The planner knows that a part is in order only where the part has its own ORDER BY.
    const parts = tierParts(search, tier).map(
      (part) => sql`(${part} ORDER BY ${recentFirst} LIMIT ${offset + limit})`,
    );
    return sql`(
      SELECT user_id FROM (${joined(parts, ' UNION ALL ')}) AS parts ORDER BY ${recentFirst} LIMIT ${offset + limit}
    )`;
  });
  return joined(tiers, ' UNION ALL ');
}

/** The rows of a tier as selects that share no person. */
function tierParts(search: Search, tier: Tier): Statement[] {
  const driver = driverOf(search, tier);
  if (driver) return driverParts(search, driver, tier.condition);
  return tier.walks.map(({ scope, condition }) =>
    part(search, scope, [inScope(search.filter, { isWalk: true }), condition]),
  );
}

/** The driver with fewer rows than the filter's own scopes have, if there is one. */
function driverOf({ filter, statistics }: Search, { walks, drivers }: Tier): Driver | null {
  // The rows of a driver hold the level of another language: the wanted one is looked up for each person.
  const price = filter.levels && filter.languageCode !== undefined ? lookupPrice : 1;
  let least: { driver: Driver | null; size: number } = {
    driver: null,
    size: statistics.sizeOf(walks.map(({ scope }) => scope)),
  };
  for (const driver of drivers) {
    const size = price * statistics.sizeOf(scopesOf(driver));
    if (size < least.size) least = { driver, size };
  }
  return least.driver;
}

/** The scopes that hold everybody of a driver. */
const scopesOf = ({ column, mask }: Driver): number[] => scopesOfMask(mask, column === 'learns');

function driverParts(search: Search, driver: Driver, condition: Condition): Statement[] {
  const scopes = scopesOf(driver);
  // Padded with empty scopes to 1, 2, 4, 8 … parts: viewers with three and with four languages share a text and its plan.
  const width = 2 ** Math.ceil(Math.log2(scopes.length));
  return Array.from({ length: width }, (_, place) => {
    // A person with two of the languages has a row in both scopes and is taken from the first.
    const before = maskOfScopes(scopes.slice(0, place), driver.column === 'learns');
    const conditions = [inAnyScope(search.filter), condition, holdsNone(driver.column, before)];
    return part(search, scopes[place] ?? null, conditions);
  });
}

const part = ({ isVisible }: Search, scope: number | null, conditions: Condition[]): Statement => sql`
  SELECT row.active_at, row.user_id FROM listing AS row
  WHERE row.scope = ${scope}::smallint AND ${all([...conditions, isVisible])}`;
