import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, test } from 'vitest';
import { afterTest } from '#test/after-test';
import { forkLockHolder } from '#test/fork';
import { lockFolder } from './lock-file.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parlance-lock-'));
  afterTest(async () => void rmSync(folder, { recursive: true, force: true }));
});

async function forkHolder() {
  const holder = forkLockHolder(folder);
  await once(holder, 'message');
  return holder;
}

test('a folder is locked once, also within one process, and free again after the release', () => {
  const lock = lockFolder(folder);
  expect(() => lockFolder(folder)).toThrow(`(pid ${process.pid}) is using the data folder ${folder}`);
  lock.release();
  lockFolder(folder).release();
});

test('a live process holds the lock; a killed one does not', async () => {
  const holder = await forkHolder();
  expect(() => lockFolder(folder)).toThrow(`(pid ${holder.pid}) is using the data folder`);
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  lockFolder(folder).release();
});

test('a reused pid does not hold the lock', async () => {
  const holder = await forkHolder();
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  // The file still contains the dead process's pid; replace it by a live one.
  const file = new DatabaseSync(join(folder, 'parlance.lock'));
  expect(file.prepare('PRAGMA user_version').get()).toEqual({ user_version: holder.pid });
  file.exec(`PRAGMA user_version = ${process.ppid}`);
  file.close();
  lockFolder(folder).release();
});

test('names an invalid lock file', () => {
  writeFileSync(
    join(folder, 'parlance.lock'),
    'something else entirely, longer than a header of 100 bytes'.repeat(5),
  );
  expect(() => lockFolder(folder)).toThrow(`The lock file in ${folder} cannot be used`);
});
