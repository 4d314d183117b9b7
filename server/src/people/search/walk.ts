import type { Moment } from '#platform/moment';
import { joined, type Statement, sql } from '#platform/statement';
import { type Filter, inAnyScope } from './filter.ts';
import { type Tier, tierPlace } from './fit.ts';
import { inTurn, type Page, type Search, withUnseen } from './plan.ts';
import { driverParts, isSameDriver, rowsOf, tierParts } from './rows.ts';

/** A page out of many people. Nothing is sorted: each tier is a walk along the recency. */
export const walkedPage = (search: Search, page: Page): Statement =>
  inTurn(
    page,
    search.tiers.map(
      (tier) => sql`
        SELECT user_id FROM (${inOrder(search, tier, page, recentFirst)}) AS rows ORDER BY ${recentFirst}`,
    ),
  );

/**
 * A page far down: the tiers before it are counted. Where counting is itself a walk, because of a name or a level, a page near the
 * end is read backwards from the end of the last tier, which needs no counts. A sample of the most recent people says whether the
 * page is likely to lie there.
 */
export async function readDeep(
  moment: Moment,
  search: Search,
  { offset, limit }: Page,
  count: number,
): Promise<string[]> {
  const { tiers } = search;
  const page = { offset, limit: Math.min(limit, count - offset) };
  const last = tiers.at(-1);
  if (!last || page.limit <= 0) return [];
  if (isCountedBySets(search.filter)) return readCounting(moment, search, page, count, []);
  const shares = tiers.length > 1 ? await sampleShares(moment, search) : [1];
  const end = page.offset + page.limit;
  const beforeLast = count * (1 - (shares.at(-1) ?? 0));
  const counted = tiers.slice(0, -1).reduce((rows, tier) => rows + rowsOf(search, tier).size, 0);
  const isNearEnd = page.offset >= beforeLast && count - end <= counted + page.offset - beforeLast;
  if (tiers.length > 1 && isNearEnd) {
    const userIds = await readTier(moment, search, last, { offset: count - end, limit: page.limit }, 'end');
    if (userIds.length === page.limit) return userIds;
  }
  return readCounting(moment, search, page, count, shares);
}

/** Goes through the tiers: one that is likely to hold the whole page is read at once, the others are counted first. */
async function readCounting(
  moment: Moment,
  search: Search,
  page: Page,
  count: number,
  shares: number[],
): Promise<string[]> {
  const { tiers } = search;
  const found: string[] = [];
  const sizes: number[] = [];
  const hidden = search.isVisible && isCountedBySets(search.filter) ? await countHidden(moment, search) : [];
  let before = 0;
  for (const [place, tier] of tiers.entries()) {
    const offset = Math.max(page.offset - before, 0);
    const wanted = page.limit - found.length;
    const isLast = place === tiers.length - 1;
    if (!isLast && offset + wanted <= count * (shares[place] ?? 0)) {
      const rows = await readTier(moment, search, tier, { offset, limit: wanted });
      if (rows.length === wanted) return [...found, ...rows];
    }
    if (!isLast && sizes[place] === undefined) sizes.push(...(await countTiers(moment, search, place)));
    const size = isLast ? count - before : (sizes[place] ?? 0) - (hidden[place] ?? 0);
    const limit = Math.min(wanted, size - offset);
    if (limit > 0) {
      const fromEnd = size - offset - limit;
      const rows =
        fromEnd < offset
          ? readTier(moment, search, tier, { offset: fromEnd, limit }, 'end')
          : readTier(moment, search, tier, { offset, limit });
      found.push(...(await rows));
    }
    if (found.length === page.limit) break;
    before += size;
  }
  return found;
}

