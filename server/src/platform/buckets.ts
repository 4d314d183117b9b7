import type { Clock } from './clock.ts';

/** A bucket for each key. */
export interface Buckets {
  /** Takes tokens, one unless told. Answers 0, or after how many seconds there are enough. */
  take(key: string, tokens?: number): number;
}

const sweepAbove = 10_000;

/**
 * Buckets that hold `burst` tokens and fill at `perSecond`, in the memory of this node: for what is too frequent or too cheap to ask
 * the database about. What has to hold over all nodes is counted by `Limits`.
 */
export function createBuckets(options: { clock: Clock; burst: number; perSecond: number }): Buckets {
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
      // No bucket takes longer to fill than from empty: the clock was set back.
      const filledAt = known > now + burst * tokenMs + 1 ? now : Math.max(known, now);
      const next = filledAt + tokens * tokenMs;
      const excessMs = next - now - burst * tokenMs;
      // A millisecond of grace: sums of fractions would refuse the last token of a full bucket.
      if (excessMs > 1) return Math.ceil(excessMs / 1000);
      fullAt.set(key, next);
      if (fullAt.size > sweepAt) sweep(now);
      return 0;
    },
  };
}

/** Seats that are taken and left again, at most `max` for each key. */
export interface Seats {
  /** False when there is none left. */
  take(key: string): boolean;
  leave(key: string): void;
  hasRoom(key: string): boolean;
}

export function createSeats(max: number): Seats {
  const taken = new Map<string, number>();
  const hasRoom = (key: string) => (taken.get(key) ?? 0) < max;
  return {
    hasRoom,
    take(key) {
      if (!hasRoom(key)) return false;
      taken.set(key, (taken.get(key) ?? 0) + 1);
      return true;
    },
    leave(key) {
      const count = taken.get(key) ?? 0;
      if (count > 1) taken.set(key, count - 1);
      else taken.delete(key);
    },
  };
}
