import { createHash } from 'node:crypto';
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { amcheck } from '@electric-sql/pglite/contrib/amcheck';
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist';
import type { Note } from './disk-log.ts';

const checksum = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('base64url');

/** Compares a data folder with its acknowledgements, on a copy, so that the check does not repair it before the application does. */
export async function findLosses(dataDir: string, promised: Note[], copy: string): Promise<string[]> {
  const losses: string[] = [];
  const latest = new Map<number, number>();
  for (const { row, file, secret } of promised) {
    if (row) latest.set(row.id, Math.max(row.version, latest.get(row.id) ?? 0));
    if (file && checksumAt(join(dataDir, 'media', file.key)) !== file.checksum)
      losses.push(`file ${file.key}`);
    if (secret && checksumAt(join(dataDir, 'token-secret')) !== secret) losses.push('the secret');
  }
  // Without acknowledgements there can be no database yet; the next start shows whether the application recovers.
  if (promised.length === 0) return losses;
  try {
    cpSync(join(dataDir, 'database'), copy, { recursive: true });
    losses.push(...(await findLostRows(copy, promised, latest)));
  } catch (error) {
    losses.push(`the database does not open: ${error}`);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
  return losses;
}

async function findLostRows(
  folder: string,
  promised: Note[],
  latest: Map<number, number>,
): Promise<string[]> {
  rmSync(join(folder, 'postmaster.pid'), { force: true });
  const db = await PGlite.create({ dataDir: folder, extensions: { amcheck, btree_gist } });
  const column = async (sql: string) =>
    (await db.query<{ value: string }>(sql)).rows.map(({ value }) => value);
  try {
    const { rows } = await db.query<{ id: number; version: number }>('SELECT id, version FROM acknowledged');
    const found = new Map(rows.map(({ id, version }) => [Number(id), version]));
    const messages = new Set(await column('SELECT chat_message_id AS value FROM chat_messages'));
    const tables = new Set(await column("SELECT relname AS value FROM pg_class WHERE relkind = 'r'"));
    const losses = [...latest]
      .filter(([id, version]) => (found.get(id) ?? 0) < version)
      .map(([id, version]) => `row ${id} in version ${version}: ${found.get(id) ?? 'gone'}`);
    for (const { message, table } of promised) {
      if (message && !messages.has(message)) losses.push(`message ${message}`);
      if (table && !tables.has(table)) losses.push(`table ${table}`);
    }
    // Check every column value and index entry against its pages.
    await db.exec('CREATE EXTENSION amcheck');
    const damage = await column(`
      SELECT format('%s: %s', relname, msg) AS value
      FROM pg_class, LATERAL verify_heapam(pg_class.oid) WHERE relkind = 'r' AND relpersistence = 'p'`);
    await db.exec(`
      SELECT bt_index_check(pg_class.oid, true) FROM pg_class JOIN pg_am ON pg_am.oid = relam
      WHERE relkind = 'i' AND amname = 'btree' AND relpersistence = 'p';
      SELECT gin_index_check(pg_class.oid) FROM pg_class JOIN pg_am ON pg_am.oid = relam
      WHERE relkind = 'i' AND amname = 'gin' AND relpersistence = 'p'`);
    return [...losses, ...damage];
  } finally {
    await db.close();
  }
}

function checksumAt(path: string): string | undefined {
  return existsSync(path) ? checksum(readFileSync(path)) : undefined;
}
