import { setTimeout as wait } from 'node:timers/promises';
import type { Tx } from './effects.ts';
import type { Platform } from './platform.ts';

const attemptsMax = 6;
const longestWaitMs = 40;
/** Deadlock and serialization failure: the database rolled back and a retry can succeed. */
const isWorthAnotherTry = new Set(['40P01', '40001']);

/**
 * Runs a transaction with retries on deadlocks, for actions that lock rows of members not known beforehand, such as the partners of a
 * deleted account. `work` must have no effects outside the database.
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
      // Random backoff, so that the deadlocked transactions do not collide again.
      await wait(Math.random() * longestWaitMs * attempt);
    }
  }
}