async function readTier(
  moment: Moment,
  search: Search,
  tier: Tier,
  page: Page,
  from: 'start' | 'end' = 'start',
) {
  const order = from === 'start' ? recentFirst : sql`active_at, user_id DESC`;
  const rows = await moment.read(sql<{ user_id: string }>`
    ${withUnseen(search.viewerId)}
    SELECT user_id FROM (${inOrder(search, tier, page, order)}) AS rows
    ORDER BY ${order} OFFSET ${page.offset} LIMIT ${page.limit}`);
  const userIds = rows.map(({ user_id }) => user_id);
  return from === 'start' ? userIds : userIds.reverse();
}

const recentFirst = sql`active_at DESC, user_id`;

/** The rows of a tier. Each part comes out of the index in order, but of several the planner knows that only where each has its own ORDER BY. */
function inOrder(search: Search, tier: Tier, { offset, limit }: Page, order: Statement) {
  const parts = tierParts(search, tier);
  if (parts.length === 1) return joined(parts);
  const ordered = parts.map((part) => sql`(${part} ORDER BY ${order} LIMIT ${offset + limit})`);
  return joined(ordered, ' UNION ALL ');
}

/**
 * The size of a tier and, where the next one is read from the same rows, of that one too. Sizes out of listing_sets include people
 * whom the viewer must not see.
 */
async function countTiers(moment: Moment, search: Search, place: number): Promise<number[]> {
  const [tier, next] = [search.tiers[place], search.tiers[place + 1]];
  if (!tier) return [];
  const table = isCountedBySets(search.filter) ? 'listing_sets' : 'listing';
  const driver = rowsOf(search, tier, table).driver;
  const isShared =
    driver !== null && next !== undefined && isSameDriver(driver, rowsOf(search, next, table).driver);
  const counted = isShared ? [tier, next] : [tier];
  const parts = isShared ? driverParts(search, driver, sql`true`, table) : tierParts(search, tier, table);
  const people = table === 'listing' ? sql`count(*)` : sql`sum(people)`;
  const columns = isShared
    ? counted.map(({ condition }) => sql`coalesce(${people} FILTER (WHERE ${condition}), 0)`)
    : [sql`coalesce(${people}, 0)`];
  const [found] = await moment.read(sql<{ counts: number[] }>`
    ${withUnseen(search.viewerId)}
    SELECT ARRAY[${joined(columns)}]::int[] AS counts FROM (${joined(parts, ' UNION ALL ')}) AS row`);
  return found?.counts ?? [];
}

/** Whether listing_sets has everything that the filter asks for, so that tiers are counted without reading people. */
const isCountedBySets = ({ fragment, levels }: Filter): boolean => fragment === '' && levels === null;

/** How many of those whom the viewer must not see are in each tier. */
async function countHidden(moment: Moment, { viewerId, filter, tiers }: Search): Promise<number[]> {
  const rows = await moment.read(sql<{ tier: number; people: number }>`
    ${withUnseen(viewerId)}
    SELECT ${tierPlace(tiers)} AS tier, count(*) AS people
    FROM (SELECT DISTINCT user_id FROM unseen) AS unseen, LATERAL (
      SELECT row.speaks, row.learns FROM listing AS row
      WHERE row.user_id = unseen.user_id AND row.scope = ANY (${filter.scopes}::smallint[]) AND ${inAnyScope(filter)}
      LIMIT 1
    ) AS row
    GROUP BY 1`);
  return tiers.map((_, place) => rows.find(({ tier }) => tier === place)?.people ?? 0);
}

/** Out of the most recent people of the filter, which share is in each tier. */
async function sampleShares(moment: Moment, search: Search): Promise<number[]> {
  const rows = await moment.read(sql<{ tier: number; share: number }>`
    SELECT tier, count(*) / sum(count(*)) OVER ()::float8 AS share
    FROM (
      SELECT ${tierPlace(search.tiers)} AS tier FROM listing AS row
      WHERE row.scope = ${search.filter.scopes[0]}::smallint
      ORDER BY row.active_at DESC, row.user_id LIMIT ${search.bounds.sampleRows}
    ) AS sample
    GROUP BY tier`);
  return search.tiers.map((_, place) => rows.find(({ tier }) => tier === place)?.share ?? 0);
}
