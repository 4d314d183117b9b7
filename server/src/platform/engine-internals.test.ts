import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { verifiedReleases } from './engine-internals.ts';

/** Returns the release of a package as resolved by its loader, which can differ from the top-level one. */
function releaseOf(name: string, loader: NodeJS.Require): string {
  const folder = loader.resolve.paths(name)?.map((path) => `${path}/${name}/package.json`) ?? [];
  for (const path of folder) {
    try {
      return JSON.parse(readFileSync(path, 'utf8')).version;
    } catch {}
  }
  return 'none';
}

test('the private members that are used were looked at in the releases that are installed', () => {
  const socketIo = createRequire(createRequire(import.meta.url).resolve('socket.io'));
  const engine = createRequire(socketIo.resolve('engine.io'));
  expect({ 'engine.io': releaseOf('engine.io', socketIo), ws: releaseOf('ws', engine) }).toEqual(
    verifiedReleases,
  );
});
