import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { endProcess, findProgram, freePort } from '@parlance/server/test/servers';
import { until } from '#scenarios/scenario';
import { deployed, type PostgresPair } from './postgres-pair.ts';
import type { Stage } from './stage.ts';

export interface DatabaseProxy {
  url: string;
  /** The servers that HAProxy's check considers writable. */
  writable(): Promise<string[]>;
}

/** Starts HAProxy with the deployed configuration; a sabotage removes its stick table. */
export async function startDatabaseProxy(
  stage: Stage,
  { pg1, pg2 }: PostgresPair,
  { staysPut }: { staysPut: boolean },
): Promise<DatabaseProxy> {
  const haproxy = findProgram('haproxy', 'haproxy', ['/usr/sbin/haproxy']);
  const port = await freePort();
  const socket = join(stage.folder, 'haproxy.sock');
  const path = join(stage.folder, 'haproxy.cfg');
  const places = {
    '/run/haproxy/admin.sock': socket,
    '127.0.0.1:6432': `127.0.0.1:${port}`,
    '10.0.0.11:5432': `127.0.0.1:${pg1.port}`,
    '10.0.0.12:5432': `127.0.0.1:${pg2.port}`,
    ...(staysPut ? {} : { '  stick-table type integer size 100\n  stick on dst_port\n': '' }),
  };
  let config = readFileSync(join(deployed, 'haproxy.cfg'), 'utf8');
  for (const [sample, here] of Object.entries(places)) {
    if (!config.includes(sample)) throw new Error('deploy/failover/haproxy.cfg looks different now');
    config = config.replace(sample, here);
  }
  writeFileSync(path, config);
  const server = spawn(haproxy, ['-db', '-f', path], { stdio: 'ignore' });
  stage.defer(() => endProcess(server, 'SIGKILL'));

  const writable = async (): Promise<string[]> => {
    const connection = createConnection(socket);
    connection.end('show stat\n');
    const lines = (await textOf(connection)).split('\n');
    return lines.flatMap((line) => {
      const cells = line.split(',');
      const [, name = ''] = cells;
      return name.startsWith('pg') && cells.includes('UP') ? [name] : [];
    });
  };
  const knowsPrimary = () =>
    writable().then(
      (names) => names.join() === 'pg1',
      () => false,
    );
  if (!(await until(knowsPrimary, { withinMs: 10_000 })))
    throw new Error('HAProxy does not find the primary');
  return { url: `postgres://parlance@127.0.0.1:${port}/postgres`, writable };
}
