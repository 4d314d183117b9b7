import type pg from 'pg';
import type { Jobs } from './jobs.ts';

const tidyEverySeconds = 600;
/** A table is vacuumed after this many changed rows: a fixed number plus a share of its rows. */
const changed = { rows: 1000, share: 0.2 };

/** Limit of the write-ahead log, which costs disk space and recovery time after a crash. */
const logMaxBytes = 64 * 1024 * 1024;

/** Schedules vacuum, analyze and checkpoints: PGlite has no autovacuum and no checkpointer process. */
export function scheduleTidying(jobs: Jobs, pool: pg.Pool): void {
  jobs.every(tidyEverySeconds, 'tidy the embedded database', async () => {
    await tidyTables(pool);
    await shortenLog(pool);
  });
}

/** Runs a checkpoint once the write-ahead log exceeds its limit. */
export async function shortenLog(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ bytes: number }>(
    'SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::float8 AS bytes FROM pg_control_checkpoint()',
  );
  if ((rows[0]?.bytes ?? 0) > logMaxBytes) await pool.query('CHECKPOINT');
}

/** Vacuums tables with many changes one at a time, so that other statements run in between. Returns their names. */
export async function tidyTables(pool: pg.Pool): Promise<string[]> {
  // Flush pending statistics, so that the latest changes are counted.
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
