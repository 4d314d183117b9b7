import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { lockFolder } from '#platform/lock-file';
import { afterTest } from '#test/after-test';
import { newFolder } from '#test/folder';
import { startProgram } from '#test/program';

/** Returns the output of a failed start, which must not contain a stack. */
async function stderrOf(env: Record<string, string>): Promise<string> {
  const running = startProgram('src/main.ts', [], { DEMO_DATA: 'off', ...env });
  expect(await running.ended).toBe(1);
  return expectPlain(running.output());
}

function expectPlain(output: string): string {
  expect(output).not.toMatch(/\n\s+at |\.ts:\d|\[object/);
  expect(output.trimEnd().split('\n').length).toBeLessThanOrEqual(2);
  return output;
}

// A private mount that ends with the process; not every machine allows one.
const inOwnMounts = ['--map-root-user', '--mount', '--'];
const canMount = spawnSync('unshare', [...inOwnMounts, 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0;

describe('the start says in plain words', () => {
  test('that the port is taken, before it opens a database', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    afterTest(async () => void other.close());
    const { port } = other.address() as { port: number };
    const words = await stderrOf({ PORT: String(port), DATA_DIR: '/dev/null/parlance' });
    expect(words).toContain(`Port ${port} is taken`);
    expect(words).toContain(`PORT=${port + 1} npm start`);
  });

  test('that HOST is no address of this machine', async () => {
    const words = await stderrOf({ HOST: '192.0.2.77', TRIAL_MACHINE: 'on', PORT: '0' });
    expect(words).toBe('HOST=192.0.2.77 is no address of this machine.\n');
  });

  test('that the data folder cannot be written, also where only the secret lies in it', async () => {
    const words = await stderrOf({ PORT: '0', DATA_DIR: '/dev/null/parlance' });
    expect(words).toContain('The data folder /dev/null/parlance cannot be written: ENOTDIR');
    expect(words).toContain('choose another one with DATA_DIR');
  });

  test('that another process uses the data folder', async () => {
    const folder = await newFolder();
    const lock = lockFolder(folder);
    afterTest(async () => void lock.release());
    const words = await stderrOf({ PORT: '0', DATA_DIR: folder });
    expect(words).toContain(
      `Another Parlance process (pid ${process.pid}) is using the data folder ${folder}`,
    );
  });

  test.runIf(canMount).each([
    ['when not even the lock fits', '4k'],
    ['when the database does not fit', '1m'],
  ])('that the disk is full, %s', async (_when, size) => {
    const folder = await newFolder();
    const main = join(import.meta.dirname, '../src/main.ts');
    const full = `mount -t tmpfs -o size=${size} tmpfs "${folder}" && exec "${process.execPath}" "${main}"`;
    const { status, stderr } = spawnSync('unshare', [...inOwnMounts, 'sh', '-c', full], {
      env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: folder, DEMO_DATA: 'off' },
      encoding: 'utf8',
    });
    expect(status).toBe(1);
    expect(expectPlain(stderr)).toContain(`The disk that holds ${folder} is full.`);
  });
});
