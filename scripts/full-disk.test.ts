import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

// A private mount namespace that ends with the process; not every machine permits one.
const inOwnMounts = ['--map-root-user', '--mount', '--'];
const canMount = spawnSync('unshare', [...inOwnMounts, 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0;

test.runIf(canMount)('reports a full disk before npm starts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parlance-full-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const root = join(import.meta.dirname, '..');
  const start =
    `mount -t tmpfs -o size=20m tmpfs "${folder}" && ` +
    `cp -r "${root}/scripts" "${root}/package.json" "${root}/package-lock.json" "${folder}" && ` +
    `exec "${process.execPath}" "${folder}/scripts/start.mjs"`;
  const { status, stdout, stderr } = spawnSync('unshare', [...inOwnMounts, 'sh', '-c', start], {
    encoding: 'utf8',
  });
  expect(stderr).toMatch(/^The disk is too full: packages need 1200 MB in \S+, and \d+ MB are free\.\n$/);
  expect(stdout).toBe('');
  expect(status).toBe(1);
});
