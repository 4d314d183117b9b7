import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import type pg from 'pg';

/** A text as it can stand in a column of bytes or a file: plain, and in hexadecimal digits. */
const formsOf = (text: string): string[] => [
  text.toLowerCase(),
  JSON.stringify(text).slice(1, -1).toLowerCase(),
  Buffer.from(text).toString('hex'),
];

/** Searches every row of every table for texts; returns `table.column`. Bytes are compared in hexadecimal digits. */
export async function findInDatabase(pool: pg.Pool, texts: readonly string[]): Promise<string[]> {
  const forms = texts.flatMap(formsOf);
  const { rows: tables } = await pool.query<{ name: string; table: string }>(`
    SELECT format('%I.%I', schemaname, tablename) AS name, CASE schemaname WHEN 'public' THEN tablename
      ELSE schemaname || '.' || tablename END AS "table"
    FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`);
  const found = new Set<string>();
  for (const { name, table } of tables) {
    const { rows } = await pool.query<{ row: Record<string, unknown> }>(
      `SELECT to_jsonb(t) AS row FROM ${name} t`,
    );
    for (const { row } of rows) {
      for (const [column, value] of Object.entries(row)) {
        const written = JSON.stringify(value).toLowerCase();
        if (forms.some((form) => written.includes(form))) found.add(`${table}.${column}`);
      }
    }
  }
  return [...found].toSorted();
}

/** Searches the names and the content of all files below a folder; returns paths. */
export function findInFiles(folder: string, texts: readonly string[]): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => texts.some((text) => path.includes(text) || readFileSync(path).includes(text)))
    .toSorted();
}

/**
 * Searches keys and values in Redis; returns the keys. Events of the last minute between the nodes are left out: they are read within
 * milliseconds and deleted by a job.
 */
export async function findInRedis(url: string, texts: readonly string[]): Promise<string[]> {
  const redis = new Redis(url);
  try {
    const [seconds] = await redis.time();
    const found: string[] = [];
    for (const key of await redis.keys('*')) {
      const isStream = (await redis.type(key)) === 'stream';
      const content = isStream
        ? JSON.stringify(await redis.xrange(key, '-', `${Number(seconds) * 1000 - 60_000}`))
        : ((await redis.dumpBuffer(key))?.toString('latin1') ?? '');
      if (texts.some((text) => key.includes(text) || content.includes(text))) found.push(key);
    }
    return found.toSorted();
  } finally {
    redis.disconnect();
  }
}
