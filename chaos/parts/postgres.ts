import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { endProcess, makePostgres, untilReady } from '@parlance/server/test/servers';
import pg from 'pg';
import type { Stage } from './stage.ts';

/** A database server that can crash and recover its data. */
export interface Postgres {
  url: string;
  /** For the checks of the scenario; it survives restarts. */
  pool: pg.Pool;
  /** Kills it without a checkpoint and starts it again: it recovers from its WAL. */
  crash(): Promise<void>;
}

const settings = [
  // Only processes are killed, not the machine, so data in the page cache survives.
  'fsync=off',
  // Unlike in the test database, an acknowledged commit must be in the WAL.
  'synchronous_commit=on',
  // Gives the commit order of transactions, independent of client clocks.
  'track_commit_timestamp=on',
];

export async function startPostgres(stage: Stage): Promise<Postgres> {
  const { url, launch } = await makePostgres(join(stage.folder, 'postgres'), settings);
  let server: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    server = launch();
    await untilReady(server);
  };
  stage.defer(() => endProcess(server, 'SIGINT'));
  await start();
  const pool = new pg.Pool({ connectionString: url, max: 4 });
  pool.on('error', () => {});
  stage.defer(() => pool.end());
  return {
    url,
    pool,
    async crash() {
      await endProcess(server, 'SIGQUIT');
      await start();
    },
  };
}
