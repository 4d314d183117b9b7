import type { ResultOf } from '@parlance/contract/endpoint';
import { ApiError } from '@parlance/contract/errors';
import {
  fitTiers,
  type SearchFilters,
  type SearchUser,
  searchCountMax,
  type searchUsers,
  visitorSearchLimit,
} from '@parlance/contract/people';
import { savedPeopleMax } from '@parlance/contract/people-lists';
import { listLimitDefault } from '@parlance/contract/text';
import { recencyOf } from '#people/listing/listing';
import { everyone, languageScopes, maskOf } from '#people/listing/scopes';
import { toBaseProfile, toMinute } from '#people/profile/public-profile';
import { compareInterests } from '#people/profile/shared-interests';
import { nodeState } from '#platform/node-state';
import type { Platform } from '#platform/platform';
import type { Caller } from '#platform/serve';
import { readWalk, type WalkSource } from '#platform/snapshot-read';
import { sql } from '#platform/statement';
import {
  type Answer,
  answerOf,
  type Hit,
  type Plan,
  searchStatement,
  type Viewer,
  viewerOf,
  viewerStatement,
  visibleTo,
} from './answer.ts';
import { type Filter, readFilter } from './filter.ts';
import { fitOf, tiersOf } from './fit.ts';
import { currentStatistics, type Statistics } from './statistics.ts';
import type { Page } from './walk.ts';

/** Bounds that tests reduce. */
export interface Bounds {
  /** Matches are counted and paged up to this number. */
  countMax: number;
  /** The cost of reading and sorting a match, in rows of a scan. */
  sortPrice: number;
  /** The cost of an entry of the name index, in rows of a scan that tests each name. */
  namePrice: number;
  /** The cost of an entry of the index by free slots, in rows of a scan by recency. */
  freePrice: number;
}

export const measuredBounds: Bounds = {
  countMax: searchCountMax,
  sortPrice: 3,
  namePrice: 0.6,
  freePrice: 1.2,
};
/** The cost of reading a person, in name-index entries, and of a level lookup, in people read. */
const fetchPrice = 7;
const levelPrice = 6;
/** The maximum of matches to sort, and the factor over the cap before an estimate counts as wrong. */
const sortedMax = 20_000;
const sortedMin = 4;
/** Rows scanned per match of a page: better tiers are rarer than matches, and levels need lookups. */
const tierPrice = 40;
const tierPriceWithLevels = 90;

/** Finds partners, best fit first. The count is exact up to `countMax` and from the same snapshot as the page. */
export async function searchPeople(
  source: WalkSource & Pick<Platform, 'clock'>,
  caller: Caller | null,
  filters: SearchFilters,
  bounds: Bounds = measuredBounds,
): Promise<ResultOf<typeof searchUsers>> {
  if (filters.saved && caller === null) throw new ApiError('NotSignedIn');
  const now = source.clock.now();
  const viewerId = caller?.userId ?? null;
  const filter = readFilter(filters, viewerId, now);
  const { limit = listLimitDefault, offset = 0 } = filters;
  const page = caller
    ? { offset, limit: Math.max(0, Math.min(limit, bounds.countMax - offset)) }
    : { offset: 0, limit: Math.min(limit, visitorSearchLimit) };
  const statistics = await currentStatistics(source);
  const plan = planOf(filter, statistics, page, bounds);
  const viewerValue = sql`${viewerId}::uuid`;
  for (let viewer = await aboutViewer(source, viewerId); ; ) {
    const isVisible = viewerId === null ? null : visibleTo(viewerValue, viewer.hasBlocks);
    const search = {
      viewer: viewerValue,
      filter,
      now,
      tiers: tiersOf(viewer, filter),
      isVisible,
      statistics,
    };
    const answer = answerOf(await readWalk(source, searchStatement(search, page, plan)));
    if (viewerId === null || isSameViewer(viewer, answer.viewer)) {
      return shown(answer, caller !== null, bounds);
    }
    viewer = answer.viewer;
    remember(viewersOf(source), viewerId, viewer);
  }
}

