import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';

export interface Servers {
  databaseUrl: string;
  /** One for each worker: nodes that share a Redis form a cluster. */
  redisUrls: string[];
  stop(): Promise<void>;
}

/** Test data does not have to survive a power cut. */
const hasty = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];

interface Owner {
  uid?: number;
  gid?: number;
}

/** Starts private Postgres and Redis servers on free ports, without persistence. */
export async function startServers(workers: number, settings = hasty): Promise<Servers> {
  const redis = findProgram('redis-server', 'redis-server');
  const folder = mkdtempSync(join(tmpdir(), 'parlance-servers-'));
  const running: ChildProcess[] = [];
  const stop = async () => {
    // For Postgres SIGINT is the fast shutdown; SIGTERM would wait for clients.
    await Promise.all(running.map((server) => endProcess(server, 'SIGINT')));
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const [databaseUrl, ...redisUrls] = await Promise.all([
      startPostgres(join(folder, 'postgres'), settings, running),
      ...Array.from({ length: workers }, () => startRedis(redis, folder, running)),
    ]);
    return { databaseUrl, redisUrls, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startPostgres(folder: string, settings: string[], running: ChildProcess[]): Promise<string> {
  const { url, launch } = await makePostgres(folder, settings);
  const server = launch();
  running.push(server);
  await untilReady(server);
  return url;
}

/** Creates a database server in a new folder, which can be restarted on one port. */
export async function makePostgres(
  folder: string,
  settings: string[],
): Promise<{ url: string; launch(): ChildProcess }> {
  const initdb = findProgram('initdb', 'postgresql', globSync('/usr/lib/postgresql/*/bin/initdb'));
  const owner = postgresOwner();
  mkdirSync(folder);
  chmodSync(dirname(folder), 0o755);
  chownSync(folder, owner.uid ?? -1, owner.gid ?? -1);
  const initdbOptions = ['-D', folder, '-U', 'parlance', '-A', 'trust', '-E', 'UTF8', '--no-sync'];
  execFileSync(initdb, initdbOptions, { ...owner, cwd: folder, stdio: 'pipe' });
  const port = await freePort();
  const place = ['-D', folder, '-k', folder, '-h', '127.0.0.1', '-p', `${port}`];
  const options = ['max_connections=200', ...settings].flatMap((setting) => ['-c', setting]);
  return {
    url: `postgres://parlance@127.0.0.1:${port}/postgres`,
    launch: () =>
      spawn(join(dirname(initdb), 'postgres'), [...place, ...options], {
        ...owner,
        cwd: folder,
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
  };
}

async function startRedis(program: string, folder: string, running: ChildProcess[]): Promise<string> {
  const port = await freePort();
  const server = launchRedis(program, folder, port);
  running.push(server);
  await untilReady(server);
  return `redis://127.0.0.1:${port}`;
}

export function launchRedis(
  program: string,
  folder: string,
  port: number,
  more: string[] = [],
): ChildProcess {
  const options = ['--bind', '127.0.0.1', '--port', `${port}`, '--dir', folder, ...more];
  return spawn(program, [...options, '--save', '', '--appendonly', 'no'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Ends a process if it is running; returns its exit code. */
export async function endProcess(
  child: ChildProcess | undefined,
  signal: NodeJS.Signals,
): Promise<number | null> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
  const ended = once(child, 'exit');
  child.kill(signal);
  const [code] = await ended;
  return code;
}

/** Finds a program or fails with the package to install: a suite that cannot run is never skipped silently. */
export function findProgram(name: string, debianPackage: string, places: string[] = []): string {
  const onPath = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name));
  const found = [...places.toSorted(newestLast).reverse(), ...onPath].find((path) => existsSync(path));
  if (found) return found;
  throw new Error(
    `Tests on real servers need ${name}, which is not on this machine. ` +
      `Install it (Debian: apt-get install ${debianPackage}) and run them again.`,
  );
}

const newestLast = (a: string, b: string) => a.localeCompare(b, 'en', { numeric: true });

/** Returns the user for Postgres, which refuses to run as root; Debian's package creates one. */
export function postgresOwner(): Owner {
  if (process.getuid?.() !== 0) return {};
  const idOf = (kind: string) => Number(execFileSync('id', [kind, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

/** Waits for the message that both servers print once they accept connections. */
export async function untilReady(server: ChildProcess): Promise<void> {
  const printed: string[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  for (const input of [server.stdout, server.stderr]) {
    if (!input) continue;
    createInterface({ input }).on('line', (line) => {
      printed.push(line);
      if (/ready to accept (read-only )?connections/i.test(line)) resolve();
    });
  }
  server.once('error', reject);
  server.once('exit', () => reject(new Error(`${server.spawnfile} did not start:\n${printed.join('\n')}`)));
  await promise;
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}
