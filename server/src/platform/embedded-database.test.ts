import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeEach, expect, test } from 'vitest';
import { afterTest } from '#test/after-test';
import { copyTemplate } from '#test/database';
import { forkWriter } from '#test/fork';
import { killUnderWrites } from '#test/kill-under-writes';
import { createTestLog } from '#test/log';
import { openDatabase } from './database.ts';

const refusedWithinMs = 2000;
const { log } = createTestLog();
let dataDir: string;

beforeEach(() => {
  dataDir = copyTemplate();
});

test('a second process on the same folder exits within two seconds with the reason; the first continues', async () => {
  const first = await openDatabase({ dataDir, log });
  afterTest(async () => void (await first.close()));
  const startedAt = performance.now();
  const second = forkWriter(dataDir, 'pipe');
  const said = text(second.stderr!);
  const [code] = await once(second, 'exit');
  expect(performance.now() - startedAt).toBeLessThan(refusedWithinMs);
  expect(code).toBe(1);
  expect(await said).toContain(
    `Another Parlance process (pid ${process.pid}) is using the data folder ${dataDir}.`,
  );
  expect((await first.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
});

test('kill -9 under writes loses no acknowledged row, and the next start recovers by itself', {
  timeout: 120_000,
}, async () => {
  const { acknowledged, lost } = await killUnderWrites(dataDir, 5);
  expect(lost).toEqual([]);
  expect(acknowledged).toBeGreaterThan(100);
});

test('only this user can reach the socket, and it is gone after a stop', async () => {
  const database = await openDatabase({ dataDir, log });
  expect(statSync(join(dataDir, 'socket')).mode & 0o777).toBe(0o700);
  await database.close();
  expect(statSync(join(dataDir, 'socket', '.s.PGSQL.5432'), { throwIfNoEntry: false })).toBe(undefined);
});

test('a start closes a database folder that an older version restored open to every user', async () => {
  await (await openDatabase({ dataDir, log })).close();
  chmodSync(join(dataDir, 'database'), 0o755);
  await (await openDatabase({ dataDir, log })).close();
  expect(statSync(join(dataDir, 'database')).mode & 0o777).toBe(0o700);
});

test('a folder too deep for a socket address works like any other', async () => {
  const deep = join(dataDir, 'd'.repeat(60), 'e'.repeat(60));
  mkdirSync(deep, { recursive: true });
  cpSync(join(dataDir, 'database'), join(deep, 'database'), { recursive: true });
  const database = await openDatabase({ dataDir: deep, log });
  const { rows } = await database.pool.query('SELECT 1 AS one');
  await database.close();
  expect(rows).toEqual([{ one: 1 }]);
});
