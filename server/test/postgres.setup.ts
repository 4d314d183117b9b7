import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '#platform/database';
import { migrate } from '#platform/migrate';
import { databaseOn } from '#test/database-url';
import { createTestLog } from '#test/log';
import { startServers } from '#test/servers';

const templateName = 'parlance_template';

/** Starts a private Postgres with one migrated template database, and a Redis for each worker. */
export default async function setup(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), 'parlance-test-'));
  const servers = await startServers(project.globalConfig.maxWorkers);
  const { log } = createTestLog();
  const maintenance = await openDatabase({ databaseUrl: servers.databaseUrl, dataDir: folder, log });
  await maintenance.pool.query(`CREATE DATABASE ${templateName}`);
  await maintenance.close();

  const template = await openDatabase({
    databaseUrl: databaseOn(servers.databaseUrl, templateName),
    dataDir: folder,
    log,
  });
  await migrate(template.pool, { log });
  await template.close();

  project.provide('databases', {
    kind: 'postgres',
    folder,
    serverUrl: servers.databaseUrl,
    templateName,
    redisUrls: servers.redisUrls,
  });
  return async () => {
    await servers.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
