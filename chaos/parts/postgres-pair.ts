import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  globSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { endProcess, findProgram, freePort, postgresOwner } from '@parlance/server/test/servers';
import pg from 'pg';
import { until } from '#scenarios/scenario';
import { type Link, startLink } from './link.ts';
import type { Stage } from './stage.ts';

/** One of two database servers on separate machines, in Debian's layout of settings and data folders. */
export interface PairServer {
  name: 'pg1' | 'pg2';
  port: number;
  /** Simulates a power loss. */
  kill(): Promise<void>;
  /** Starts in the role that its data folder determines. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Runs a file of deploy/failover, as the operator does. */
  psql(file: string): Promise<void>;
  query<Row extends pg.QueryResultRow>(text: string): Promise<Row[]>;
  /** Recreates it as a standby of the other. */
  copyFrom(other: PairServer): Promise<void>;
  /** Makes a former primary the standby of the other with pg_rewind: its diverged transactions are undone. */
  rewindTo(other: PairServer): Promise<void>;
}

export interface PostgresPair {
  pg1: PairServer;
  pg2: PairServer;
  /** The replication link from the first to the second. */
  link: Link;
  /** Waits until the standby of a primary streams; `sync` if commits wait for it. */
  untilStreaming(primary: PairServer, state: 'sync' | 'async'): Promise<void>;
}

export const deployed = join(import.meta.dirname, '../../deploy/failover');
const startWithinMs = 30_000;
const run = promisify(execFile);

export async function startPair(
  stage: Stage,
  { isSynchronous }: { isSynchronous: boolean },
): Promise<PostgresPair> {
  const [port1, port2] = [await freePort(), await freePort()];
  const link = await startLink(stage, port1);
  const [pg1, pg2] = [
    layOut(stage, { name: 'pg1', port: port1, primaryPort: port2 }),
    layOut(stage, { name: 'pg2', port: port2, primaryPort: Number(new URL(link.url).port) }),
  ];
  await pg1.make();
  await pg1.start();
  await pg1.psql('roles.sql');
  await pg2.copyFrom(pg1);
  await pg2.start();
  const pair = { pg1, pg2, link, untilStreaming };
  await untilStreaming(pg1, 'async');
  if (isSynchronous) {
    await pg1.psql('together.sql');
    await untilStreaming(pg1, 'sync');
  }
  return pair;
}

async function untilStreaming(primary: PairServer, state: 'sync' | 'async'): Promise<void> {
  const look = async () => {
    const rows = await primary.query(
      `SELECT FROM pg_stat_replication WHERE state = 'streaming' AND sync_state = '${state}'`,
    );
    return rows.length === 1;
  };
  if (!(await until(look, { withinMs: startWithinMs })))
    throw new Error(`nobody streams from ${primary.name} as ${state}`);
}

interface Layout {
  name: PairServer['name'];
  port: number;
  /** Port of the primary while this one is a standby. */
  primaryPort: number;
}

