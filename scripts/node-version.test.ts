import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('reports an outdated Node in one line', () => {
  const olderNode = `data:text/javascript,Object.defineProperty(process.versions, 'node', { value: '18.20.8' })`;
  const { status, stderr, stdout } = spawnSync(
    process.execPath,
    ['--import', olderNode, join(import.meta.dirname, 'start.mjs')],
    { encoding: 'utf8', timeout: 10_000 },
  );
  expect(status).toBe(1);
  expect(stderr).toBe(
    'Parlance needs Node 20 or newer to begin with; this is Node 18.20.8. See https://nodejs.org\n',
  );
  expect(stdout).toBe('');
});
