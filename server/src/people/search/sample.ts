import { everyone, languageScopes } from '#people/listing/scopes';
import { readWalk, type WalkSource } from '#platform/moment';
import { sql } from '#platform/statement';
import type { Filter } from './filter.ts';

/** A random sample of the listing. Query plans are chosen by its estimates; no result depends on them. */
export interface Sample {
  /** The number of people in a set of scopes. */
  sizeOf(scopes: number[]): number;
  estimate(filter: Filter): Estimate;
}

interface Estimate {
  /** People with the name of the filter, in all scopes and in those of the filter. */
  named: number;
  namedInScopes: number;
  /** Rows with a level of the filter, and those of them that have its name too. */
  inLevels: number;
  matches: number;
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
  const sizes = new Map([...rows].map(([scope, { length }]) => [scope, length * scale]));
  const sizeOf = (scopes: number[]) => scopes.reduce((sum, scope) => sum + (sizes.get(scope) ?? 0), 0);
  const rowsOf = (scopes: number[]) => scopes.flatMap((scope) => rows.get(scope) ?? []);
  const withName = (of: SampledRow[], fragment: string) =>
    scale * of.reduce((sum, { name }) => sum + (name.includes(fragment) ? 1 : 0), 0);
  return {
    sizeOf,
    estimate({ languageCode, learning, levels, scopes, fragment }) {
      const hasName = fragment !== '';
      const named = hasName ? withName(rowsOf([everyone]), fragment) : sizeOf([everyone]);
      const namedInLanguage = () => (hasName ? withName(rowsOf(scopes), fragment) : sizeOf(scopes));
      const namedInScopes = languageCode === undefined ? named : namedInLanguage();
      if (!levels) return { named, namedInScopes, inLevels: sizeOf(scopes), matches: namedInScopes };
      const inLevels = rowsOf(languageCode === undefined ? languageScopes(learning) : scopes).filter(
        ({ proficiency }) => proficiency !== null && proficiency >= levels.min && proficiency <= levels.max,
      );
      const matches = withName(inLevels, fragment);
      return { named, namedInScopes, inLevels: inLevels.length * scale, matches };
    },
  };
}
