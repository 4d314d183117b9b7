import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { startQuietly } from './process.mjs';

/** Programs that the tests need, with their search and their Debian package. */
const programs = {
  Chromium: {
    find: () => onPath('chromium', 'chromium-browser', 'google-chrome'),
    debianPackage: 'chromium',
  },
  HeadlessShell: {
    find: () => onPath('chromium-headless-shell'),
    debianPackage: 'chromium-headless-shell',
  },
  Postgres: { find: () => debianPostgres() ?? onPath('postgres'), debianPackage: 'postgresql' },
  Redis: { find: () => onPath('redis-server'), debianPackage: 'redis-server' },
};

/**
 * Finds the programs, and installs missing ones with apt if possible.
 * @returns {Promise<{ [name in keyof typeof programs]: string | undefined }>}
 */
export async function findPrograms() {
  const absent = Object.values(programs).filter((program) => !program.find());
  if (absent.length > 0 && process.getuid?.() === 0 && onPath('apt-get')) {
    await installDebianPackages(absent.map((program) => program.debianPackage));
  }
  const { Chromium, HeadlessShell, Postgres, Redis } = programs;
  return {
    Chromium: Chromium.find(),
    HeadlessShell: HeadlessShell.find(),
    Postgres: Postgres.find(),
    Redis: Redis.find(),
  };
}

/** @param {string[]} names */
async function installDebianPackages(names) {
  console.log(`Installing ${names.join(', ')} with apt-get ...`);
  // Run level 1 prevents the packages from starting their services: the tests start private ones.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  // One by one, so that a package the distribution lacks does not prevent the others.
  const install = ['install', '--yes', '--no-install-recommends', '--no-remove'];
  for (const args of [['update'], ...names.map((name) => [...install, name])]) {
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

/** Debian keeps the server's programs out of PATH, in one folder per version. */
function debianPostgres() {
  const versions = '/usr/lib/postgresql';
  const folders = existsSync(versions) ? readdirSync(versions) : [];
  return folders.map((version) => join(versions, version, 'bin/postgres')).find((path) => existsSync(path));
}
