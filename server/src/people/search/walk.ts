import { everyone, maskOfScopes, scopesOfMask } from '#people/listing/scopes';
import { joined, plainSql, type Statement, sql } from '#platform/statement';
import { all, type Condition, type Filter, holdsNone, inAnyScope, inScope } from './filter.ts';
import type { Driver, Tier } from './fit.ts';
import type { Statistics } from './statistics.ts';

export interface Page {
  offset: number;
  limit: number;
}

export interface Search {
  /** The viewer's id, one fragment in all places; null for a visitor. */
  viewer: Statement;
  filter: Filter;
  now: Date;
  tiers: Tier[];
  /** Excludes people whom the viewer must not see. */
  isVisible: Condition | null;
  statistics: Statistics;
}

/** The cost of a level lookup, in rows of an index scan. */
const lookupPrice = 24;

const recentFirst = sql`active_at DESC, user_id`;
/** The columns of the result: the person, the next free time for the card, and until when that is up to date. */
const found = sql`user_id, free_at, free_until`;

/** The first people in order. Each tier is an index scan by recency without a sort; a full page starts no further UNION ALL part. */
export function walked(search: Search, { offset, limit }: Page): Statement {
  const reach = sql`${offset + limit}`;
  const tiers = search.tiers.map((tier) => {
    // The planner assumes an ordered part only if the part has its own ORDER BY.
    const parts = tierParts(search, tier).map(
      (part) => sql`(${part} ORDER BY ${recentFirst} LIMIT ${reach})`,
    );
    const order = parts.length > 1 && sql`ORDER BY ${recentFirst} LIMIT ${reach}`;
    return sql`(SELECT ${found} FROM (${joined(parts, ' UNION ALL ')}) AS parts ${order || plainSql('')})`;
  });
  return joined(tiers, ' UNION ALL ');
}

/** The rows of a tier as selects without common people. */
function tierParts(search: Search, tier: Tier): Statement[] {
  const driver = driverOf(search, tier);
  if (driver) return driverParts(search, driver, tier.condition);
  return tier.walks.map(({ scope, condition }) =>
    part(search, scope, [inScope(search.filter, { avoidsLevelIndex: true }), condition]),
  );
}

/** The driver with fewer rows than the filter's own scopes, if any. */
function driverOf({ filter, statistics }: Search, { walks, drivers }: Tier): Driver | null {
  const people = Math.max(1, statistics.sizeOf([everyone]));
  const shareOf = (scopes: number[]) => statistics.sizeOf(scopes) / people;
  // Driver rows hold the level of another language: who passes the other conditions on languages needs a lookup.
  const inTier = drivers.reduce((share, driver) => share * shareOf(scopesOf(driver)), shareOf(filter.scopes));
  const lookups = filter.levels && filter.languageCode !== undefined ? people * inTier : 0;
  let least: { driver: Driver | null; size: number } = {
    driver: null,
    size: statistics.sizeOf(walks.map(({ scope }) => scope)),
  };
  for (const driver of drivers) {
    const size = statistics.sizeOf(scopesOf(driver)) + lookupPrice * lookups;
    if (size < least.size) least = { driver, size };
  }
  return least.driver;
}

/** The scopes that cover a driver. */
const scopesOf = ({ column, mask }: Driver): number[] => scopesOfMask(mask, column === 'learns');

function driverParts(search: Search, driver: Driver, condition: Condition): Statement[] {
  const scopes = scopesOf(driver);
  // Padded with empty scopes to 1, 2, 4, 8 … parts, so that viewers with three and four languages share a statement and its plan.
  const width = 2 ** Math.ceil(Math.log2(scopes.length));
  return Array.from({ length: width }, (_, place) => {
    // A person with two of the languages has a row in both scopes; only the first counts.
    const before = maskOfScopes(scopes.slice(0, place), driver.column === 'learns');
    const conditions = [inAnyScope(search.filter), condition, holdsNone(driver.column, before)];
    return part(search, scopes[place] ?? null, conditions);
  });
}

const part = ({ isVisible }: Search, scope: number | null, conditions: Condition[]): Statement => sql`
  SELECT row.active_at, row.user_id, row.free_at, row.free_until FROM listing AS row
  WHERE row.scope = ${scope}::smallint AND ${all([...conditions, isVisible])}`;
