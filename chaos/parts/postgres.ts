import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { endProcess, makePostgres, untilReady } from '@parlance/server/test/servers';
import pg from 'pg';
import type { Stage } from './stage.ts';

/** A database server that can be torn down and come back with what it had. */
export interface Postgres {
  url: string;
  /** For the checks of the scenario itself; it survives restarts. */
  pool: pg.Pool;
  /** Ends it without a checkpoint, as a crash would, and starts it again: it recovers from its log. */
  crash(): Promise<void>;
}

const settings = [
  // Processes die here, the machine does not: what was handed to the operating system stays.
  'fsync=off',
  // Unlike the database of the tests: what is acknowledged must be in the log.
  'synchronous_commit=on',
  // Says which transaction came first, whatever the clocks of the clients say.
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
