import { sql } from 'kysely';
import { type Filter, inAnyScope } from './filter.ts';
import { type Tier, tierPlace } from './fit.ts';
import type { Page, Search } from './plan.ts';
import { driverParts, isSameDriver, rowsOf, tierParts } from './rows.ts';

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
