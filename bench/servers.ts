import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@parlance/server/platform/database';
import { createLogger } from '@parlance/server/platform/logger';
import { databaseOn } from '@parlance/server/test/database-url';
import { type Servers, startServers } from '@parlance/server/test/servers';
import { type Helper, type Place, startHelper } from './processes.ts';

/** A commit is on the disk before it is answered, and the data fits into memory, as where it is in earnest. */
const settings = ['fsync=on', 'synchronous_commit=on', 'shared_buffers=1GB', 'max_wal_size=4GB'];

/** A Postgres of its own and a folder, both gone afterwards. */
export interface Grounds extends Servers {
  folder: string;
  /** Makes an empty database and answers its address. */
  newDatabase(name: string): Promise<string>;
}

export async function withGrounds<Result>(
  redisServers: number,
  work: (grounds: Grounds) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'parlance-bench-'));
  const servers = await startServers(redisServers, settings);
  const newDatabase = async (name: string) => {
    const maintenance = await openDatabase({ databaseUrl: servers.databaseUrl, dataDir: folder, log: quiet });
    await maintenance.pool.query(`CREATE DATABASE ${name}`);
    await maintenance.close();
    return databaseOn(servers.databaseUrl, name);
  };
  try {
    return await work({ ...servers, folder, newDatabase });
  } finally {
    await servers.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const quiet = createLogger({ level: 'error' });

/** Starts ours on a database, with limits of rates off, because the load is one machine. */
export function startOurs(
  { folder }: Grounds,
  { databaseUrl, redisUrl, place = 'any', nodeOptions = [] }: OursOptions,
): Promise<Helper> {
  const env = {
    NODE_ENV: 'test',
    PORT: '0',
    DATA_DIR: folder,
    DATABASE_URL: databaseUrl,
    RATE_LIMITS: 'off',
    ...(redisUrl === undefined ? {} : { REDIS_URL: redisUrl }),
  };
  return startHelper('our-server.ts', { place, env, nodeOptions });
}

interface OursOptions {
  databaseUrl: string;
  redisUrl?: string;
  place?: Place;
  nodeOptions?: string[];
}
