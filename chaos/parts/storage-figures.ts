import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';

export interface StorageFigures {
  databaseMb: number;
  mediaFiles: number;
  mediaMb: number;
  /** Temporary files that were never renamed. */
  halfWritten: number;
}

const megabyte = 1024 ** 2;

export async function storageFigures(pool: pg.Pool, media: string): Promise<StorageFigures> {
  const { rows } = await pool.query<{ bytes: string }>(
    'SELECT pg_database_size(current_database()) AS bytes',
  );
  const files = readdirSync(media, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  const bytes = files.reduce((sum, { parentPath, name }) => sum + sizeOf(join(parentPath, name)), 0);
  return {
    databaseMb: Number(rows[0]?.bytes) / megabyte,
    mediaFiles: files.length,
    mediaMb: bytes / megabyte,
    halfWritten: files.filter(({ name }) => name.startsWith('.')).length,
  };
}

/** The largest tables, with their rows. */
export async function largestTables(pool: pg.Pool, count: number): Promise<string[]> {
  const { rows } = await pool.query<{ name: string; bytes: string }>(
    `SELECT relname AS name, pg_total_relation_size(oid) AS bytes FROM pg_class
     WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY bytes DESC LIMIT $1`,
    [count],
  );
  const counts = await countRows(
    pool,
    rows.map(({ name }) => name),
  );
  return rows.map(
    ({ name, bytes }) => `${name} ${counts[name]} rows, ${(Number(bytes) / megabyte).toFixed(1)} MB`,
  );
}

export async function countRows(pool: pg.Pool, tables: string[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const { rows } = await pool.query<{ count: string }>(`SELECT count(*) FROM ${quoted(table)}`);
    counts[table] = Number(rows[0]?.count);
  }
  return counts;
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
