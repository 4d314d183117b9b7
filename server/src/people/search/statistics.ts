import { nodeState } from '#platform/node-state';
import type { WalkSource } from '#platform/snapshot-read';
import { plainSql, sql } from '#platform/statement';

/** Planner statistics of the listing (ANALYZE). They select the query plan; no result depends on them. */
export interface Statistics {
  /** The number of rows in a set of scopes, or of those with a level. */
  sizeOf(scopes: number[], levels?: { min: number; max: number } | null): number;
  /** The share of people whose name has a fragment. Names and languages are assumed to be independent. */
  shareOf(fragment: string): number;
  /** The share of rows of people who were active since a time. Recency and languages are assumed to be independent. */
  activeShare(since: Date): number;
  /** The share of rows of people with a slot to book, or whose next one starts by a time; above 0. */
  freeShare(until?: Date): number;
}

interface Row {
  rows: number;
  /** Pairs of scope and level with the share of rows that have both; null before the first ANALYZE, like the columns below. */
  pairs: [scope: string, level: string | null][] | null;
  pairShares: number[] | null;
  /** Words with the share of names that have them; these shares are followed by the bounds of all shares. */
  words: string[] | null;
  wordShares: number[] | null;
  /** The average number of words in a name. */
  wordCount: number | null;
  /** Bounds of equally many rows each, ascending, in seconds of the epoch. */
  activeBounds: number[] | null;
  freeBounds: number[] | null;
  /** Common starts of slots, with the share of rows that have them. */
  freeTimes: number[] | null;
  freeShares: number[] | null;
  /** The share of rows without a slot to book. */
  notFree: number | null;
}

const refreshMs = 60_000;
const leastShare = 0.000_1;

interface Cached {
  statistics: Statistics;
  readAt: number;
}

const cacheOf = nodeState(
  (_: WalkSource): Cached => ({ statistics: statisticsOf(undefined), readAt: Number.NEGATIVE_INFINITY }),
);

/** The current statistics. Stale ones are returned at once and refreshed in the background. */
export async function currentStatistics(source: WalkSource): Promise<Statistics> {
  const cached = cacheOf(source);
  const { readAt } = cached;
  if (performance.now() - readAt < refreshMs) return cached.statistics;
  cached.readAt = performance.now();
  const refreshed = readStatistics(source).then(
    (statistics) => {
      cached.statistics = statistics;
    },
    () => {
      cached.readAt = readAt;
    },
  );
  if (readAt === Number.NEGATIVE_INFINITY) await refreshed;
  return cached.statistics;
}

/** Not on a walk connection: the search beside it would get another one, which has to plan each statement again. */
async function readStatistics({ pool }: WalkSource): Promise<Statistics> {
  const { sql: text, parameters } = sql`
    SELECT greatest(reltuples, 0)::float8 AS rows,
      pairs.most_common_vals AS pairs, pairs.most_common_freqs AS "pairShares",
      words.most_common_elems::text::text[] AS words, words.most_common_elem_freqs AS "wordShares",
      words.elem_count_histogram[cardinality(words.elem_count_histogram)] AS "wordCount",
      ${secondsOf('active.histogram_bounds')} AS "activeBounds",
      ${secondsOf('free.histogram_bounds')} AS "freeBounds", ${secondsOf('free.most_common_vals')} AS "freeTimes",
      free.most_common_freqs AS "freeShares", free.null_frac AS "notFree"
    FROM pg_class
    LEFT JOIN pg_stats AS active ON active.tablename = 'listing' AND active.attname = 'active_at'
    LEFT JOIN pg_stats AS free ON free.tablename = 'listing' AND free.attname = 'free_at'
    LEFT JOIN pg_stats_ext AS pairs ON pairs.statistics_name = 'listing_levels'
    LEFT JOIN pg_stats_ext_exprs AS words ON words.statistics_name = 'listed_people_words'
    WHERE pg_class.oid = 'listing'::regclass`.compile();
  const { rows } = await pool.query<Row>(text, parameters);
  return statisticsOf(rows[0]);
}

/** An array of times in seconds of the epoch, in the same order. */
const secondsOf = (column: string) => sql`ARRAY(
  SELECT extract(epoch FROM value)::float8
  FROM unnest((${plainSql(column)}::text)::timestamptz[]) WITH ORDINALITY AS each (value, place) ORDER BY place)`;

/** The share of bounds that pass; 1 before the first ANALYZE. Never 0, by which estimates are divided. */
function shareOfBounds(bounds: number[] | null | undefined, passes: (ms: number) => boolean): number {
  if (!bounds || bounds.length === 0) return 1;
  return Math.max(bounds.filter((bound) => passes(bound * 1000)).length, 0.5) / bounds.length;
}

function statisticsOf(row: Row | undefined): Statistics {
  const { rows = 0, pairs, pairShares, words, wordShares, wordCount } = row ?? {};
  const cells = (pairs ?? []).map(([scope, level], place) => ({
    scope: Number(scope),
    level: Number(level),
    size: rows * (pairShares?.[place] ?? 0),
  }));
  const byScope = Map.groupBy(cells, ({ scope }) => scope);
  const entries = (words ?? []).map((word, place) => ({ word, share: wordShares?.[place] ?? 0 }));
  const known = entries.reduce((sum, { share }) => sum + share, 0);
  /** The share of names with a word that matches part of a fragment: a part next to a space begins or ends its word. */
  const withPart = (part: string, place: number, { length }: string[]) => {
    const isWord = (word: string) =>
      word.includes(part) &&
      (place === 0 || word.startsWith(part)) &&
      (place === length - 1 || word.endsWith(part));
    const found = entries.reduce((sum, { word, share }) => (isWord(word) ? sum + share : sum), 0);
    // Words too rare for the statistics are assumed to be distributed like the others.
    return found === 0 ? 0 : Math.min(1, (found * (wordCount ?? known)) / known);
  };
  return {
    sizeOf: (scopes, levels) =>
      scopes
        .flatMap((scope) => byScope.get(scope) ?? [])
        .filter(({ level }) => !levels || (level >= levels.min && level <= levels.max))
        .reduce((sum, { size }) => sum + size, 0),
    shareOf: (fragment) =>
      fragment === ''
        ? 1
        : fragment
            .split(' ')
            .map(withPart)
            .reduce((product, share) => product * share, 1),
    activeShare: (since) => shareOfBounds(row?.activeBounds, (ms) => ms >= since.getTime()),
    freeShare: (until) => {
      const passes = (ms: number) => until === undefined || ms <= until.getTime();
      const { freeTimes, freeShares, freeBounds, notFree } = row ?? {};
      const common = (freeTimes ?? []).map((time, place) => ({ time, share: freeShares?.[place] ?? 0 }));
      const sum = (entries: typeof common) => entries.reduce((total, { share }) => total + share, 0);
      const others = Math.max(0, 1 - (notFree ?? 0) - sum(common));
      const passing = sum(common.filter(({ time }) => passes(time * 1000)));
      return Math.max(leastShare, passing + others * shareOfBounds(freeBounds, passes));
    },
  };
}
