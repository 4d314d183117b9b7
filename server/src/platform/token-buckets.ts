import type { Clock } from './clock.ts';

export interface TokenBuckets {
  /** Takes `tokens`, by default one. Returns 0, or the seconds until enough are available. */
  take(key: string, tokens?: number): number;
}

const sweepAbove = 10_000;

/**
 * Creates token buckets with capacity `burst` and refill rate `perSecond`, in memory of this node, for checks too frequent or
 * too cheap for the database. `Limits` counts what has to hold across nodes.
 */
export function createTokenBuckets(options: {
  clock: Clock;
  burst: number;
  perSecond: number;
}): TokenBuckets {
  const { clock, burst, perSecond } = options;
  const tokenMs = 1000 / perSecond;
  /** When each bucket is full again. */
  const fullAt = new Map<string, number>();
  let sweepAt = sweepAbove;

  function sweep(now: number): void {
    for (const [key, at] of fullAt) if (at <= now) fullAt.delete(key);
    sweepAt = Math.max(sweepAbove, 2 * fullAt.size);
  }

  return {
    take(key, tokens = 1) {
      const now = clock.now().getTime();
      const known = fullAt.get(key) ?? 0;
      // A refill time beyond a full refill means that the clock was set back.
      const filledAt = known > now + burst * tokenMs + 1 ? now : Math.max(known, now);
      const next = filledAt + tokens * tokenMs;
      const excessMs = next - now - burst * tokenMs;
      // 1 ms of tolerance: rounding errors would refuse the last token of a full bucket.
      if (excessMs > 1) return Math.ceil(excessMs / 1000);
      fullAt.set(key, next);
      if (fullAt.size > sweepAt) sweep(now);
      return 0;
    },
  };
}

/** Counting semaphores by key, at most `max` each. */
export interface Semaphores {
  /** Returns false when none is left. */
  acquire(key: string): boolean;
  release(key: string): void;
  isAvailable(key: string): boolean;
}

export function createSemaphores(max: number): Semaphores {
  const taken = new Map<string, number>();
  const isAvailable = (key: string) => (taken.get(key) ?? 0) < max;
  return {
    isAvailable,
    acquire(key) {
      if (!isAvailable(key)) return false;
      taken.set(key, (taken.get(key) ?? 0) + 1);
      return true;
    },
    release(key) {
      const count = taken.get(key) ?? 0;
      if (count > 1) taken.set(key, count - 1);
      else taken.delete(key);
    },
  };
}
