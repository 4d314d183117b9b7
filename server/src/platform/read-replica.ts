import { setTimeout as wait } from 'node:timers/promises';
import { ApiError } from '@parlance/contract/errors';
import { type Database, openReplica, prepared } from './database.ts';
import type { Logger } from './logger.ts';

/** The part of the platform that reads come from. */
type Source = Pick<Database, 'pool' | 'reserved' | 'walkPool' | 'db'>;

export interface ReadReplica {
  /**
   * Runs a read on the replica once it has replayed every commit that was acknowledged before the call, so that all members see their own
   * writes. A replica that is late or fails leaves the read to the primary.
   */
  read<From extends Source, Result>(primary: From, read: (source: From) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

const replayWithinMs = 50;
const lookEveryMs = 5;
// A replica that was late or failed is left alone for a while: otherwise each read would wait for it.
const restMs = { late: 1000, failed: 5000 };

export const primaryOnly: ReadReplica = {
  read: (primary, read) => read(primary),
  close: async () => {},
};

export function connectReplica(url: string, log: Logger): ReadReplica {
  const replica = openReplica(url, log);
  const sources = new WeakMap<Source, Source>();
  let restsUntil = 0;
  let isFailing = false;

  /** One object per platform, because caches of a slice belong to the object that they are read from. */
  function sourceFor<From extends Source>(primary: From): From {
    const known = sources.get(primary) ?? { ...primary, ...replica.source };
    sources.set(primary, known);
    return known as From;
  }

  async function hasReplayed(position: string | undefined): Promise<boolean> {
    const deadline = performance.now() + replayWithinMs;
    for (;;) {
      const [replayed] = await prepared<{ is_current: boolean | null }>(
        replica.source.pool,
        'wal-replayed',
        replayedText,
        [position],
      );
      if (replayed?.is_current) return true;
      if (performance.now() > deadline) return false;
      await wait(lookEveryMs);
    }
  }

  const rest = (ms: number) => {
    restsUntil = performance.now() + ms;
  };

  return {
    async read(primary, read) {
      if (performance.now() < restsUntil) return read(primary);
      const [now] = await prepared<{ lsn: string }>(primary.pool, 'wal-position', positionText, []);
      try {
        if (await hasReplayed(now?.lsn)) {
          const result = await read(sourceFor(primary));
          if (isFailing) log.info('the read replica answers again');
          isFailing = false;
          return result;
        }
        rest(restMs.late);
      } catch (error) {
        // A refusal is an answer.
        if (error instanceof ApiError) throw error;
        rest(restMs.failed);
        if (!isFailing)
          log.warn({ reason: (error as Error).message }, 'the read replica fails: the primary answers');
        isFailing = true;
      }
      return read(primary);
    },
    close: replica.close,
  };
}

// The insert position covers commits that are acknowledged before they are flushed (synchronous_commit = off). On a promoted replica the second statement returns null or false for ever.
const positionText = 'SELECT pg_current_wal_insert_lsn()::text AS lsn';
const replayedText = 'SELECT pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= $1::pg_lsn AS is_current';
