import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { seenIn } from './engine-insides.ts';

/** The release of a package that another one loads, which need not be the one at the top. */
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
  expect({ 'engine.io': releaseOf('engine.io', socketIo), ws: releaseOf('ws', engine) }).toEqual(seenIn);
});
