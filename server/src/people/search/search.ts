import type { ResultOf } from '@parlance/contract/endpoint';
import {
  fitTiers,
  type SearchFilters,
  type SearchUser,
  type searchUsers,
  visitorSearchLimit,
} from '@parlance/contract/people';
import { listLimitDefault } from '@parlance/contract/text';
import { sql } from 'kysely';
import { catalogueCodes, everyone } from '#people/listing/scopes';
import { loadCards } from '#people/public-profile';
import { compareInterests } from '#people/shared-interests';
import { type Moment, readMoment } from '#platform/moment';
import type { Platform } from '#platform/platform';
import type { Caller } from '#platform/serve';
import { countPeople, readFew, readNamed, type Source } from './few.ts';
import { type Filter, inScope, isCounted, readFilter } from './filter.ts';
import { fitOf, tiersOf, type ViewerLanguages } from './fit.ts';
import { type Bounds, measuredBounds, type Page, type Search, unseenBy, visibleTo } from './plan.ts';
import { readPage } from './walk.ts';

interface Viewer extends ViewerLanguages {
  interests: string[];
}

/** The viewer, and the numbers by which a way of reading is chosen before anybody is read. */
interface Prospect extends Viewer {
  /** The number of people who match the filter without its name. */
  inScope: number;
  /** The number of people who match the filter and have the fragment as one gram of their name. */
  withGram: number;
  /** The most people, out of everybody, who can have the fragment in their name. */
  named: number;
  /** The number of people who match the filter and whom the viewer must not see. */
  hidden: number;
  hasBlocks: boolean;
  /** The number of people in the scopes that a tier can be read from. */
  scopes: Record<string, number>;
}

/** What the planner may not choose: a walk or a look-up must not become a sort or a scan over everybody. */
const forbiddenPlans = ['sort', 'seqscan', 'hashjoin', 'mergejoin'] as const;

/** Finds partners, best fit first; the count belongs to the same moment as the page. */
export function searchPeople(
  platform: Pick<Platform, 'pool' | 'db'>,
  caller: Caller | null,
  filters: SearchFilters,
  bounds: Bounds = measuredBounds,
): Promise<ResultOf<typeof searchUsers>> {
  const filter = readFilter(filters);
  const { limit = listLimitDefault, offset = 0 } = filters;
  const page = caller ? { limit, offset } : { limit: Math.min(limit, visitorSearchLimit), offset: 0 };
  const viewerId = caller?.userId ?? null;
  return readMoment(platform, forbiddenPlans, async (moment) => {
    const prospect = await readProspect(moment, viewerId, filter);
    const search: Search = {
      moment,
      filter,
      tiers: tiersOf(prospect, filter),
      isVisible: viewerId !== null && prospect.hidden > 0 && visibleTo(viewerId, prospect.hasBlocks),
      unseen: unseenBy(viewerId),
      sizeOf: (scopes) => scopes.reduce((sum, scope) => sum + (prospect.scopes[scope] ?? 0), 0),
      bounds,
    };
    const { count, userIds } = await findPage(search, prospect, page);
    const users = await loadUsers(moment, userIds, caller && prospect);
    return { count: caller ? count : users.length, users };
  });
}

async function findPage(
  search: Search,
  sizes: Prospect,
  page: Page,
): Promise<{ count: number; userIds: string[] }> {
  const { filter, bounds } = search;
  const hasFragment = filter.fragment !== '';
  const share =
    filter.languageCode === undefined ? 1 : search.sizeOf(filter.scopes) / search.sizeOf([everyone]);
  const named = sizes.named * share;
  const from = hasFragment && named < sizes.inScope ? 'names' : 'scope';
  const rows = from === 'names' ? named : sizes.inScope;
  const kept = (hasFragment ? sizes.withGram : sizes.inScope) - sizes.hidden;
  const known = isCounted(filter) ? kept : null;
  if (rows <= fewOf(filter, from, bounds)) return readFew(search, page, from, known);
  const count = known ?? (await countPeople(search, from)) - sizes.hidden;
  const rare = bounds.rareName * search.sizeOf(filter.scopes);
  if (from === 'names' && rows < rare && page.offset + page.limit <= bounds.shallowRows)
    return { count, userIds: await readNamed(search, page, count) };
  if (count < rare && count <= bounds.fewRows) return readFew(search, page, from, count);
  return { count, userIds: await readPage(search, page, count) };
}

function fewOf({ levels }: Filter, from: Source, bounds: Bounds): number {
  if (from === 'names') return bounds.fewNames;
  return levels === null ? bounds.fewRows : bounds.fewLevels;
}

async function readProspect(moment: Moment, viewerId: string | null, filter: Filter): Promise<Prospect> {
  const { countScopes, scopes, fragment, grams, levels } = filter;
  const [prospect] = await moment.read(sql<Prospect>`
    WITH unseen AS MATERIALIZED (
      SELECT user_id, user_id <> ${viewerId} AS is_block FROM (${unseenBy(viewerId)}) AS viewed
      WHERE user_id IS NOT NULL
    )
    SELECT
      coalesce((SELECT interests FROM users WHERE user_id = ${viewerId}), '{}') AS interests,
      ARRAY(SELECT language_code FROM user_languages WHERE user_id = ${viewerId} AND NOT learning) AS speaks,
      ARRAY(SELECT language_code FROM user_languages WHERE user_id = ${viewerId} AND learning) AS learns,
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
      (
        -- The limit keeps each of them a look-up: as a join the planner may begin with everybody in the scope.
        SELECT count(*) FROM (SELECT DISTINCT user_id FROM unseen) AS unseen, LATERAL (
          SELECT FROM listing AS row
          WHERE row.user_id = unseen.user_id AND row.scope = ANY (${scopes}::smallint[])
            AND ${inScope(filter, { isWalk: true })}
          LIMIT 1
        ) AS found
      ) AS hidden,
      EXISTS (SELECT FROM unseen WHERE is_block) AS "hasBlocks",
      (
        SELECT coalesce(jsonb_object_agg(scope, people), '{}') FROM (
          SELECT scope, sum(people) AS people FROM listing_counts
          WHERE gram = '' AND scope = ANY (${[everyone, ...scopes]}::smallint[] || ARRAY(
            SELECT (2 * array_position(${catalogueCodes}::text[], language_code) - 2 + (NOT learning)::int)::smallint
            FROM user_languages WHERE user_id = ${viewerId}
          ))
          GROUP BY scope
        ) AS sums
      ) AS scopes`);
  if (!prospect) throw new Error('a select without a table answers one row');
  return prospect;
}

/**
 * The hits as they are shown; a visitor is not told about fit. The recency by which they were found lags behind: on the
 * page itself, where it is known, people of a tier stand by their real one.
 */
async function loadUsers(moment: Moment, userIds: string[], viewer: Viewer | null): Promise<SearchUser[]> {
  const hits = (await loadCards(moment, userIds)).map(({ card, interests, activeAt }) => {
    const fit = viewer && fitOf(viewer, card.languages, compareInterests(viewer.interests, interests));
    const user: SearchUser = { ...card, ...(fit && { fit }) };
    return { user, tier: fit ? fitTiers.indexOf(fit.tier) : 0, activeAt: activeAt.getTime() };
  });
  return hits
    .toSorted((one, other) => one.tier - other.tier || other.activeAt - one.activeAt)
    .map(({ user }) => user);
}