/** Chooses by estimated cost, in rows of a scan: the source of the matches, and whether to sort them all or scan to the page. */
function planOf(filter: Filter, statistics: Statistics, { offset, limit }: Page, bounds: Bounds): Plan {
  const { countMax, sortPrice, namePrice, freePrice } = bounds;
  // A member saves at most this many, so all of them are read and sorted.
  if (filter.savedBy !== null) return { source: 'saved', counted: savedPeopleMax + 1, isSorted: true };
  // Activity is a range of the index by recency: other rows of a scope are not read.
  const active = filter.activeSince ? statistics.activeShare(filter.activeSince) : 1;
  const inScopes = statistics.sizeOf(filter.scopes);
  const size = active * inScopes;
  const leveled = filter.languageCode === undefined ? languageScopes(filter.learning) : filter.scopes;
  const inLevels = filter.levels ? statistics.sizeOf(leveled, filter.levels) : inScopes;
  const share = statistics.shareOf(filter.fragment);
  const free = filter.free ? statistics.freeShare(filter.free.until) : 1;
  // With this filter names are read from the index of people who have a slot, whenever it starts.
  const withSlot = filter.free ? statistics.freeShare() : 1;
  const [named, namedInScopes] = [
    share * withSlot * statistics.sizeOf([everyone]),
    share * withSlot * inScopes,
  ];
  const matches = Math.max(1, share * free * active * inLevels);
  // The index by level is not ordered by recency, so it is read whatever the activity.
  const byScope = (counted: number) => (filter.levels ? inLevels : size) * Math.min(1, counted / matches);
  const byName = (counted: number) => {
    if (filter.fragment === '') return Number.POSITIVE_INFINITY;
    const fetched = filter.levels
      ? levelPrice * namedInScopes
      : Math.min(namedInScopes, (counted * withSlot) / (active * free));
    return namePrice * (named + fetchPrice * fetched);
  };
  const byFree = (counted: number) =>
    filter.free ? freePrice * free * inLevels * Math.min(1, counted / matches) : Number.POSITIVE_INFINITY;
  const read = (counted: number) => Math.min(byScope(counted), byName(counted), byFree(counted));
  // Scanned rows grow with the depth of the page and the rarity of matches.
  const passed = (filter.levels ? tierPriceWithLevels : tierPrice) * (offset + limit);
  const walked = Math.min(size, (passed * size) / matches);
  const isCheaper = read(matches) + sortPrice * matches < read(countMax) + walked;
  const isSorted = isCheaper && matches <= sortedMax;
  // Above this number the statement falls back to the scans, and the rows read so far are wasted.
  const counted = 1 + (isSorted ? Math.max(sortedMin * countMax, Math.ceil(2 * matches)) : countMax);
  const prices = { scope: byScope(counted), names: byName(counted), free: byFree(counted) };
  const source = (['scope', 'names', 'free'] as const).reduce((best, each) =>
    prices[each] < prices[best] ? each : best,
  );
  return { source, counted, isSorted };
}

/** A cache of viewers' languages and blocks, for which statements are built; if a result shows stale values, it is built again. */
const viewersOf = nodeState((_: WalkSource) => new Map<string, Viewer>());
const viewersMax = 10_000;

async function aboutViewer(source: WalkSource, viewerId: string | null): Promise<Viewer> {
  if (viewerId === null) return { speaks: [], learns: [], interests: [], hasBlocks: false };
  const viewers = viewersOf(source);
  const known = viewers.get(viewerId);
  if (known) return known;
  const viewer = viewerOf(await readWalk(source, viewerStatement(viewerId)));
  remember(viewers, viewerId, viewer);
  return viewer;
}

function remember(viewers: Map<string, Viewer>, viewerId: string, viewer: Viewer): void {
  viewers.delete(viewerId);
  viewers.set(viewerId, viewer);
  const [oldest] = viewers.keys();
  if (viewers.size > viewersMax && oldest !== undefined) viewers.delete(oldest);
}

const isSameViewer = (one: Viewer, other: Viewer): boolean =>
  one.hasBlocks === other.hasBlocks &&
  maskOf(one.speaks) === maskOf(other.speaks) &&
  maskOf(one.learns) === maskOf(other.learns);

/** Converts hits to cards; visitors get no fit and no count. Reorders each tier by exact recency, since listing recency lags. */
function shown(
  { viewer, found, hits }: Answer,
  isMember: boolean,
  { countMax }: Bounds,
): ResultOf<typeof searchUsers> {
  const users = hits
    .map((hit) => {
      const fit =
        isMember && fitOf(viewer, hit.languages ?? [], compareInterests(viewer.interests, hit.interests));
      const user: SearchUser = { ...cardOf(hit), ...(fit && { fit, isSaved: hit.is_saved }) };
      return { user, tier: fit ? fitTiers.indexOf(fit.tier) : 0, activeAt: recencyOf(hit).getTime() };
    })
    .toSorted(
      (one, other) =>
        one.tier - other.tier ||
        other.activeAt - one.activeAt ||
        (one.user.userId < other.user.userId ? -1 : 1),
    )
    .map(({ user }) => user);
  return isMember
    ? { count: Math.min(found, countMax), isCapped: found > countMax, users }
    : { count: users.length, isCapped: false, users };
}

const cardOf = (hit: Hit): SearchUser => ({
  ...toBaseProfile(hit),
  languages: hit.languages ?? [],
  lastActiveAt: hit.shows_activity ? toMinute(hit.last_active_at) : null,
  comesReliably: hit.comes_reliably,
  nextFreeAt: hit.next_free_at,
});
