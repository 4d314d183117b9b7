import type { ResultOf } from '@parlance/contract/endpoint';
import {
  fitTiers,
  type SearchFilters,
  type SearchUser,
  type searchUsers,
  visitorSearchLimit,
} from '@parlance/contract/people';
import { listLimitDefault } from '@parlance/contract/text';
import { everyone, maskOf } from '#people/listing/scopes';
import { toBaseProfile, toMinute } from '#people/public-profile';
import { compareInterests } from '#people/shared-interests';
import { readWalk, type WalkSource, walkMoment } from '#platform/moment';
import type { Caller } from '#platform/serve';
import { sql } from '#platform/statement';
import {
  type Answer,
  type Count,
  type Hit,
  hidden,
  readAnswer,
  readCount,
  readViewer,
  type Viewer,
} from './answer.ts';
import { countPeople, fewWay, namedPage, type Source } from './few.ts';
import { type Filter, isCounted, keptCount, readFilter } from './filter.ts';
import { fitOf, tiersOf } from './fit.ts';
import { type Bounds, measuredBounds, type Page, type Search, visibleTo } from './plan.ts';
import { readNamed, readSizes, type Sizes } from './sizes.ts';
import { readDeep, walkedPage } from './walk.ts';

/** Finds partners, best fit first; the count belongs to the same moment as the page. */
export async function searchPeople(
  source: WalkSource,
  caller: Caller | null,
  filters: SearchFilters,
  bounds: Bounds = measuredBounds,
): Promise<ResultOf<typeof searchUsers>> {
  const filter = readFilter(filters);
  const { limit = listLimitDefault, offset = 0 } = filters;
  const page = caller ? { limit, offset } : { limit: Math.min(limit, visitorSearchLimit), offset: 0 };
  const viewerId = caller?.userId ?? null;
  const sizes = await readSizes(source);
  const named = filter.fragment === '' ? null : await readNamed(source, filter);
  for (let viewer = await aboutViewer(source, viewerId); ; ) {
    const isVisible = viewerId !== null && visibleTo(viewerId, viewer.hasBlocks);
    const search = { viewerId, filter, tiers: tiersOf(viewer, filter), isVisible, sizes, bounds };
    const answer = await find(source, search, page, named);
    if (viewerId === null || isSameViewer(viewer, answer.viewer)) return shown(answer, caller !== null);
    viewer = answer.viewer;
    remember(viewerId, viewer);
  }
}

/**
 * The languages of people as of their last search, and whether they had blocks: a statement is written for these, and its
 * answer says whether they still hold. If not, it is asked again.
 */
const lastSeen = new Map<string, Viewer>();
const lastSeenMax = 10_000;

async function aboutViewer(source: WalkSource, viewerId: string | null): Promise<Viewer> {
  if (viewerId === null) return { speaks: [], learns: [], interests: [], hasBlocks: false };
  const known = lastSeen.get(viewerId);
  if (known) return known;
  const viewer = await readViewer((query) => readWalk(source, query), viewerId);
  remember(viewerId, viewer);
  return viewer;
}

function remember(viewerId: string, viewer: Viewer): void {
  lastSeen.delete(viewerId);
  lastSeen.set(viewerId, viewer);
  const [oldest] = lastSeen.keys();
  if (lastSeen.size > lastSeenMax && oldest !== undefined) lastSeen.delete(oldest);
}

const isSameViewer = (one: Viewer, other: Viewer): boolean =>
  one.hasBlocks === other.hasBlocks &&
  maskOf(one.speaks) === maskOf(other.speaks) &&
  maskOf(one.learns) === maskOf(other.learns);

/** Chooses how to read by the sizes. All but pages far down and counts that nobody keeps are one statement. */
function find(source: WalkSource, search: Search, page: Page, named: number | null): Promise<Answer> {
  const { filter, bounds, sizes } = search;
  const from = sourceOf(filter, sizes, named);
  const kept: Count | null = isCounted(filter) ? sql`${keptCount(filter)} - ${hidden}` : null;
  if (from.rows <= fewOf(filter, from.source, bounds)) {
    const way = fewWay(search, page, from.source, kept);
    return readAnswer((query) => readWalk(source, query), search, way);
  }
  const isShallow = page.offset + page.limit <= bounds.shallowRows;
  const isRare = from.source === 'names' && from.rows < bounds.rareName * sizes.ofScopes(filter.scopes);
  if (kept && isShallow) {
    const way = { count: kept, page: isRare ? namedPage(search, page) : walkedPage(search, page) };
    return readAnswer((query) => readWalk(source, query), search, way);
  }
  return walkMoment(source, async (moment) => {
    const people = kept ? null : await countPeople(moment, search, from.source);
    const exact: Count = kept ?? sql`${people}::int - ${hidden}`;
    const count = await readCount(moment.read, search, exact);
    const rare = bounds.rareName * sizes.ofScopes(filter.scopes);
    const isFew = count < rare && count <= bounds.fewRows;
    if (isFew && !(isRare && isShallow))
      return readAnswer(moment.read, search, fewWay(search, page, from.source, exact));
    const ids = isShallow ? null : await readDeep(moment, search, page, count);
    const way = {
      count: exact,
      page: ids
        ? sql`SELECT user_id FROM unnest(${ids}::uuid[]) AS user_id`
        : isRare
          ? namedPage(search, page)
          : walkedPage(search, page),
    };
    return readAnswer(moment.read, search, way);
  });
}

/** Whether people are read from the scopes of the filter or by their names, and about how many there are. */
function sourceOf(filter: Filter, sizes: Sizes, named: number | null): { source: Source; rows: number } {
  const inScope = sizes.withoutName(filter);
  const share =
    filter.languageCode === undefined ? 1 : sizes.ofScopes(filter.scopes) / sizes.ofScopes([everyone]);
  const withName = named === null ? Number.POSITIVE_INFINITY : named * share;
  return withName < inScope ? { source: 'names', rows: withName } : { source: 'scope', rows: inScope };
}

function fewOf({ levels }: Filter, from: Source, bounds: Bounds): number {
  if (from === 'names') return bounds.fewNames;
  return levels === null ? bounds.fewRows : bounds.fewLevels;
}

/**
 * The hits as they are shown; a visitor is not told about fit, nor how many others there are. The recency by which they were found
 * lags behind: on the page itself, where it is known, people of a tier stand by their real one.
 */
function shown({ viewer, count, hits }: Answer, isMember: boolean): ResultOf<typeof searchUsers> {
  const users = hits
    .map((hit) => {
      const fit =
        isMember && fitOf(viewer, hit.languages ?? [], compareInterests(viewer.interests, hit.interests));
      const user: SearchUser = { ...cardOf(hit), ...(fit && { fit }) };
      const activeAt = (hit.last_active_at ?? hit.created_at).getTime();
      return { user, tier: fit ? fitTiers.indexOf(fit.tier) : 0, activeAt };
    })
    .toSorted((one, other) => one.tier - other.tier || other.activeAt - one.activeAt)
    .map(({ user }) => user);
  return { count: isMember ? count : users.length, users };
}

const cardOf = (hit: Hit): SearchUser => ({
  ...toBaseProfile(hit),
  languages: hit.languages ?? [],
  lastActiveAt: hit.shows_activity ? toMinute(hit.last_active_at) : null,
  comesReliably: hit.comes_reliably,
});
