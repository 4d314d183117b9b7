import type { SearchFilters } from '@parlance/contract/people';
import {
  foldName,
  gramsOfFragment,
  isInGrams,
  isOneGram,
  isOneKey,
  keysOfFragment,
} from '#people/listing/name-folding';
import { anyLearner, anySpeaker, everyone, keyOfScope, maskOf, scopeOf } from '#people/listing/scopes';
import { joined, plainSql, type Statement, sql } from '#platform/statement';

/** A condition of SQL on a row of the listing, which every statement of the search calls `row`. */
export type Condition = Statement;

/** The filters as the listing understands them. */
export interface Filter {
  languageCode: string | undefined;
  learning: boolean | undefined;
  /** Null when every level is fine. */
  levels: { min: number; max: number } | null;
  /** Folded; empty when there is none. */
  fragment: string;
  /** The pieces of the fragment whose people are counted. */
  grams: string[];
  /** The parts of the listing to read: a person stands in one of them at most once. */
  scopes: number[];
  /** The scopes whose counts make up the number of people. */
  countScopes: number[];
}

export function readFilter(filters: SearchFilters): Filter {
  const { languageCode, learning, minProficiency = 0, maxProficiency = 1 } = filters;
  const hasLevels = minProficiency > 0 || maxProficiency < 1;
  const fragment = foldName(filters.query ?? '');
  const both = learning === undefined ? [false, true] : [learning];
  const ofLanguage = languageCode && both.map((isLearning) => scopeOf(languageCode, isLearning));
  const ofAny = learning === undefined ? everyone : learning ? anyLearner : anySpeaker;
  return {
    languageCode,
    learning,
    levels: hasLevels ? { min: minProficiency, max: maxProficiency } : null,
    fragment,
    grams: gramsOfFragment(fragment),
    scopes: ofLanguage || [everyone],
    countScopes: ofLanguage || [ofAny],
  };
}

/** Whether the kept counts alone say how many people there are. */
export const isCounted = ({ fragment, levels, languageCode, learning }: Filter): boolean =>
  fragment === '' ||
  (isInGrams(fragment) && (languageCode !== undefined || (learning === undefined && levels === null)));

/** The kept number of people who match the filter, where `isCounted`; people whom the viewer must not see are among them. */
export const keptCount = ({ countScopes, fragment, levels }: Filter): Statement<number> => sql`(
  SELECT coalesce(sum(people), 0) FROM listing_counts
  WHERE scope = ANY (${countScopes}::smallint[]) AND ${isGramOf(fragment)}
    AND low >= ${levels?.min ?? 0} AND high <= ${levels?.max ?? 1}
)`;

/** Whether a row counts people with the fragment. A long fragment is looked for in words, of which there are few. */
const isGramOf = (fragment: string): Condition =>
  isOneGram(fragment)
    ? sql`gram = ${fragment}`
    : sql`gram = ANY (ARRAY(
        SELECT gram FROM listing_counts
        WHERE scope = -1 AND char_length(gram) > 3 AND search_keys(gram, 0, 0) @> ${keysOfFragment(fragment)}::text[]
          AND strpos(split_part(gram, ' ', 1), ${fragment}) > 0
          AND strpos(substr(gram, strpos(gram || ' ', ' ')), ${fragment}) = 0
      ))`;

export const all = (conditions: (Condition | false | null | undefined | '')[]): Condition => {
  const real = conditions.filter((condition) => condition !== false && condition !== null && condition);
  return real.length === 0 ? sql`true` : sql`${joined(real as Condition[], ' AND ')}`;
};

/** Whether a language set of the row holds one of these. Not written as <> 0 and = 0: the planner takes the latter for rare. */
export const holdsAny = (column: 'speaks' | 'learns', mask: bigint): Condition =>
  sql`row.${plainSql(column)} & ${String(mask)}::bigint > 0`;
export const holdsNone = (column: 'speaks' | 'learns', mask: bigint): Condition =>
  sql`row.${plainSql(column)} & ${String(mask)}::bigint < 1`;

/** The filter as a condition on the rows of its own scopes. */
export function inScope(filter: Filter, { isWalk = false } = {}): Condition {
  if (filter.languageCode === undefined) return inAnyScope(filter, { isWalk });
  const { levels } = filter;
  return all([levels && inLevels(levels, { isWalk }), hasName(filter)]);
}

export function inLevels({ min, max }: { min: number; max: number }, { isWalk = false } = {}): Condition {
  // On a walk the rows come by recency: the sum keeps the planner from choosing the index of levels instead.
  const level = isWalk ? sql`row.proficiency + 0` : sql`row.proficiency`;
  return sql`${level} BETWEEN ${min} AND ${max}`;
}

/** The filter as a condition on the rows of any scope. */
export function inAnyScope(filter: Filter, { isWalk = false } = {}): Condition {
  return all([isInLanguage(filter), hasLevel(filter, isWalk), hasName(filter)]);
}

/** The filter as a condition on listed_people, most of it answered by the index of keys. */
export function hasKeys(filter: Filter, { isWalk = false } = {}): Condition {
  const { fragment, languageCode, scopes } = filter;
  return all([
    sql`${searchKeys} @> ${keysOfFragment(fragment)}::text[]`,
    languageCode !== undefined && hasScope(scopes),
    languageCode === undefined && isInLanguage(filter),
    hasLevel(filter, isWalk),
    !isOneKey(fragment) && hasName(filter),
  ]);
}

/** Whether a listed person is in one of these scopes. */
export const hasScope = (scopes: number[]): Condition =>
  sql`${searchKeys} && ${scopes.map(keyOfScope)}::text[]`;

const searchKeys = sql`search_keys(row.name, row.speaks, row.learns)`;

function isInLanguage({ languageCode, learning }: Filter): Condition | null {
  if (languageCode === undefined) return learning === undefined ? null : isOf(learning);
  const mask = maskOf([languageCode]);
  if (learning !== undefined) return holdsAny(learning ? 'learns' : 'speaks', mask);
  return sql`(row.speaks | row.learns) & ${String(mask)}::bigint > 0`;
}

const isOf = (learning: boolean): Condition => (learning ? sql`row.learns > 0` : sql`row.speaks > 0`);

function hasLevel({ levels, languageCode, learning, scopes }: Filter, isWalk: boolean): Condition | null {
  if (!levels) return null;
  // A person has few rows: they are read as one range and not looked up scope by scope.
  const inLanguages =
    languageCode !== undefined
      ? sql`own.scope = ANY (${scopes}::smallint[])`
      : all([sql`own.scope >= 0`, learning !== undefined && sql`own.scope % 2 = ${learning ? 1 : 0}`]);
  return sql`EXISTS (
    SELECT FROM listing AS own
    WHERE own.user_id = row.user_id AND ${inLanguages}
      AND own.proficiency BETWEEN ${levels.min} AND ${levels.max}
    ${isWalk ? asLookup : sql``})`;
}

/** Ends a subquery that runs once for each row: with an OFFSET the planner does not turn it into a join over everybody. */
const asLookup = sql`OFFSET 0`;

// Not LIKE, in which % and _ have a meaning of their own.
export const hasName = ({ fragment }: Filter): Condition | false =>
  fragment !== '' && sql`strpos(row.name, ${fragment}) > 0`;