export function layOut(
  stage: Stage,
  { name, port, primaryPort }: Layout,
): PairServer & { make(): Promise<void> } {
  const initdb = findProgram('initdb', 'postgresql', globSync('/usr/lib/postgresql/*/bin/initdb'));
  const program = (called: string) => join(dirname(initdb), called);
  const owner = postgresOwner();
  const [home, settings, data] = ['', 'etc', 'data'].map((part) => join(stage.folder, name, part)) as [
    string,
    string,
    string,
  ];
  chmodSync(stage.folder, 0o755);
  for (const folder of [home, settings, data]) {
    mkdirSync(folder);
    chownSync(folder, owner.uid ?? -1, owner.gid ?? -1);
    chmodSync(folder, 0o700);
  }
  const config = join(settings, 'postgresql.conf');
  const hba = join(settings, 'pg_hba.conf');
  const log = join(home, 'log');
  writeFileSync(config, `${ownSettings({ data, hba, home, port })}\n${pairSettings(name, primaryPort)}`);
  writeFileSync(
    hba,
    `${accessRules()}\nlocal all all trust\nhost all all 127.0.0.1/32 trust\nhost replication all 127.0.0.1/32 trust\n`,
  );
  for (const file of [config, hba]) chownSync(file, owner.uid ?? -1, owner.gid ?? -1);

  const asPostgres = { ...owner, cwd: home };
  let server: ChildProcess | undefined;
  const isUp = () => server !== undefined && server.exitCode === null && server.signalCode === null;
  const query = async <Row extends pg.QueryResultRow>(text: string): Promise<Row[]> => {
    const client = new pg.Client({
      host: '127.0.0.1',
      port,
      user: 'parlance',
      database: 'postgres',
      connectionTimeoutMillis: 2000,
    });
    client.on('error', () => {});
    try {
      await client.connect();
      return (await client.query<Row>(text)).rows;
    } finally {
      await client.end().catch(() => {});
    }
  };
  const stop = async () => {
    await endProcess(server, 'SIGINT');
  };
  stage.defer(stop);
  const sourceOf = (other: PairServer) => `host=127.0.0.1 port=${other.port} user=replicator`;
  const markStandby = () => {
    const mark = join(data, 'standby.signal');
    writeFileSync(mark, '');
    chownSync(mark, owner.uid ?? -1, owner.gid ?? -1);
  };

  return {
    name,
    port,
    query,
    stop,
    async make() {
      await run(initdb, ['-D', data, '-U', 'parlance', '-A', 'trust', '-E', 'UTF8', '--no-sync'], asPostgres);
    },
    async start() {
      const output = openSync(log, 'a');
      server = spawn(program('postgres'), ['-c', `config_file=${config}`], {
        ...asPostgres,
        stdio: ['ignore', output, output],
      });
      const answers = () =>
        query('SELECT 1').then(
          () => true,
          () => false,
        );
      const isReady = await until(async () => !isUp() || (await answers()), { withinMs: startWithinMs });
      if (!isReady || !isUp())
        throw new Error(`${name} did not start:\n${readFileSync(log, 'utf8').slice(-3000)}`);
    },
    async kill() {
      if (!server?.pid || !isUp()) return;
      const ended = once(server, 'exit');
      // SIGSTOP first: otherwise the postmaster would notice its children's exit and restart them.
      server.kill('SIGSTOP');
      for (const child of childrenOf(server.pid)) process.kill(child, 'SIGKILL');
      server.kill('SIGKILL');
      await ended;
    },
    async psql(file) {
      await run(
        program('psql'),
        [
          '-X',
          '-q',
          '-h',
          home,
          '-p',
          `${port}`,
          '-U',
          'parlance',
          '-d',
          'postgres',
          '-f',
          join(deployed, file),
        ],
        { cwd: home },
      );
    },
    async copyFrom(other) {
      await run(
        program('pg_basebackup'),
        ['-D', data, '-d', sourceOf(other), '--checkpoint=fast', '--no-sync'],
        asPostgres,
      );
      markStandby();
    },
    async rewindTo(other) {
      const source = `--source-server=${sourceOf(other)} dbname=postgres`;
      await run(
        program('pg_rewind'),
        [`--target-pgdata=${data}`, `--config-file=${config}`, source, '--no-sync'],
        asPostgres,
      );
      markStandby();
    },
  };
}

const ownSettings = (given: { data: string; hba: string; home: string; port: number }): string =>
  `data_directory = '${given.data}'
hba_file = '${given.hba}'
ident_file = ''
unix_socket_directories = '${given.home}'
port = ${given.port}
# Processes die here, the machine does not: what was handed to the operating system stays.
fsync = off
`;

/** The deployed settings, with local addresses in place of the sample's. */
function pairSettings(name: string, primaryPort: number): string {
  const text = readFileSync(join(deployed, 'postgresql.conf'), 'utf8');
  const [cluster, primary, listen] = [
    "cluster_name = 'pg1'",
    'host=10.0.0.12 port=5432',
    "listen_addresses = '*'",
  ];
  for (const known of [cluster, primary, listen])
    if (!text.includes(known)) throw new Error('deploy/failover/postgresql.conf looks different now');
  return text
    .replace(cluster, `cluster_name = '${name}'`)
    .replace(primary, `host=127.0.0.1 port=${primaryPort}`)
    .replace(listen, "listen_addresses = '127.0.0.1'");
}

/** The deployed access rules, with the local address; roles have no password here. */
function accessRules(): string {
  const text = readFileSync(join(deployed, 'pg_hba.conf'), 'utf8');
  for (const known of ['10.0.0.21/32', 'scram-sha-256'])
    if (!text.includes(known)) throw new Error('deploy/failover/pg_hba.conf looks different now');
  return text.replace(/10\.0\.0\.\d+\/32/g, '127.0.0.1/32').replaceAll('scram-sha-256', 'trust');
}

const childrenOf = (pid: number): number[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
