import { execFile, spawn } from 'node:child_process';
import { chmodSync, chownSync, globSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { endProcess, findProgram, freePort, postgresOwner, untilReady } from './servers.ts';

/** A streaming replica of a running Postgres. */
export interface Replica {
  /** The address of a database on the replica. */
  urlOf(databaseUrl: string): string;
  stop(): Promise<void>;
}

export async function startReplica(primaryUrl: string, parent: string): Promise<Replica> {
  const initdb = findProgram('initdb', 'postgresql', globSync('/usr/lib/postgresql/*/bin/initdb'));
  const program = (name: string) => join(dirname(initdb), name);
  const { port: primaryPort, username } = new URL(primaryUrl);
  const owner = postgresOwner();
  const folder = join(parent, 'replica');
  mkdirSync(folder);
  chmodSync(parent, 0o755);
  chmodSync(folder, 0o700);
  chownSync(folder, owner.uid ?? -1, owner.gid ?? -1);
  const as = { ...owner, cwd: folder };
  const source = ['-h', '127.0.0.1', '-p', primaryPort, '-U', username];
  const copy = ['-D', folder, '-R', '-X', 'stream', '--checkpoint=fast', '--no-sync'];
  await promisify(execFile)(program('pg_basebackup'), [...source, ...copy], as);
  const port = await freePort();
  const place = ['-D', folder, '-k', folder, '-h', '127.0.0.1', '-p', `${port}`];
  const server = spawn(program('postgres'), [...place, '-c', 'max_connections=200', '-c', 'fsync=off'], {
    ...as,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // A standby says "ready to accept read-only connections".
  await untilReady(server);
  return {
    urlOf(databaseUrl) {
      const url = new URL(databaseUrl);
      url.port = `${port}`;
      return url.href;
    },
    async stop() {
      await endProcess(server, 'SIGQUIT');
    },
  };
}
