import { type CallTimer, callAskMaxAgeMs } from '@parlance/contract/call-events';

export type Half = 'first' | 'second';

/** Where a session stands at a moment. */
export interface Halves {
  half: Half;
  /** Until the swap, in the second half until the end. */
  leftMs: number;
  /** From 0 at the start to 1 at the end, and where between them the swap is. */
  share: number;
  swapShare: number;
  /** The language of the half; null where the two have none in common. */
  language: string | null;
}

/** The half of a moment of the server's clock; null before both are there, before the start and after the end. */
export function halvesAt(timer: CallTimer, now: number): Halves | null {
  const { startedAt, swapAt, endsAt, languages } = timer;
  if (!startedAt || !swapAt || !endsAt) return null;
  const [start, swap, end] = [startedAt.getTime(), swapAt.getTime(), endsAt.getTime()];
  if (now < start || now >= end) return null;
  const half = now < swap ? 'first' : 'second';
  return {
    half,
    leftMs: (half === 'first' ? swap : end) - now,
    share: (now - start) / (end - start),
    swapShare: (swap - start) / (end - start),
    language: languages?.[half] ?? null,
  };
}

export type Wish = CallTimer['asked'][number];

/** What is asked for and has not lapsed. */
export function openWishes({ asked }: CallTimer, now: number): Wish[] {
  return asked.filter(({ askedAt }) => now - askedAt.getTime() < callAskMaxAgeMs);
}
