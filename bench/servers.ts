import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApp } from '@parlance/server/app';
import { readConfig } from '@parlance/server/config';
import { openDatabase } from '@parlance/server/platform/database';
import { createLogger } from '@parlance/server/platform/logger';
import type { Platform } from '@parlance/server/platform/platform';
import { databaseOn } from '@parlance/server/test/database-url';
import { type Servers, startServers } from '@parlance/server/test/servers';
import { type Helper, type HelperOptions, startHelper } from './processes.ts';

/** Production settings: commits are on disk before the response, and the data fits into memory. */
const settings = ['fsync=on', 'synchronous_commit=on', 'shared_buffers=1GB', 'max_wal_size=4GB'];

/** A temporary Postgres, a folder and the started programs, all removed afterwards. */
export interface Grounds extends Servers {
  folder: string;
  newDatabase(name: string): Promise<string>;
  start(file: string, options?: HelperOptions): Promise<Helper>;
  startOurs(options: OursOptions): Promise<Helper>;
}

interface OursOptions extends HelperOptions {
  databaseUrl: string;
  redisUrl?: string;
  /** The folder of another version, installed; this one by default. */
  version?: string | null;
}

export async function withGrounds<Result>(
  redisServers: number,
  work: (grounds: Grounds) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'parlance-bench-'));
  const servers = await startServers(redisServers, settings);
  const helpers: Helper[] = [];
  const newDatabase = async (name: string) => {
    const maintenance = await openDatabase({ databaseUrl: servers.databaseUrl, dataDir: folder, log: quiet });
    await maintenance.pool.query(`CREATE DATABASE ${name}`);
    await maintenance.close();
    return databaseOn(servers.databaseUrl, name);
  };
  const start: Grounds['start'] = async (file, options) => {
    const helper = await startHelper(file, options);
    helpers.push(helper);
    return helper;
  };
  const startOurs: Grounds['startOurs'] = ({ databaseUrl, redisUrl, version, env, ...options }) =>
    start(version ? join(version, 'bench/our-server.ts') : 'our-server.ts', {
      ...options,
      env: { ...environment(folder, databaseUrl, redisUrl), ...env },
    });
  try {
    return await work({ ...servers, folder, newDatabase, start, startOurs });
  } finally {
    await Promise.all(helpers.map((helper) => helper.stop()));
    await servers.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const quiet = createLogger({ level: 'error' });

/** Rate limits are off, because the whole load comes from one machine. */
const environment = (folder: string, databaseUrl: string, redisUrl?: string) => ({
  NODE_ENV: 'test',
  PORT: '0',
  DATA_DIR: folder,
  DATABASE_URL: databaseUrl,
  RATE_LIMITS: 'off',
  ...(redisUrl !== undefined && { REDIS_URL: redisUrl }),
});

/** Runs our server in this process, on an empty database. */
export const withApp = <Result>(work: (platform: Platform) => Promise<Result>): Promise<Result> =>
  withGrounds(0, async ({ folder, newDatabase }) => {
    const config = readConfig(environment(folder, await newDatabase('inside')));
    const app = await startApp(config, { log: createLogger({ level: 'warn' }), manualJobs: true });
    try {
      return await work(app.platform);
    } finally {
      await app.close();
    }
  });
