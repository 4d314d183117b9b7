import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '#platform/database';
import { migrate, migrationsFolder, readMigrations } from '#platform/migrate';
import { createTestLog } from '#test/log';

const cache = join(import.meta.dirname, '../../node_modules/.cache/parlance-test-databases');
const keptForMs = 24 * 3_600_000;

/** Provides one migrated data folder; each worker opens a copy of it. */
export default async function setup(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), 'parlance-test-'));
  project.provide('databases', { kind: 'pglite', folder, template: await prepareTemplate() });
  return () => rmSync(folder, { recursive: true, force: true });
}

/** Creates the template, cached until a migration or PGlite changes because creation takes seconds. */
async function prepareTemplate(): Promise<string> {
  const template = join(cache, templateKey());
  if (existsSync(template)) return template;
  mkdirSync(cache, { recursive: true });
  forgetOldTemplates();
  const fresh = mkdtempSync(join(cache, 'fresh-'));
  const { log } = createTestLog();
  const database = await openDatabase({ dataDir: fresh, log, isHasty: true });
  await migrate(database.pool, { log });
  await database.close();
  try {
    renameSync(fresh, template);
  } catch (error) {
    // A concurrent run created the same template first.
    if (!existsSync(template)) throw error;
    rmSync(fresh, { recursive: true, force: true });
  }
  return template;
}

function templateKey(): string {
  const require = createRequire(import.meta.url);
  const key = createHash('sha256');
  // The package.json is not exported; derive its path from the entry.
  const [folder] = require.resolve('@electric-sql/pglite').split('/dist/');
  key.update(JSON.parse(readFileSync(join(folder ?? '', 'package.json'), 'utf8')).version);
  for (const { name, checksum } of readMigrations(migrationsFolder)) key.update(name + checksum);
  return key.digest('hex').slice(0, 16);
}

function forgetOldTemplates(): void {
  for (const name of readdirSync(cache)) {
    const path = join(cache, name);
    if (Date.now() - statSync(path).mtimeMs > keptForMs) rmSync(path, { recursive: true, force: true });
  }
}
