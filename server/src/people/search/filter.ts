import type { SearchFilters } from '@parlance/contract/people';
import { foldName, isOneKey, keysOfFragment } from '#people/listing/name-folding';
import { everyone, keyOfScope, languageScopes, maskOf, scopeOf } from '#people/listing/scopes';
import { joined, plainSql, type Statement, sql } from '#platform/statement';

/** An SQL condition on a row of the listing, with the alias `row`. */
export type Condition = Statement;

/** The filters in terms of the listing. */
export interface Filter {
  languageCode: string | undefined;
  learning: boolean | undefined;
  /** Null without a filter by level. */
  levels: { min: number; max: number } | null;
  /** Folded; empty without a filter by name. */
  fragment: string;
  /** The scopes to read; a person has a row in at most one of them. */
  scopes: number[];
}

export function readFilter(filters: SearchFilters): Filter {
  const { languageCode, learning, minProficiency = 0, maxProficiency = 1 } = filters;
  const hasLevels = minProficiency > 0 || maxProficiency < 1;
  const both = learning === undefined ? [false, true] : [learning];
  return {
    languageCode,
    learning,
    levels: hasLevels ? { min: minProficiency, max: maxProficiency } : null,
    fragment: foldName(filters.query ?? ''),
    scopes: languageCode ? both.map((isLearning) => scopeOf(languageCode, isLearning)) : [everyone],
  };
}

export const all = (conditions: (Condition | false | null)[]): Condition => {
  const real = conditions.filter((condition) => condition !== false && condition !== null);
  return real.length === 0 ? sql`true` : joined(real, ' AND ');
};

/** Whether a language set of the row overlaps a mask. Written with > 0, since the planner estimates = 0 as rare. */
export const holdsAny = (column: 'speaks' | 'learns', mask: bigint): Condition =>
  sql`row.${plainSql(column)} & ${String(mask)}::bigint > 0`;
export const holdsNone = (column: 'speaks' | 'learns', mask: bigint): Condition =>
  sql`row.${plainSql(column)} & ${String(mask)}::bigint < 1`;

/** All matches, one row each, unordered: FROM and WHERE over the scopes of the filter, or over the name index. */
export function matching(filter: Filter, source: 'scope' | 'names', isVisible: Condition | null): Statement {
  const { languageCode, learning, levels, scopes } = filter;
  if (source === 'names') return sql`listed_people AS row WHERE ${all([...hasKeys(filter), isVisible])}`;
  if (languageCode !== undefined || levels === null) {
    return sql`listing AS row
      WHERE row.scope = ANY (${scopes}::smallint[]) AND ${all([inScope(filter), isVisible])}`;
  }
  return sql`listing AS row
    WHERE row.scope = ANY (${languageScopes(learning)}::smallint[])
      AND ${all([inLevels(levels), hasName(filter), isFirstLevel(levels, learning), isVisible])}`;
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
export function inScope(filter: Filter, { isWalk = false } = {}): Condition {
  if (filter.languageCode === undefined) return inAnyScope(filter);
  const { levels } = filter;
  return all([levels && inLevels(levels, { isWalk }), hasName(filter)]);
}

function inLevels({ min, max }: { min: number; max: number }, { isWalk = false } = {}): Condition {
  // A scan is ordered by recency: the addition keeps the planner off the index by level.
  const level = isWalk ? sql`row.proficiency + 0` : sql`row.proficiency`;
  return sql`${level} BETWEEN ${min} AND ${max}`;
}

/** The filter as a condition on rows of any scope. */
export const inAnyScope = (filter: Filter): Condition =>
  all([isInLanguage(filter), hasLevel(filter), hasName(filter)]);

/** The filter as conditions on listed_people, mostly evaluated by the index on keys. */
function hasKeys(filter: Filter): (Condition | false | null)[] {
  const { fragment, languageCode, scopes } = filter;
  return [
    sql`${searchKeys} @> ${keysOfFragment(fragment)}::text[]`,
    languageCode === undefined
      ? isInLanguage(filter)
      : sql`${searchKeys} && ${scopes.map(keyOfScope)}::text[]`,
    hasLevel(filter),
    !isOneKey(fragment) && hasName(filter),
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
