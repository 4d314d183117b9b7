import type pg from 'pg';
import type { Jobs } from './jobs.ts';

const tidyEverySeconds = 600;
/** A table is due when so many of its rows have changed: a fixed number and a share of it. */
const changed = { rows: 1000, share: 0.2 };

/** So much of the write-ahead log may gather: it is disk space, and time for the next start after a crash. */
const logMaxBytes = 64 * 1024 * 1024;

/**
 * Postgres clears away dead rows, counts living ones and shortens its write-ahead log by itself; PGlite has nobody who does.
 */
export function scheduleTidying(jobs: Jobs, pool: pg.Pool): void {
  jobs.every(tidyEverySeconds, 'tidy the embedded database', async () => {
    await tidyTables(pool);
    await shortenLog(pool);
  });
}

/** Writes every changed page to its place, so that the log of the changes is not needed any more, once that has grown long. */
export async function shortenLog(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ bytes: number }>(
    'SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::float8 AS bytes FROM pg_control_checkpoint()',
  );
  if ((rows[0]?.bytes ?? 0) > logMaxBytes) await pool.query('CHECKPOINT');
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
