import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase } from '@parlance/server/platform/database';
import { createLogger } from '@parlance/server/platform/logger';
import { calmRounds } from './calm.ts';
import { median, type Part, rateRow } from './figures.ts';

const log = createLogger({ level: 'error' });

/** Commits per second of the embedded database, compared with one that does not wait for the disk. */
export async function measureCommits({ isQuick }: { isQuick: boolean }): Promise<Part> {
  const commits = isQuick ? 200 : 1000;
  const folder = mkdtempSync(join(tmpdir(), 'parlance-bench-'));
  const durable = await open(join(folder, 'durable'), false);
  const hasty = await open(join(folder, 'hasty'), true);
  try {
    const { kept, note } = await calmRounds(isQuick ? 4 : 8, async () => ({
      hasty: await rate(hasty, commits),
      durable: await rate(durable, commits),
    }));
    const [bare, ours] = [median(kept.map((each) => each.hasty)), median(kept.map((each) => each.durable))];
    return {
      rows: [
        rateRow(
          'PGlite: commits one after the other, on the disk before they are acknowledged, beside one that does not wait',
          bare,
          ours,
        ),
      ],
      notes: [
        `Commits: one row of 100 characters each, through the driver, ${commits} in a round, both databases in turn. ` +
          note,
      ],
    };
  } finally {
    await durable.close();
    await hasty.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function open(dataDir: string, isHasty: boolean): Promise<Database> {
  const database = await openDatabase({ dataDir, log, isHasty });
  await database.pool.query('CREATE TABLE rows (id bigserial PRIMARY KEY, filling text NOT NULL)');
  // Warm-up: plans the statement.
  await rate(database, 100);
  return database;
}

async function rate({ pool }: Database, commits: number): Promise<number> {
  const begun = performance.now();
  for (let commit = 0; commit < commits; commit++) {
    await pool.query({
      name: 'add-row',
      text: 'INSERT INTO rows (filling) VALUES ($1)',
      values: ['x'.repeat(100)],
    });
  }
  return commits / ((performance.now() - begun) / 1000);
}
