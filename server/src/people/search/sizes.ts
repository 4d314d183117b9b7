import { anyLearner, anySpeaker, everyone, languageScopes } from '#people/listing/scopes';
import { readWalk, type WalkSource } from '#platform/moment';
import { sql } from '#platform/statement';
import { type Filter, isCounted, keptCount } from './filter.ts';

/** How many people there are about now: a way of reading is chosen by these, and no answer depends on them. */
export interface Sizes {
  /** The number of people in a set of scopes. */
  ofScopes(scopes: number[]): number;
  /** The number of people who match the filter without its name. */
  withoutName(filter: Filter): number;
}

interface SizeRow {
  scope: number;
  low: number;
  high: number;
  people: number;
}

const keptMs = 10_000;
const kept = new WeakMap<WalkSource['pool'], { sizes: Sizes; readAt: number }>();
const allScopes = [everyone, anySpeaker, anyLearner, ...languageScopes()];

export async function readSizes(source: WalkSource): Promise<Sizes> {
  const known = kept.get(source.pool);
  if (known && performance.now() - known.readAt < keptMs) return known.sizes;
  // Levels are numbers of any precision: hundredths are enough here and bound the rows.
  const rows = await readWalk(
    source,
    sql<SizeRow>`
      SELECT scope, round(low * 100) / 100 AS low, round(high * 100) / 100 AS high, sum(people) AS people
      FROM listing_counts WHERE scope = ANY (${allScopes}::smallint[]) AND gram = '' GROUP BY 1, 2, 3`,
  );
  const sizes = sizesOf(Map.groupBy(rows, ({ scope }) => scope));
  kept.set(source.pool, { sizes, readAt: performance.now() });
  return sizes;
}

function sizesOf(rows: Map<number, SizeRow[]>): Sizes {
  const sum = (scopes: number[], { min, max } = { min: 0, max: 1 }) =>
    scopes
      .flatMap((scope) => rows.get(scope) ?? [])
      .filter(({ low, high }) => low >= min && high <= max)
      .reduce((total, { people }) => total + people, 0);
  const totals = new Map([...rows.keys()].map((scope) => [scope, sum([scope])]));
  return {
    ofScopes: (scopes) => scopes.reduce((total, scope) => total + (totals.get(scope) ?? 0), 0),
    withoutName: ({ countScopes, levels }) => sum(countScopes, levels ?? undefined),
  };
}

/** The most people, out of everybody, who can have the fragment in their name. */
export async function readNamed(source: WalkSource, filter: Filter): Promise<number> {
  const anybody = {
    ...filter,
    languageCode: undefined,
    learning: undefined,
    levels: null,
    countScopes: [everyone],
  };
  const people = isCounted(anybody) ? keptCount(anybody) : rarestGram(filter);
  const [found] = await readWalk(source, sql<{ people: number }>`SELECT ${people} AS people`);
  return found?.people ?? 0;
}

const rarestGram = ({ grams }: Filter) => sql`(
  SELECT coalesce(min(people), 0) FROM (
    SELECT coalesce(sum(people), 0) AS people FROM unnest(${grams}::text[]) AS wanted (gram)
    LEFT JOIN listing_counts AS counts ON counts.scope = -1 AND counts.gram = wanted.gram COLLATE "C"
    GROUP BY wanted.gram
  ) AS sums
)`;
