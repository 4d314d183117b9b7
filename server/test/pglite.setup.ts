import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '#platform/database';
import { createTestLog } from '#test/log';
import { fillTemplate } from '#test/template';

/** Makes one migrated data folder; each worker opens a copy of it. */
export default async function setup(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), 'parlance-test-'));
  const template = join(folder, 'template');
  const database = await openDatabase({ dataDir: template, log: createTestLog().log });
  await fillTemplate(database);
  await database.close();
  project.provide('databases', { kind: 'pglite', folder, template });
  return () => rmSync(folder, { recursive: true, force: true });
}
