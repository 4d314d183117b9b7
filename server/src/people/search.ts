import { type SearchFilters, type SearchUser, visitorSearchLimit } from '@parlance/contract/people';
import { listLimitDefault } from '@parlance/contract/text';
import { sql } from 'kysely';
import type { Tx } from '#platform/effects';
import type { Platform } from '#platform/platform';
import type { Caller } from '#platform/serve';
import { fitOf, tiersOf, type ViewerLanguages } from './fit.ts';
import { loadCards } from './people.ts';
import { maskOf, scopesOfMask } from './scopes.ts';
import { countPeople, readFew } from './search-few.ts';
import { type Filter, inScope, isCounted, readFilter } from './search-filter.ts';
import { type Bounds, measuredBounds, type Page, type Search } from './search-plan.ts';
import { readPage } from './search-walk.ts';

interface SearchResult {
  count: number;
  users: SearchUser[];
}

interface Viewer extends ViewerLanguages {
  userId: string | null;
  interests: string[];
}

interface Sizes {
  /** People of the filter, the name aside. */
  inScope: number;
  /** People of the filter with the fragment as one piece of their name. */
  withGram: number;
  /** At most so many people of all have the fragment in their name. */
  named: number;
  /** People of the filter whom the viewer must not see. */
  hidden: string[];
  scopes: Record<string, number>;
}

/**
 * What the planner must not do in the rest of the transaction: nothing here is worth compiling, and a walk or a look-up of
 * known people must never become a sort or a scan over everybody, however wrong its guesses are.
 */
const planningHabits = ['jit', 'enable_sort', 'enable_seqscan', 'enable_hashjoin', 'enable_mergejoin'];

const visitor: Viewer = { userId: null, speaks: [], learns: [], interests: [] };

/** Finds partners, best fit first; the count belongs to the same snapshot as the page. */
export async function searchPeople(
  platform: Platform,
  caller: Caller | null,
  filters: SearchFilters,
  bounds: Bounds = measuredBounds,
): Promise<SearchResult> {
  const filter = readFilter(filters);
  const { limit = listLimitDefault, offset = 0 } = filters;
  const page = caller ? { limit, offset } : { limit: Math.min(limit, visitorSearchLimit), offset: 0 };
  return platform.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const viewer = caller ? await readViewer(tx, caller.userId) : visitor;
      const { count, userIds } = await findPage(tx, viewer, filter, page, bounds);
      const users = await loadUsers(tx, userIds, caller ? viewer : null);
      return { count: caller ? count : users.length, users };
    });
}

async function readViewer(tx: Tx, userId: string): Promise<Viewer> {
  const { rows } = await sql<Viewer>`
    SELECT user_id AS "userId", interests,
      ARRAY(SELECT language_code FROM user_languages WHERE user_id = ${userId} AND NOT learning) AS speaks,
      ARRAY(SELECT language_code FROM user_languages WHERE user_id = ${userId} AND learning) AS learns
    FROM users WHERE user_id = ${userId}`.execute(tx);
  return rows[0] ?? visitor;
}

async function findPage(
  tx: Tx,
  viewer: Viewer,
  filter: Filter,
  page: Page,
  bounds: Bounds,
): Promise<{ count: number; userIds: string[] }> {
  const sizes = await readSizes(tx, viewer, filter);
  const search: Search = {
    tx,
    filter,
    tiers: tiersOf(viewer, filter),
    hidden: sizes.hidden,
    sizeOf: (scopes) => scopes.reduce((sum, scope) => sum + (sizes.scopes[scope] ?? 0), 0),
    bounds,
  };
  const hasFragment = filter.fragment !== '';
  const from = hasFragment && sizes.named < sizes.inScope ? 'names' : 'scope';
  const rows = from === 'names' ? sizes.named : sizes.inScope;
  const kept = (hasFragment ? sizes.withGram : sizes.inScope) - sizes.hidden.length;
  const known = isCounted(filter) ? kept : null;
  if (rows <= fewOf(filter, bounds)) return readFew(search, page, from, known);

  const count = known ?? (await countPeople(search, from));
  if (count <= bounds.fewRows) return readFew(search, page, from, count);
  return { count, userIds: await readPage(search, page, count) };
}

function fewOf({ fragment, levels, languageCode }: Filter, bounds: Bounds): number {
  if (fragment !== '') return bounds.fewNames;
  if (levels === null) return bounds.fewRows;
  return languageCode === undefined ? bounds.fewLookups : bounds.fewLevels;
}

async function readSizes(tx: Tx, viewer: Viewer, filter: Filter): Promise<Sizes> {
  const { countScopes, scopes, fragment, grams, levels } = filter;
  const ofViewer = [
    ...scopesOfMask(maskOf(viewer.learns), false),
    ...scopesOfMask(maskOf(viewer.speaks), true),
  ];
  const { rows } = await sql<Sizes>`
    SELECT
      set_config('max_parallel_workers_per_gather', '0', true) AS helpers,
      (SELECT count(set_config(name, 'off', true)) FROM unnest(${planningHabits}::text[]) AS name) AS habits,
      (
        SELECT coalesce(sum(people), 0) FROM listing_counts
        WHERE scope = ANY (${countScopes}::smallint[]) AND gram = ''
          AND low >= ${levels?.min ?? 0} AND high <= ${levels?.max ?? 1}
      ) AS "inScope",
      (
        SELECT coalesce(sum(people), 0) FROM listing_counts
        WHERE scope = ANY (${countScopes}::smallint[]) AND gram = ${fragment}
          AND low >= ${levels?.min ?? 0} AND high <= ${levels?.max ?? 1}
      ) AS "withGram",
      (
        SELECT coalesce(min(people), 0) FROM (
          SELECT coalesce(sum(people), 0) AS people FROM unnest(${grams}::text[]) AS wanted (gram)
          LEFT JOIN listing_counts AS counts ON counts.scope = -1 AND counts.gram = wanted.gram COLLATE "C"
          GROUP BY wanted.gram
        ) AS sums
      ) AS named,
      ARRAY(
        SELECT row.user_id FROM (
          SELECT ${viewer.userId}::uuid AS user_id
          UNION SELECT blocked_user_id FROM user_blocks WHERE user_id = ${viewer.userId}
          UNION SELECT user_id FROM user_blocks WHERE blocked_user_id = ${viewer.userId}
        ) AS unseen
        JOIN listing AS row ON row.user_id = unseen.user_id AND row.scope = ANY (${scopes}::smallint[])
        WHERE ${inScope(filter)}
      ) AS hidden,
      (
        SELECT coalesce(jsonb_object_agg(scope, people), '{}') FROM (
          SELECT scope, sum(people) AS people FROM listing_counts
          WHERE scope = ANY (${[...ofViewer, ...scopes]}::smallint[]) AND gram = '' GROUP BY scope
        ) AS sums
      ) AS scopes`.execute(tx);
  const [sizes] = rows;
  if (!sizes) throw new Error('a select without a table answers one row');
  return sizes;
}

/** The hits as they are shown; a visitor is not told about fit. */
async function loadUsers(tx: Tx, userIds: string[], viewer: Viewer | null): Promise<SearchUser[]> {
  const cards = await loadCards(tx, userIds, viewer?.interests ?? []);
  return cards.map(({ sharedInterests, ...card }) => ({
    ...card,
    ...(viewer && { fit: fitOf(viewer, card.languages, sharedInterests) }),
  }));
}
