import type { SearchFilters } from '@parlance/contract/people';
import { activityLagMs } from '#people/listing/listing';
import { foldName, isOneKey, keysOfFragment } from '#people/listing/name-folding';
import { everyone, keyOfScope, languageScopes, maskOf, scopeOf } from '#people/listing/scopes';
import { joined, plainSql, type Statement, sql } from '#platform/statement';

/** An SQL condition on a row of the listing, with the alias `row`. */
export type Condition = Statement;
type Conditions = (Condition | false | null)[];

/** The filters in terms of the listing. */
export interface Filter {
  languageCode: string | undefined;
  learning: boolean | undefined;
  /** Null without a filter by level. */
  levels: { min: number; max: number } | null;
  /** Folded; empty without a filter by name. */
  fragment: string;
  /** Only people who show their activity and were active since; null without this filter. */
  activeSince: Date | null;
  /** Only people with a slot to book that starts by `until`; null without this filter. */
  free: { now: Date; until: Date } | null;
  /** Whose saved people; null without this filter. */
  savedBy: string | null;
  /** The scopes to read; a person has a row in at most one of them. */
  scopes: number[];
}

const dayMs = 24 * 3_600_000;

export function readFilter(filters: SearchFilters, viewerId: string | null, now: Date): Filter {
  const { languageCode, learning, minProficiency = 0, maxProficiency = 1 } = filters;
  const { freeWithinDays, activeWithinDays, saved } = filters;
  const inDays = (days: number) => new Date(now.getTime() + days * dayMs);
  const hasLevels = minProficiency > 0 || maxProficiency < 1;
  const both = learning === undefined ? [false, true] : [learning];
  return {
    languageCode,
    learning,
    levels: hasLevels ? { min: minProficiency, max: maxProficiency } : null,
    fragment: foldName(filters.query ?? ''),
    activeSince: activeWithinDays === undefined ? null : inDays(-activeWithinDays),
    free: freeWithinDays === undefined ? null : { now, until: inDays(freeWithinDays) },
    savedBy: saved ? viewerId : null,
    scopes: languageCode ? both.map((isLearning) => scopeOf(languageCode, isLearning)) : [everyone],
  };
}

export const all = (conditions: Conditions): Condition => {
  const real = conditions.filter((condition) => condition !== false && condition !== null);
  return real.length === 0 ? sql`true` : joined(real, ' AND ');
};

/** Whether a language set of the row overlaps a mask. Written with > 0, since the planner estimates = 0 as rare. */
export const holdsAny = (column: 'speaks' | 'learns', mask: bigint): Condition =>
  sql`row.${plainSql(column)} & ${String(mask)}::bigint > 0`;
export const holdsNone = (column: 'speaks' | 'learns', mask: bigint): Condition =>
  sql`row.${plainSql(column)} & ${String(mask)}::bigint < 1`;

/** Where matches are read from: the scopes of the filter, the name index, the people with a free slot, or the viewer's saved people. */
export type Source = 'scope' | 'names' | 'free' | 'saved';

/** All matches, one row each, unordered: FROM and WHERE. */
export function matching(filter: Filter, source: Source, isVisible: Condition | null): Statement {
  if (source === 'names') {
    const named = [...hasKeys(filter), isVisible];
    return filter.free
      ? namedWithFreeTime(named, [inAnyScope(filter), isVisible])
      : sql`listed_people AS row WHERE ${all(named)}`;
  }
  if (source === 'saved') {
    return sql`saved_people AS saved JOIN listed_people AS row ON row.user_id = saved.saved_user_id
      WHERE saved.user_id = ${filter.savedBy} AND ${all([inAnyScope(filter), isVisible])}`;
  }
  const { languageCode, learning, levels } = filter;
  const isAnyLanguage = languageCode === undefined && levels !== null;
  const scopes = isAnyLanguage ? languageScopes(learning) : filter.scopes;
  const avoidsLevelIndex = source === 'free';
  const matches = all([
    sql`row.scope = ANY (${scopes}::smallint[])`,
    ...(isAnyLanguage
      ? [inLevels(levels, { avoidsLevelIndex }), ...ofPerson(filter), isFirstLevel(levels, learning)]
      : [inScope(filter, { avoidsLevelIndex })]),
    isVisible,
  ]);
  if (filter.free && source === 'free') return withFreeTime(filter.free.until, levels, matches);
  return sql`listing AS row WHERE ${matches}`;
}

