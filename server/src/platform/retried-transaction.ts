import { setTimeout as wait } from 'node:timers/promises';
import type { Tx } from './effects.ts';
import type { Platform } from './platform.ts';

const attemptsMax = 6;
const longestWaitMs = 40;
/** Deadlock found, serialisation failed: the database undid the work and says that it may simply be tried again. */
const isWorthAnotherTry = new Set(['40P01', '40001']);

/**
 * One transaction that is tried again when the database had to break a circle of waiting, for acts that touch the rows of
 * people nobody knows beforehand, such as the partners of a deleted account. `work` must change nothing but the database.
 */
export async function retriedTransaction<Result>(
  { db }: Pick<Platform, 'db'>,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      const { code = '' } = error as { code?: string };
      if (!isWorthAnotherTry.has(code) || attempt === attemptsMax) throw error;
      // Not at the same moment as whoever was in the circle too.
      await wait(Math.random() * longestWaitMs * attempt);
    }
  }
}
