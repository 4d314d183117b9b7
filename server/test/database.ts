import { cpSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { type Database, openDatabase } from '#platform/database';
import { databaseOn } from '#test/database-url';
import { createTestLog } from '#test/log';

export type TestDatabases =
  | { kind: 'pglite'; folder: string; template: string }
  | { kind: 'postgres'; folder: string; serverUrl: string; templateName: string; redisUrls: string[] };

declare module 'vitest' {
  interface ProvidedContext {
    databases: TestDatabases;
  }
}

export interface TestDatabase extends Database {
  databaseUrl: string | null;
  redisUrl: string | null;
}

const worker = Number(process.env.VITEST_POOL_ID);
let shared: Promise<TestDatabase> | undefined;
let tables: string[] | undefined;
let count = 0;

/** Returns this worker's database, shared by its test files: creating one costs more than emptying it. */
export function workerDatabase(): Promise<TestDatabase> {
  shared ??= openTestDatabase();
  return shared;
}

/** Opens a separate copy of the migrated template. The caller closes it. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const databases = inject('databases');
  const { log } = createTestLog();
  if (databases.kind === 'pglite') {
    const database = await openDatabase({ dataDir: copyTemplate(), log, isHasty: true });
    return { ...database, databaseUrl: null, redisUrl: null };
  }
  const name = `worker_${worker}_${process.pid}_${++count}`;
  const server = await openDatabase({ databaseUrl: databases.serverUrl, dataDir: databases.folder, log });
  await server.pool.query(`CREATE DATABASE ${name} TEMPLATE ${databases.templateName}`);
  await server.close();
  const databaseUrl = databaseOn(databases.serverUrl, name);
  return {
    ...(await openDatabase({ databaseUrl, dataDir: databases.folder, log })),
    databaseUrl,
    redisUrl: databases.redisUrls[worker - 1] ?? null,
  };
}

/** Copies a migrated data folder, by default into the folder of the run. */
export function copyTemplate(to?: string): string {
  const databases = inject('databases');
  if (databases.kind !== 'pglite') throw new Error('only the embedded database has a data folder');
  const dataDir = to ?? mkdtempSync(join(databases.folder, 'data-'));
  cpSync(databases.template, dataDir, { recursive: true });
  return dataDir;
}

/**
 * Empties every table. Most are empty, and deleting few rows is many times faster than TRUNCATE, which creates new files. The replica
 * role skips reference checks, so the order does not matter.
 */
export async function emptyDatabase({ pool }: Database): Promise<void> {
  tables ??= await listTables(pool);
  const probes = tables.map((name) => `SELECT '${name}' AS name WHERE EXISTS (SELECT FROM ${name})`);
  const { rows } = await pool.query<{ name: string }>({
    name: 'filled-tables',
    text: probes.join(' UNION ALL '),
  });
  if (rows.length === 0) return;
  const deletions = rows.map(({ name }) => `DELETE FROM ${name};`).join(' ');
  await pool.query(`BEGIN; SET LOCAL session_replication_role = replica; ${deletions} COMMIT`);
}

async function listTables(pool: Database['pool']): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(`
    SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
    WHERE schemaname = 'public' AND tablename <> 'migrations'`);
  return rows.map(({ name }) => name);
}
