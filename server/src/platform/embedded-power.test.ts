import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyTemplate } from '#test/database';
import { newFolder } from '#test/folder';
import { createTestLog } from '#test/log';
import { differences } from '#test/power/differences';
import { stepsOf } from '#test/power/disk-log';
import { type LoggedRun, runLogged } from '#test/power/logged-process';
import { findLosses } from '#test/power/losses';
import { cutPower, notesOf } from '#test/power/power-cuts';
import { type Forgets, RememberedDisk } from '#test/power/remembered-disk';
import { createWhim } from '#test/power/settled-file';
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

interface WrittenRun extends LoggedRun {
  before: string;
  running: string;
}

const kept = mkdtempSync(join(tmpdir(), 'parlance-power-'));
afterAll(() => rmSync(kept, { recursive: true, force: true }));

/** A run of the application to its end, with copies of its disk before and after. */
async function writeAll(): Promise<WrittenRun> {
  const [before, running] = [join(kept, 'before'), join(kept, 'running')];
  mkdirSync(before);
  copyTemplate(join(before, 'data'));
  cpSync(before, running, { recursive: true });
  const run = await runLogged(running, [
    'test/power/power-writer.ts',
    join(running, 'data'),
    '1',
    '100',
    'close',
  ]);
  if (run.exitCode !== 0) throw new Error(run.complaint);
  return { ...run, before, running };
}

/** A run of 200 commits and one of the application, which several tests read. */
let committed: LoggedRun;
let written: WrittenRun;
beforeAll(async () => {
  committed = await commitRows(200);
  written = await writeAll();
}, 600_000);

test('each commit of the embedded database waits for one sync, of its log', slow, async () => {
  const { records, exitCode } = committed;
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
    const steps = stepsOf(committed.records);
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
    const report = await cutPower({ folder: await newFolder(), begin, seed: 14, cuts: 2, steps: 100 });
    expect(report.losses).toEqual([]);
    expect(report.promises).toBeGreaterThan(30);
  },
);

test('power cuts while the application makes its database leave none, or a whole one', slow, async () => {
  const report = await cutPower({ folder: await newFolder(), seed: 3, cuts: 2, isStarting: true, steps: 1 });
  expect(report).toMatchObject({ losses: [], cutsWhileStarting: 2 });
});

test('the log of the disk, which the cuts are made from, is the whole truth', slow, async () => {
  const { before, running, records } = written;
  const seen = join(await newFolder(), 'seen');
  const disk = new RememberedDisk(before);
  for (const record of records) disk.do(record);
  disk.writeSeen(seen);
  expect(differences(running, seen)).toEqual([]);
  expect(differences(running, before).length).toBeGreaterThan(10);
});

test(
  'a cut of that run takes nothing, and would without its syncs, or without those of folders',
  slow,
  async () => {
    const { before, records } = written;
    // Before the stop, which syncs once more.
    const lastNote = records.findLastIndex(({ op }) => op === 'note');
    const lossesWith = async (forgets?: Forgets) => {
      const folder = await newFolder();
      const disk = new RememberedDisk(before, forgets);
      for (const record of records.slice(0, lastNote + 1)) disk.do(record);
      disk.cut(join(folder, 'cut'), createWhim(14));
      return findLosses(join(folder, 'cut/data'), notesOf(records), join(folder, 'looked-at'));
    };
    expect(await lossesWith()).toEqual([]);
    expect(await lossesWith('everything')).not.toEqual([]);
    expect(await lossesWith('folders')).not.toEqual([]);
  },
);

test('an empty lock file of Postgres, as a power cut can leave it, keeps nobody out', slow, async () => {
  const dataDir = copyTemplate();
  writeFileSync(join(dataDir, 'database/postmaster.pid'), '');
  const database = await openDatabase({ dataDir, log });
  await database.close();
  expect(existsSync(join(dataDir, 'database/postmaster.pid'))).toBe(false);
});
