import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { transaction } from './database.ts';
import type { Logger } from './logger.ts';
import { StartupError } from './startup-error.ts';

/** An arbitrary advisory lock key shared by all nodes: one node migrates, the others wait. */
const lockKey = 7_238_414_601;

export const migrationsFolder = join(import.meta.dirname, '../../migrations');

interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

/**
 * Runs every pending migration in name order, all in one transaction. A failing file leaves the database unchanged, and no file can
 * contain a statement that refuses a transaction (CREATE INDEX CONCURRENTLY).
 */
export async function migrate(
  pool: pg.Pool,
  options: { log: Logger; folder?: string },
): Promise<{ applied: string[] }> {
  const migrations = readMigrations(options.folder ?? migrationsFolder);
  const applied = await transaction(pool, async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [lockKey]);
    await client.query(`
      CREATE TABLE IF NOT EXISTS migrations (
        name text PRIMARY KEY,
        checksum text NOT NULL,
        applied_at timestamptz NOT NULL DEFAULT now()
      )`);
    const done = await appliedMigrations(client);
    refuseOtherHistory(migrations, done);
    const pending = migrations.filter((migration) => !isApplied(migration, done));
    for (const migration of pending) await apply(client, migration);
    return pending.map(({ name }) => name);
  });
  if (applied.length > 0) options.log.info({ applied }, 'database migrated');
  return { applied };
}

/** Reads the files in order. Throws on ambiguous order: two branches can use the same number. */
export function readMigrations(folder: string): Migration[] {
  const names = readdirSync(folder).toSorted();
  const byNumber = new Map<string, string>();
  for (const name of names) {
    const number = /^(\d{4})-[a-z0-9-]+\.sql$/.exec(name)?.[1];
    if (number === undefined) throw new StartupError(`Migration ${name} is not named like 0001-name.sql.`);
    const other = byNumber.get(number);
    if (other !== undefined) throw new StartupError(`Migrations ${other} and ${name} have the same number.`);
    byNumber.set(number, name);
  }
  return names.map((name) => {
    const sql = readFileSync(join(folder, name), 'utf8');
    return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
  });
}

async function appliedMigrations(client: pg.PoolClient): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'SELECT name, checksum FROM migrations ORDER BY name',
  );
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
}

/**
 * Refuses a database from before the migrations were rewritten for the first release. Newer migrations after the last known file are
 * accepted: in a rolling update an old node can restart.
 */
function refuseOtherHistory(migrations: Migration[], done: Map<string, string>): void {
  const ours = new Set(migrations.map(({ name }) => name));
  const last = migrations.at(-1)?.name ?? '';
  const foreign = [...done.keys()].find((name) => !ours.has(name) && name < last);
  if (foreign === undefined) return;
  throw new StartupError(
    `This database was made by another version of Parlance (it ran ${foreign}, which this one does not have): start that version, or begin anew with an empty DATA_DIR or database.`,
  );
}

function isApplied({ name, checksum }: Migration, done: Map<string, string>): boolean {
  const known = done.get(name);
  if (known === undefined) return false;
  if (known === checksum) return true;
  throw new StartupError(
    `Migration ${name} was changed after it had run on this database. Undo the change and put it into a new file.`,
  );
}

async function apply(client: pg.PoolClient, { name, sql, checksum }: Migration): Promise<void> {
  try {
    await client.query(sql);
  } catch (error) {
    throw new StartupError(`Migration ${name} failed: ${error instanceof Error ? error.message : error}`);
  }
  await client.query('INSERT INTO migrations (name, checksum) VALUES ($1, $2)', [name, checksum]);
}
