import { existsSync, readFileSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { mustSucceed, root } from './process.mjs';

/** The pinned Node 24, whatever Node runs these scripts. */
export const node = join(root, 'node_modules/.bin/node');

/**
 * A program of an npm package. The pinned Node goes first in PATH, because these programs start with `env node`.
 * @param {string} name
 * @param {string[]} args
 * @returns {import('./process.mjs').Command}
 */
export function bin(name, ...args) {
  const folder = join(root, 'node_modules/.bin');
  return {
    command: join(folder, name),
    args,
    env: { ...process.env, PATH: `${folder}:${process.env.PATH}` },
  };
}

/** The option that makes Node read .env, if there is one. */
export const readsEnvFile = () => (existsSync(join(root, '.env')) ? ['--env-file=.env'] : []);

/** Installs from the lock file unless node_modules already matches it. */
export async function ensureInstalled() {
  if (isInstalled()) return;
  ensureRoom();
  console.log('Installing packages from package-lock.json (only after a change) ...');
  await mustSucceed({ command: 'npm', args: ['ci', '--loglevel=error'] });
}

const roomMegabytes = 1200;

/** When the disk fills up, npm hangs for minutes without a message. */
function ensureRoom() {
  const { bavail, bsize } = statfsSync(root);
  const free = Math.floor((bavail * bsize) / 1_000_000);
  if (free >= roomMegabytes) return;
  console.error(
    `The disk is too full: packages need ${roomMegabytes} MB in ${root}, and ${free} MB are free.`,
  );
  process.exit(1);
}

/**
 * Compares with npm's own record of the last installation, which cannot go stale. Optional packages are skipped: most are binaries for
 * other platforms.
 */
function isInstalled() {
  const record = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(record) || !existsSync(node)) return false;
  const wanted = readPackages(join(root, 'package-lock.json'));
  const present = readPackages(record);
  return Object.entries(wanted).every(
    ([path, entry]) =>
      !path.startsWith('node_modules/') || entry.optional || present[path]?.version === entry.version,
  );
}

/** @returns {Record<string, { version?: string, optional?: boolean }>} */
function readPackages(/** @type {string} */ lockFile) {
  return JSON.parse(readFileSync(lockFile, 'utf8')).packages;
}
