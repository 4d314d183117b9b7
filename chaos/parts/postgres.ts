import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, globSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findProgram, freePort, postgresOwner, untilReady } from '@parlance/server/test/servers';
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
  'max_connections=200',
  // Says which transaction came first, whatever the clocks of the clients say.
  'track_commit_timestamp=on',
];

export async function startPostgres(stage: Stage): Promise<Postgres> {
  const initdb = findProgram('initdb', 'postgresql', globSync('/usr/lib/postgresql/*/bin/initdb'));
  const owner = postgresOwner();
  const folder = join(stage.folder, 'postgres');
  mkdirSync(folder);
  chmodSync(stage.folder, 0o755);
  chownSync(folder, owner.uid ?? -1, owner.gid ?? -1);
  const options = ['-D', folder, '-U', 'parlance', '-A', 'trust', '-E', 'UTF8', '--no-sync'];
  execFileSync(initdb, options, { ...owner, cwd: folder, stdio: 'pipe' });

  const port = await freePort();
  let server: ChildProcess | undefined;
  const launch = async (): Promise<void> => {
    const args = ['-D', folder, '-k', folder, '-h', '127.0.0.1', '-p', `${port}`];
    server = spawn(
      join(dirname(initdb), 'postgres'),
      [...args, ...settings.flatMap((setting) => ['-c', setting])],
      { ...owner, cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    await untilReady(server);
  };
  const stop = async (signal: NodeJS.Signals) => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill(signal);
    await ended;
  };

  stage.defer(() => stop('SIGINT'));
  await launch();
  const url = `postgres://parlance@127.0.0.1:${port}/postgres`;
  const pool = new pg.Pool({ connectionString: url, max: 4 });
  pool.on('error', () => {});
  stage.defer(() => pool.end());
  return {
    url,
    pool,
    async crash() {
      await stop('SIGQUIT');
      await launch();
    },
  };
}
