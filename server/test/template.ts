import { systemClock } from '#platform/clock';
import type { Database } from '#platform/database';
import { createJobs } from '#platform/jobs';
import { migrate } from '#platform/migrate';
import { createTestLog } from '#test/log';

/** Everything a fresh database needs, done once a run; each worker then copies the outcome. */
export async function fillTemplate({ pool }: Database): Promise<void> {
  const { log } = createTestLog();
  await migrate(pool, { log });
  const jobs = createJobs({ pool, clock: systemClock, log, isManual: true });
  await jobs.start();
  await jobs.stop();
}
