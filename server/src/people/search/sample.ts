import { everyone, languageScopes } from '#people/listing/scopes';
import { readWalk, type WalkSource } from '#platform/moment';
import { sql } from '#platform/statement';
import type { Filter } from './filter.ts';

/** A random sample of the listing. Query plans are chosen by its estimates; no result depends on them. */
export interface Sample {
  /** The estimated number of people in a set of scopes. */
  sizeOf(scopes: number[]): number;
  /** The estimated number of rows that match the level of the filter, and of those that match its name too. */
  matchesOf(filter: Filter): { inLevels: number; matches: number };
  /** The estimated number of people with the fragment in their name. */
  named(fragment: string): number;
}

interface SampledRow {
  name: string;
  proficiency: number | null;
}

/** About 60 rows are on a page. */
const sampledPages = 200;
const refreshMs = 60_000;

interface Cached {
  sample: Promise<Sample>;
  readAt: number;
}
const cache = new WeakMap<WalkSource['pool'], Cached>();

/** The current sample. A stale one is returned at once and refreshed in the background. */
export async function currentSample(source: WalkSource): Promise<Sample> {
  const cached = cache.get(source.pool);
  if (cached && performance.now() - cached.readAt < refreshMs) return cached.sample;
  const fresh = readSample(source);
  const readAt = performance.now();
  cache.set(source.pool, { sample: cached?.sample ?? fresh, readAt });
  if (!cached) {
    fresh.catch(() => cache.delete(source.pool));
    return fresh;
  }
  fresh.then(
    (sample) => cache.set(source.pool, { sample: Promise.resolve(sample), readAt }),
    // The stale sample stays until the next refresh.
    () => undefined,
  );
  return cached.sample;
}

async function readSample(source: WalkSource): Promise<Sample> {
  const rows = await readWalk(
    source,
    sql<{ percent: number; scope: number; rows: SampledRow[] }>`
      SELECT ${percent} AS percent, scope,
        json_agg(json_build_object('name', name, 'proficiency', proficiency)) AS rows
      FROM listing TABLESAMPLE SYSTEM (${percent}) GROUP BY scope`,
  );
  const scale = 100 / (rows[0]?.percent ?? 100);
  return sampleOf(new Map(rows.map((each) => [each.scope, each.rows])), scale);
}

const percent = sql`
  least(100, 100.0 * ${sampledPages} / greatest(1, pg_relation_size('listing') / 8192))::float8`;

function sampleOf(rows: Map<number, SampledRow[]>, scale: number): Sample {
  const rowsOf = (scopes: number[]) => scopes.flatMap((scope) => rows.get(scope) ?? []);
  const sizes = new Map([...rows].map(([scope, each]) => [scope, each.length * scale]));
  const withName = (of: SampledRow[], fragment: string) =>
    of.reduce((sum, { name }) => sum + (name.includes(fragment) ? scale : 0), 0);
  return {
    sizeOf: (scopes) => scopes.reduce((sum, scope) => sum + (sizes.get(scope) ?? 0), 0),
    matchesOf({ languageCode, learning, levels, scopes, fragment }) {
      const isByLevel = languageCode === undefined && levels !== null;
      const inLevels = rowsOf(isByLevel ? languageScopes(learning) : scopes).filter(
        ({ proficiency }) =>
          levels === null || (proficiency !== null && proficiency >= levels.min && proficiency <= levels.max),
      );
      return { inLevels: inLevels.length * scale, matches: withName(inLevels, fragment) };
    },
    named: (fragment) => withName(rowsOf([everyone]), fragment),
  };
}