/** Matches whose next slot starts in time as far as the listing knows, and the others whose slots changed since. */
function withFreeTime(until: Date, levels: Filter['levels'], matches: Condition): Statement {
  const isInSteps = sql`level_step(row.proficiency) = ANY (${levelSteps(levels)}::smallint[])`;
  const isInTime = sql`row.free_at <= ${until}`;
  return inTwoParts(
    'listing',
    [isInSteps, isInTime, matches],
    [isChanged, sql`(${isInTime}) IS NOT TRUE`, matches],
  );
}

/** The same by name: people with a slot as far as the listing knows have an index of keys of their own, and are far fewer. */
const namedWithFreeTime = (named: Conditions, matches: Conditions): Statement =>
  inTwoParts(
    'listed_people',
    [sql`row.free_at IS NOT NULL`, ...named],
    [isChanged, sql`row.free_at IS NULL`, ...matches],
  );

// An array, because a plan without statistics could join the other way round and read it for each person.
const isChanged = sql`row.user_id = ANY (ARRAY(SELECT user_id FROM changed))`;

/** Rows that meet either list of conditions; none may meet both, or it would be counted twice. */
function inTwoParts(table: 'listing' | 'listed_people', one: Conditions, other: Conditions): Statement {
  const part = (conditions: Conditions) => sql`
    SELECT row.user_id, row.active_at, row.speaks, row.learns, row.free_at, row.free_until
    FROM ${plainSql(table)} AS row WHERE ${all(conditions)}`;
  return sql`(${part(one)} UNION ALL ${part(other)}) AS row`;
}

/** The values of the SQL function level_step for these levels; 0 is also that of rows without a language. */
function levelSteps(levels: Filter['levels']): number[] {
  const { min, max } = levels ?? { min: 0, max: 1 };
  const [first, last] = [Math.floor(min * 5), Math.floor(max * 5)];
  return Array.from({ length: last - first + 1 }, (_, place) => first + place);
}

/** Counts a person with two matching levels once, at the first language; only a person with an earlier language needs a lookup. */
function isFirstLevel({ min, max }: { min: number; max: number }, learning: boolean | undefined): Condition {
  const languages = [learning !== true && sql`row.speaks`, learning !== false && sql`row.learns`].filter(
    (set) => set !== false,
  );
  const kind = learning === undefined ? sql`true` : sql`own.scope % 2 = ${learning ? 1 : 0}`;
  return sql`((${joined(languages, ' | ')}) & ((1::bigint << (row.scope >> 1)) - 1) < 1 OR NOT EXISTS (
    SELECT FROM listing AS own
    WHERE own.user_id = row.user_id AND own.scope BETWEEN 0 AND row.scope - 1 AND ${kind}
      AND own.proficiency + 0 BETWEEN ${min} AND ${max}
  ))`;
}

/** The filter as a condition on rows of its own scopes. */
export function inScope(filter: Filter, { avoidsLevelIndex = false } = {}): Condition {
  if (filter.languageCode === undefined) return inAnyScope(filter);
  const { levels } = filter;
  return all([levels && inLevels(levels, { avoidsLevelIndex }), ...ofPerson(filter)]);
}

function inLevels({ min, max }: { min: number; max: number }, { avoidsLevelIndex = false } = {}): Condition {
  // The addition keeps the planner off the index by level: a scan needs the order by recency, and free slots have an index of their own.
  const level = avoidsLevelIndex ? sql`row.proficiency + 0` : sql`row.proficiency`;
  return sql`${level} BETWEEN ${min} AND ${max}`;
}

