import { sql } from 'kysely';
import { type Driver, type Tier, tierPlace } from './fit.ts';
import { maskOfScopes } from './scopes.ts';
import { all, type Condition, type Filter, holdsNone, inAnyScope, inScope } from './search-filter.ts';
import { type Page, type Search, scopesOf } from './search-plan.ts';

/** Where people are read from: one by one, or as sets of the same languages. */
type Table = 'listing' | 'listing_sets';

/** What a look-up costs beside a row that is only walked past. */
const lookupPrice = 8;

/** A page out of many people, whose number is known. Nothing is sorted: each tier is a walk along the recency. */
export async function readPage(search: Search, page: Page, count: number): Promise<string[]> {
  const limit = Math.min(page.limit, count - page.offset);
  if (limit <= 0) return [];
  if (page.offset + limit > search.bounds.shallowRows)
    return readDeep(search, { offset: page.offset, limit }, count);
  const reached: string[] = [];
  const wanted = page.offset + limit;
  for (const tier of search.tiers) {
    reached.push(...(await readTier(search, tier, { offset: 0, limit: wanted - reached.length })));
    if (reached.length === wanted) break;
  }
  return reached.slice(page.offset);
}

/**
 * Far down, the tiers before the page are counted. Where that is a walk, too, the first tier can be read from its beginning
 * and the last one from its end without knowing how long the others are; a glance at the most recent people says whether
 * that is worth a try.
 */
async function readDeep(search: Search, page: Page, count: number): Promise<string[]> {
  const { tiers } = search;
  const last = tiers.at(-1);
  if (!last) return [];
  if (isSetWise(search.filter)) return readCounting(search, page, count, []);
  const shares = tiers.length > 1 ? await sampleShares(search) : [1];
  const end = page.offset + page.limit;
  const beforeLast = count * (1 - (shares.at(-1) ?? 0));
  const counted = tiers.slice(0, -1).reduce((rows, tier) => rows + rowsOf(search, tier).size, 0);
  const isNearEnd = page.offset >= beforeLast && count - end <= counted + page.offset - beforeLast;
  if (tiers.length > 1 && isNearEnd) {
    const userIds = await readTier(search, last, { offset: count - end, limit: page.limit }, 'end');
    if (userIds.length === page.limit) return userIds;
  }
  return readCounting(search, page, count, shares);
}

/** Tier by tier: one that seems to hold the whole page is read at once, the others are counted. */
async function readCounting(search: Search, page: Page, count: number, shares: number[]): Promise<string[]> {
  const { tiers } = search;
  const found: string[] = [];
  const sizes: number[] = [];
  const hidden = search.isVisible && isSetWise(search.filter) ? await countHidden(search) : [];
  let before = 0;
  for (const [place, tier] of tiers.entries()) {
    const offset = Math.max(page.offset - before, 0);
    const wanted = page.limit - found.length;
    const isLast = place === tiers.length - 1;
    if (!isLast && offset + wanted <= count * (shares[place] ?? 0)) {
      const rows = await readTier(search, tier, { offset, limit: wanted });
      if (rows.length === wanted) return [...found, ...rows];
    }
    if (!isLast && sizes[place] === undefined) sizes.push(...(await countTiers(search, place)));
    const size = isLast ? count - before : (sizes[place] ?? 0) - (hidden[place] ?? 0);
    const limit = Math.min(wanted, size - offset);
    if (limit > 0) {
      const fromEnd = size - offset - limit;
      const rows =
        fromEnd < offset
          ? readTier(search, tier, { offset: fromEnd, limit }, 'end')
          : readTier(search, tier, { offset, limit });
      found.push(...(await rows));
    }
    if (found.length === page.limit) break;
    before += size;
  }
  return found;
}

async function readTier(search: Search, tier: Tier, page: Page, from: 'start' | 'end' = 'start') {
  const order = from === 'start' ? sql`active_at DESC, user_id` : sql`active_at, user_id DESC`;
  const parts = tierParts(search, tier);
  // Each part comes in order out of the index, but the planner sees that of several only when each says so itself.
  const ordered =
    parts.length === 1
      ? parts
      : parts.map((part) => sql`(${part} ORDER BY ${order} LIMIT ${page.offset + page.limit})`);
  const rows = await search.moment.read(sql<{ user_id: string }>`
    SELECT user_id FROM (${sql.join(ordered, sql` UNION ALL `)}) AS rows
    ORDER BY ${order} OFFSET ${page.offset} LIMIT ${page.limit}`);
  const userIds = rows.map(({ user_id }) => user_id);
  return from === 'start' ? userIds : userIds.reverse();
}

/**
 * The size of a tier and, for the same price, of the next one where both are read from the same rows. Of kept sets, those
 * whom the viewer must not see are among them.
 */
