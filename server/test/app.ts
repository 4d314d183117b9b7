import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { type App, type Ports, startApp, webBuildFolder } from '#app';
import { readConfig } from '#config';
import { openDatabase } from '#platform/database';
import type { FileStore } from '#platform/files';
import type { OutboxEntry } from '#platform/outbox';
import type { Config } from '#platform/settings';
import { loadWebBuild } from '#platform/web-build';
import { afterTest } from '#test/after-test';
import { createTestClock, type TestClock } from '#test/clock';
import { emptyDatabase, type TestDatabase, workerDatabase } from '#test/database';
import { createTestLog, type TestLog } from '#test/log';

export interface TestApp extends App {
  clock: TestClock;
  log: TestLog;
  /** Sent mails and text messages, newest first. */
  sent(): OutboxEntry[];
  runJobs(): Promise<void>;
  /** Starts another node with the same database, Redis and clock. */
  startNode(): Promise<App>;
}

export interface TestAppOptions {
  env?: Record<string, string>;
  now?: string;
  files?: FileStore;
  resourceLimits?: Ports['resourceLimits'];
  /** Fills the empty database before the application starts. */
  fill?: () => Promise<void>;
  /** A database to use as it is, instead of the worker's. */
  database?: TestDatabase;
}

const webBuild = loadWebBuild(webBuildFolder);

/**
 * Starts the real application on the worker's emptied database, with fakes only for clock, outbox and files. Jobs run on demand. The
 * set-up closes it after the test; start it in the test or in `beforeEach`.
 */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database = options.database ?? (await workerDatabase());
  if (!options.database) await emptyDatabase(database);
  await options.fill?.();
  const clock = createTestClock(options.now);
  const log = createTestLog();
  afterTest(async () => log.unexpected());
  const config = testConfig(database, options.env);
  const ports = {
    clock,
    log: log.log,
    manualJobs: true,
    webBuild,
    ...(options.files && { files: options.files }),
    ...(options.resourceLimits && { resourceLimits: options.resourceLimits }),
  };
  const app = await startApp(config, { ...ports, database });
  afterTest(() => closing(app));
  return {
    ...app,
    clock,
    log,
    sent: () => app.outbox?.entries() ?? [],
    runJobs: () => app.platform.jobs.runDue(),
    async startNode() {
      const node = await startApp(config, { ...ports, database: await secondPool(database, log) });
      afterTest(() => closing(node));
      return node;
    },
  };
}

async function closing(thing: { close(): Promise<void> }): Promise<undefined> {
  await thing.close();
}

/** Opens a separate pool for a node; the embedded database has one session anyway. */
async function secondPool(database: TestDatabase, log: TestLog): Promise<TestDatabase> {
  if (database.databaseUrl === null) return database;
  const own = await openDatabase({ databaseUrl: database.databaseUrl, dataDir: '', log: log.log });
  afterTest(() => closing(own));
  return { ...database, ...own };
}

function testConfig({ databaseUrl, redisUrl }: TestDatabase, env: Record<string, string> = {}): Config {
  return readConfig({
    NODE_ENV: 'test',
    // Log everything, because tests search the log for private data.
    LOG_REQUESTS: 'on',
    PORT: '0',
    TRIAL_MACHINE: 'on',
    DATA_DIR: mkdtempSync(join(inject('databases').folder, 'data-')),
    ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }),
    ...(redisUrl !== null && { REDIS_URL: redisUrl }),
    DEMO_DATA: 'off',
    ...env,
  });
}
