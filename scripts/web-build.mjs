import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bin, node } from './install.mjs';
import { mustSucceed, root } from './process.mjs';

const sources = [
  'web',
  'client',
  'contract',
  'words',
  'package-lock.json',
  'server/src/platform/precompress.ts',
];
const notSources = new Set(['node_modules', 'build', '.react-router']);
// Inside the folder that every build empties, so that the stamp never refers to another build.
const stamp = join(root, 'web/build/client/.sources.sha256');

/** Builds and compresses the web app unless the last complete build had the same sources. */
export async function ensureWebBuilt() {
  const hash = hashSources();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  console.log('Building the web app (only after a change) ...');
  rmSync(stamp, { force: true });
  await mustSucceed({ ...bin('react-router', 'build'), cwd: join(root, 'web') });
  await mustSucceed({ command: node, args: ['--input-type=module', '--eval', compress] });
  writeFileSync(stamp, hash);
}

const compress = `
import { precompress } from './server/src/platform/precompress.ts';
await precompress('web/build/client');
`;

function hashSources() {
  // A build with pseudo-locales is a different build.
  const hash = createHash('sha256').update(process.env.PSEUDO_LOCALES ?? '');
  for (const path of sources.flatMap(filesUnder)) {
    // Names count as well as contents: a moved file is a change.
    hash.update(`${path}\0`).update(readFileSync(join(root, path)));
  }
  return hash.digest('hex');
}

/** @returns {string[]} the file itself, or all files of the folder in a stable order */
function filesUnder(/** @type {string} */ path) {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path))
    .filter((name) => !notSources.has(name))
    .sort()
    .flatMap((name) => filesUnder(`${path}/${name}`));
}