async function countTiers(search: Search, place: number): Promise<number[]> {
  const [tier, next] = [search.tiers[place], search.tiers[place + 1]];
  if (!tier) return [];
  const table = isSetWise(search.filter) ? 'listing_sets' : 'listing';
  const driver = rowsOf(search, tier, table).driver;
  const isShared =
    driver !== null && next !== undefined && isSameDriver(driver, rowsOf(search, next, table).driver);
  const counted = isShared ? [tier, next] : [tier];
  const parts = isShared ? driverParts(search, driver, sql`true`, table) : tierParts(search, tier, table);
  const people = table === 'listing' ? sql`count(*)` : sql`sum(people)`;
  const columns = isShared
    ? counted.map(({ condition }) => sql`coalesce(${people} FILTER (WHERE ${condition}), 0)`)
    : [sql`coalesce(${people}, 0)`];
  const [found] = await search.moment.read(sql<{ counts: number[] }>`
    SELECT ARRAY[${sql.join(columns)}]::int[] AS counts FROM (${sql.join(parts, sql` UNION ALL `)}) AS row`);
  return found?.counts ?? [];
}

/** Whether the kept sets know everything that is asked for. */
const isSetWise = ({ fragment, levels }: Filter): boolean => fragment === '' && levels === null;

/** How many of those whom the viewer must not see are in each tier. */
async function countHidden({ moment, filter, tiers, unseen }: Search): Promise<number[]> {
  const rows = await moment.read(sql<{ tier: number; people: number }>`
    SELECT ${tierPlace(tiers)} AS tier, count(*) AS people
    FROM (SELECT DISTINCT user_id FROM (${unseen}) AS twice) AS unseen, LATERAL (
      SELECT row.speaks, row.learns FROM listing AS row
      WHERE row.user_id = unseen.user_id AND row.scope = ANY (${filter.scopes}::smallint[]) AND ${inAnyScope(filter)}
      LIMIT 1
    ) AS row
    GROUP BY 1`);
  return tiers.map((_, place) => rows.find(({ tier }) => tier === place)?.people ?? 0);
}

const isSameDriver = (one: Driver, other: Driver | null): boolean =>
  other !== null && one.column === other.column && one.mask === other.mask;

/** Out of the most recent people of the filter, which share is in each tier. */
async function sampleShares(search: Search): Promise<number[]> {
  const rows = await search.moment.read(sql<{ tier: number; share: number }>`
    SELECT tier, count(*) / sum(count(*)) OVER ()::float8 AS share
    FROM (
      SELECT ${tierPlace(search.tiers)} AS tier FROM listing AS row
      WHERE row.scope = ${search.filter.scopes[0]}::smallint
      ORDER BY row.active_at DESC, row.user_id LIMIT ${search.bounds.sampleRows}
    ) AS sample
    GROUP BY tier`);
  return search.tiers.map((_, place) => rows.find(({ tier }) => tier === place)?.share ?? 0);
}

/** Where the fewest rows stand that hold a whole tier: in the filter's own scopes, or in those of a rarer language. */
function rowsOf(
  { filter, sizeOf }: Search,
  { walks, drivers }: Tier,
  table: Table = 'listing',
): { driver: Driver | null; size: number } {
  const scopes = walks.map(({ scope }) => scope);
  // Of people of any language no sets are kept.
  const isNowhere = table === 'listing_sets' && filter.languageCode === undefined;
  const own = { driver: null, size: isNowhere ? Number.POSITIVE_INFINITY : sizeOf(scopes) };
  // Elsewhere the level of each person has to be looked up.
  const price = filter.levels && filter.languageCode !== undefined ? lookupPrice : 1;
  return drivers
    .map((driver) => ({ driver, size: price * sizeOf(scopesOf(driver)) }))
    .reduce<{ driver: Driver | null; size: number }>(
      (least, each) => (each.size < least.size ? each : least),
      own,
    );
}

/** The rows of a tier as selects that have nobody in common. */
function tierParts(search: Search, tier: Tier, table: Table = 'listing') {
  const { driver } = rowsOf(search, tier, table);
  if (driver) return driverParts(search, driver, tier.condition, table);
  return tier.walks.map(({ scope, condition }) =>
    part(search, scope, [inScope(search.filter, { isWalk: true }), condition], table),
  );
}

function driverParts(search: Search, driver: Driver, condition: Condition, table: Table) {
  const scopes = scopesOf(driver);
  return scopes.map((scope, place) => {
    // Who speaks two of the languages stands in two scopes and counts in the first.
    const before = maskOfScopes(scopes.slice(0, place), driver.column === 'learns');
    const conditions = [
      inAnyScope(search.filter, { isWalk: true }),
      condition,
      holdsNone(driver.column, before),
    ];
    return part(search, scope, conditions, table);
  });
}

const part = ({ isVisible }: Search, scope: number, conditions: Condition[], table: Table) =>
  table === 'listing'
    ? sql`SELECT row.active_at, row.user_id, row.speaks, row.learns FROM listing AS row
        WHERE row.scope = ${scope}::smallint AND ${all([...conditions, isVisible])}`
    : sql`SELECT row.people, row.speaks, row.learns FROM listing_sets AS row
        WHERE row.scope = ${scope}::smallint AND ${all(conditions)}`;
