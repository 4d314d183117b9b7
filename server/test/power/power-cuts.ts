import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DiskRecord, Note } from './disk-log.ts';
import { runLogged } from './logged-process.ts';
import { findLosses } from './losses.ts';
import { type Forgets, RememberedDisk } from './remembered-disk.ts';
import { createWhim, type Whim } from './settled-file.ts';

export interface PowerReport {
  cuts: number;
  /** The cuts before the application was ready: during creation, recovery or migration. */
  cutsWhileStarting: number;
  promises: number;
  /** Acknowledged data lost by a cut, or why the application did not start. */
  losses: string[];
}

export interface PowerOptions {
  folder: string;
  seed: number;
  cuts: number;
  /** The initial data folder; by default the application creates one. */
  begin?: string;
  /** Starts with a new folder after this many cuts, so that cuts also affect the first start. */
  beginAgainEvery?: number;
  /** The approximate maximum of writes between two cuts. */
  steps?: number;
  /** Every cut happens before the application is ready. */
  isStarting?: boolean;
  forgets?: Forgets;
  say?: (line: string) => void;
}

/** Cuts the power of a writing application repeatedly, each time on the result of the previous cut. */
export async function cutPower(options: PowerOptions): Promise<PowerReport> {
  const { folder, cuts, say = () => {} } = options;
  const whim = createWhim(options.seed);
  const report: PowerReport = { cuts: 0, cutsWhileStarting: 0, promises: 0, losses: [] };
  let promised: Note[] = [];
  let disk = begin(options, 'disk-0');
  while (report.cuts < cuts && report.losses.length === 0) {
    const again = options.beginAgainEvery;
    if (again !== undefined && report.cuts > 0 && report.cuts % again === 0) {
      rmSync(disk, { recursive: true, force: true });
      disk = begin(options, `disk-${report.cuts}`);
      promised = [];
    }
    const { records, problem } = await runWriter(
      options,
      disk,
      whim.below(2 ** 32),
      20 + whim.below(options.steps ?? 200),
    );
    if (problem) report.losses.push(`after cut ${report.cuts}: ${problem}`);
    const at = choose(records, whim, options.isStarting);
    const next = join(folder, `disk-after-${report.cuts + 1}`);
    const remembered = new RememberedDisk(disk, options.forgets);
    for (const record of records.slice(0, at)) remembered.do(record);
    remembered.cut(next, whim);
    rmSync(disk, { recursive: true, force: true });
    disk = next;

    const notes = notesOf(records.slice(0, at));
    promised.push(...notes);
    report.promises += notes.length;
    report.cuts += 1;
    if (!notes.some(({ isReady }) => isReady)) report.cutsWhileStarting += 1;
    const losses = await findLosses(join(disk, 'data'), promised, join(folder, 'looked-at'));
    report.losses.push(...losses.map((loss) => `cut ${report.cuts}: ${loss}`));
    say(`cut ${report.cuts} at ${at} of ${records.length} steps: ${report.losses.length} lost`);
  }
  return report;
}

function begin({ folder, begin }: PowerOptions, name: string): string {
  const disk = join(folder, name);
  mkdirSync(disk);
  if (begin !== undefined) cpSync(begin, join(disk, 'data'), { recursive: true });
  return disk;
}

export const notesOf = (records: DiskRecord[]): Note[] =>
  records.flatMap((record) => (record.op === 'note' ? [record.note] : []));

/** Chooses the cut: one in three before the application is ready, the others at any later step. */
function choose(records: DiskRecord[], whim: Whim, isStarting = false): number {
  const ready = records.findIndex((record) => record.op === 'note' && record.note.isReady);
  if (ready === -1 || isStarting || whim.chance(1 / 3))
    return whim.below(ready === -1 ? records.length + 1 : ready);
  return ready + 1 + whim.below(records.length - ready);
}

/** Runs the application on a copy of the disk and returns every change. */
async function runWriter(
  { folder }: PowerOptions,
  disk: string,
  seed: number,
  steps: number,
): Promise<{ records: DiskRecord[]; problem?: string }> {
  const running = join(folder, 'running');
  cpSync(disk, running, { recursive: true });
  const { records, exitCode, complaint } = await runLogged(running, [
    'test/power/power-writer.ts',
    join(running, 'data'),
    `${seed}`,
    `${steps}`,
  ]);
  rmSync(running, { recursive: true });
  if (exitCode === 0) return { records };
  return { records, problem: `the application ended with ${exitCode}: ${complaint}` };
}
