import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startQuietly } from './process.mjs';

const isRoot = process.getuid?.() === 0;
const readyWithinMs = 30_000;

/** What the tests need beside npm packages: how each is found and which Debian package brings it. */
const programs = {
  chromium: {
    find: () => onPath('chromium', 'chromium-browser', 'google-chrome'),
    debianPackage: 'chromium',
  },
  postgres: { find: findPostgres, debianPackage: 'postgresql' },
  redis: { find: () => onPath('redis-server'), debianPackage: 'redis-server' },
};

/**
 * Paths of the programs; what is absent is installed by apt where that is possible.
 * @returns {Promise<{ chromium?: string, postgres?: string, redis?: string }>}
 */
export async function findPrograms() {
  const absent = Object.values(programs).filter((program) => !program.find());
  if (absent.length > 0 && isRoot && onPath('apt-get')) {
    await installDebianPackages(absent.map((program) => program.debianPackage));
  }
  return Object.fromEntries(Object.entries(programs).map(([name, program]) => [name, program.find()]));
}

/** @param {string[]} names */
async function installDebianPackages(names) {
  console.log(`Installing ${names.join(', ')} with apt-get ...`);
  // Run level 1 keeps the packages from starting services of their own: the tests start and stop private ones.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  for (const args of [['update'], ['install', '--yes', '--no-install-recommends', ...names]]) {
    const apt = startQuietly('apt-get', ['--quiet', ...args], { env });
    if ((await apt.exit) !== 0) console.log(apt.output);
  }
}

/** @param {string[]} names */
function onPath(...names) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => existsSync(path));
}

/** Debian keeps the server's programs out of PATH, one folder for each version; the newest is taken. */
function findPostgres() {
  const versions = '/usr/lib/postgresql';
  const newestFirst = existsSync(versions) ? readdirSync(versions).sort((a, b) => Number(b) - Number(a)) : [];
  const found = newestFirst.map((version) => join(versions, version, 'bin/postgres'));
  return found.find((path) => existsSync(path)) ?? onPath('postgres');
}

/**
 * A private Postgres and Redis on free ports that keep nothing.
 * @param {string} postgres
 * @param {string} redis
 */
export async function startDatabases(postgres, redis) {
  const folder = mkdtempSync(join(tmpdir(), 'parlance-databases-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const owner = postgresOwner();
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const data = join(folder, 'postgres');
  const initdb = join(postgres, '../initdb');
  const initial = startQuietly(initdb, ['-D', data, '-U', 'parlance', '-A', 'trust', '-N'], {
    ...owner,
    cwd: folder,
  });
  if ((await initial.exit) !== 0) throw new Error(`initdb failed:\n${initial.output}`);

  const [postgresPort, redisPort] = [await freePort(), await freePort()];
  const running = [
    startQuietly(
      postgres,
      [
        '-D',
        data,
        '-k',
        folder,
        '-h',
        '127.0.0.1',
        '-p',
        `${postgresPort}`,
        '-F',
        '-c',
        'max_connections=200',
      ],
      { ...owner, cwd: folder },
    ),
    startQuietly(redis, [
      ...['--bind', '127.0.0.1', '--port', `${redisPort}`, '--dir', folder],
      ...['--save', '', '--appendonly', 'no'],
    ]),
  ];
  await Promise.all(running.map((server) => untilReady(server)));
  return {
    databaseUrl: `postgres://parlance@127.0.0.1:${postgresPort}/postgres`,
    redisUrl: `redis://127.0.0.1:${redisPort}`,
    async stop() {
      // SIGINT is Postgres' fast stop; SIGTERM would wait for clients.
      for (const { child } of running) child.kill('SIGINT');
      await Promise.all(running.map(({ exit }) => exit));
    },
  };
}

/** Postgres refuses to run as root; Debian's package has made a user for it. */
function postgresOwner() {
  if (!isRoot) return null;
  const idOf = (/** @type {string} */ kind) =>
    Number(execFileSync('id', [kind, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

/** Both servers print the same words once they answer. @param {ReturnType<typeof startQuietly>} server */
async function untilReady(server) {
  const deadline = Date.now() + readyWithinMs;
  while (!/ready to accept connections/i.test(server.output)) {
    if (server.child.exitCode !== null || Date.now() > deadline) {
      throw new Error(`${server.child.spawnfile} did not start:\n${server.output}`);
    }
    await wait(20);
  }
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
