import type pg from 'pg';
import type { Jobs } from './jobs.ts';

const tidyEverySeconds = 600;
/** A table is due when so many of its rows have changed: a fixed number and a share of it. */
const changed = { rows: 1000, share: 0.2 };

/** Postgres clears away dead rows and counts living ones by itself; PGlite has nobody who does. */
export function scheduleTidying(jobs: Jobs, pool: pg.Pool): void {
  jobs.every(tidyEverySeconds, 'tidy the embedded database', async () => {
    await tidyTables(pool);
  });
}

/** Tidies each table that has changed much, one by one: whoever waits meanwhile goes between. Answers which. */
export async function tidyTables(pool: pg.Pool): Promise<string[]> {
  // What has changed a moment ago is not counted yet.
  await pool.query('SELECT pg_stat_force_next_flush()');
  const { rows } = await pool.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, seen.relname) AS name
     FROM pg_stat_user_tables AS seen JOIN pg_class ON pg_class.oid = relid
     WHERE greatest(n_dead_tup, n_mod_since_analyze) > $1 + $2 * greatest(reltuples, 0)
     ORDER BY name`,
    [changed.rows, changed.share],
  );
  for (const { name } of rows) await pool.query(`VACUUM (ANALYZE) ${name}`);
  return rows.map(({ name }) => name);
}
