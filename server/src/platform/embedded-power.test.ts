import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { copyTemplate } from '#test/database';
import { newFolder } from '#test/folder';
import { createTestLog } from '#test/log';
import { differences } from '#test/power/differences';
import { stepsOf } from '#test/power/disk-log';
import { type LoggedRun, runLogged } from '#test/power/logged-process';
import { cutPower } from '#test/power/power-cuts';
import { RememberedDisk } from '#test/power/remembered-disk';
import { openDatabase } from './database.ts';

const slow = { timeout: 600_000 };
const { log } = createTestLog();

/** Commits rows in sequence on a copy of the template. */
async function commitRows(rows: number, env = {}): Promise<LoggedRun> {
  const disk = join(await newFolder(), 'disk');
  mkdirSync(disk);
  const dataDir = copyTemplate(join(disk, 'data'));
  return await runLogged(disk, ['test/power/committing-writer.ts', dataDir, `${rows}`], env);
}

/** A run of 200 commits that two tests read. */
let committed: Promise<LoggedRun>;
beforeAll(() => {
  committed = commitRows(200);
});

test('each commit of the embedded database waits for one sync, of its log', slow, async () => {
  const { records, exitCode } = await committed;
  expect(exitCode).toBe(0);
  const syncedBefore: string[][] = [[]];
  for (const step of stepsOf(records)) {
    if (step === 'note') syncedBefore.push([]);
    else if (step.startsWith('sync ')) syncedBefore.at(-1)?.push(step);
  }
  // The first note follows the table creation, and the last section is the stop.
  const commits = syncedBefore.slice(1, -1);
  expect(commits).toHaveLength(200);
  for (const syncs of commits) {
    expect(syncs).toEqual([expect.stringMatching(/^sync data\/database\/pg_wal\/[0-9A-F]{24}$/)]);
  }
});

test(
  'the mark of a table that a crash empties is on the disk before the log speaks of it',
  slow,
  async () => {
    const steps = stepsOf((await committed).records);
    const marks = [...new Set(steps.filter((step) => /^open .*_init$/.test(step)))];
    expect(marks.length).toBeGreaterThanOrEqual(2);
    for (const mark of marks) {
      const next = steps.slice(steps.indexOf(mark)).find((step) => /^sync|^write .*pg_wal/.test(step));
      expect(next).toBe('sync data/database/base/5');
    }
  },
);

test('a disk that refuses a sync ends the process; the commit is not acknowledged', slow, async () => {
  const { records, exitCode } = await commitRows(200, { DISK_FAILS_AFTER: '60' });
  expect(exitCode).not.toBe(0);
  const acknowledged = records.filter((record) => record.op === 'note' && record.note.row);
  expect(records.filter(({ op }) => op === 'sync').length).toBeLessThanOrEqual(61);
  expect(acknowledged.length).toBeLessThan(60);
});

test(
  'a power cut at any moment takes nothing that was acknowledged, and the application starts',
  slow,
  async () => {
    const begin = copyTemplate();
    const report = await cutPower({ folder: await newFolder(), begin, seed: 14, cuts: 3, steps: 100 });
    expect(report.losses).toEqual([]);
    expect(report.promises).toBeGreaterThan(30);
  },
);

test('power cuts while the application makes its database leave none, or a whole one', slow, async () => {
  const report = await cutPower({ folder: await newFolder(), seed: 3, cuts: 2, isStarting: true, steps: 1 });
  expect(report).toMatchObject({ losses: [], cutsWhileStarting: 2 });
});

test.each(['everything', 'folders'] as const)(
  'the same cuts do take what was acknowledged when syncs are left out: %s',
  slow,
  async (forgets) => {
    const begin = copyTemplate();
    const report = await cutPower({
      folder: await newFolder(),
      begin,
      seed: 14,
      cuts: 4,
      steps: 100,
      forgets,
    });
    expect(report.losses).not.toEqual([]);
  },
);

test('the log of the disk, which the cuts are made from, is the whole truth', slow, async () => {
  const folder = await newFolder();
  const [before, running, seen] = [join(folder, 'before'), join(folder, 'running'), join(folder, 'seen')];
  mkdirSync(before);
  cpSync(copyTemplate(), join(before, 'data'), { recursive: true });
  cpSync(before, running, { recursive: true });
  const writer = ['test/power/power-writer.ts', join(running, 'data'), '1', '100', 'close'] as const;
  const { records, exitCode } = await runLogged(running, [...writer]);
  expect(exitCode).toBe(0);
  const disk = new RememberedDisk(before);
  for (const record of records) disk.do(record);
  disk.writeSeen(seen);
  expect(differences(running, seen)).toEqual([]);
  expect(differences(running, before).length).toBeGreaterThan(10);
});

test('an empty lock file of Postgres, as a power cut can leave it, keeps nobody out', slow, async () => {
  const dataDir = copyTemplate();
  writeFileSync(join(dataDir, 'database/postmaster.pid'), '');
  const database = await openDatabase({ dataDir, log });
  await database.close();
  expect(existsSync(join(dataDir, 'database/postmaster.pid'))).toBe(false);
});