/** The filter as a condition on rows of any scope. */
export const inAnyScope = (filter: Filter): Condition =>
  all([isInLanguage(filter), hasLevel(filter), ...ofPerson(filter)]);

/** The conditions that do not depend on a language. */
const ofPerson = (filter: Filter): Conditions => [wasActive(filter), hasName(filter), isFree(filter)];

/** Recency of the listing lags: rows that are older by less than the lag are decided by the exact time. */
function wasActive({ activeSince }: Filter): Condition | null {
  if (activeSince === null) return null;
  const earliest = new Date(activeSince.getTime() - activityLagMs);
  return sql`row.shows_activity AND row.active_at >= ${earliest} AND (row.active_at >= ${activeSince} OR EXISTS (
    SELECT FROM users WHERE users.user_id = row.user_id AND users.last_active_at >= ${activeSince} OFFSET 0))`;
}

/** The filter as conditions on listed_people, mostly evaluated by the index on keys. */
function hasKeys(filter: Filter): Conditions {
  const { fragment, languageCode, scopes } = filter;
  return [
    sql`${searchKeys} @> ${keysOfFragment(fragment)}::text[]`,
    languageCode === undefined
      ? isInLanguage(filter)
      : sql`${searchKeys} && ${scopes.map(keyOfScope)}::text[]`,
    wasActive(filter),
    hasLevel(filter),
    !isOneKey(fragment) && hasName(filter),
    isFree(filter),
  ];
}

const searchKeys = sql`search_keys(row.name, row.speaks, row.learns)`;

function isInLanguage({ languageCode, learning }: Filter): Condition | null {
  if (languageCode === undefined) {
    return learning === undefined ? null : learning ? sql`row.learns > 0` : sql`row.speaks > 0`;
  }
  const mask = maskOf([languageCode]);
  if (learning !== undefined) return holdsAny(learning ? 'learns' : 'speaks', mask);
  return sql`(row.speaks | row.learns) & ${String(mask)}::bigint > 0`;
}

function hasLevel({ levels, languageCode, learning, scopes }: Filter): Condition | null {
  if (!levels) return null;
  // A person has few rows, so they are read as one range, not scope by scope.
  const inLanguages =
    languageCode !== undefined
      ? sql`own.scope = ANY (${scopes}::smallint[])`
      : all([sql`own.scope >= 0`, learning !== undefined && sql`own.scope % 2 = ${learning ? 1 : 0}`]);
  // OFFSET keeps the subquery a lookup per row; otherwise the planner makes it a join over everyone.
  return sql`EXISTS (
    SELECT FROM listing AS own
    WHERE own.user_id = row.user_id AND ${inLanguages}
      AND own.proficiency BETWEEN ${levels.min} AND ${levels.max}
    OFFSET 0)`;
}

// Not LIKE, in which % and _ are wildcards.
const hasName = ({ fragment }: Filter): Condition | false =>
  fragment !== '' && sql`strpos(row.name, ${fragment}) > 0`;

/**
 * Whether the listing does not know the next slot of a person: it has passed, or slots changed since (the CTE `changed`). Then the slots
 * themselves decide. So the result is exact, whenever the listing is refreshed (people/listing/free-times.ts).
 */
export const isFreeTimeStale = (alias: 'row' | 'page', now: Date | Statement): Condition => {
  const row = plainSql(alias);
  return sql`(${row}.free_until <= ${now} OR ${row}.user_id IN (SELECT user_id FROM changed))`;
};

/** Whether the person has a slot to book by `until`. */
function isFree({ free }: Filter): Condition | null {
  if (free === null) return null;
  return sql`CASE WHEN ${isFreeTimeStale('row', free.now)} THEN EXISTS (
      SELECT FROM bookable_slots(row.user_id, ${free.now}) AS slot WHERE slot.starts_at <= ${free.until} OFFSET 0)
    ELSE row.free_at <= ${free.until} END`;
}
