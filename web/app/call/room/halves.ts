import { type CallTimer, callAskMaxAgeMs } from '@parlance/contract/call-events';

export type Half = 'first' | 'second';

/** Progress of a session at a given time. */
export interface Halves {
  half: Half;
  /** Until the swap; in the second half, until the end. */
  leftMs: number;
  /** From 0 at the start to 1 at the end; `swapShare` is the position of the swap. */
  share: number;
  swapShare: number;
  /** Language of the half; null if the pair has none in common. */
  language: string | null;
}

/** Progress at a server time; null before both have joined, before the start and after the end. */
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

/** Proposals that have not expired. */
export function openWishes({ asked }: CallTimer, now: number): Wish[] {
  return asked.filter(({ askedAt }) => now - askedAt.getTime() < callAskMaxAgeMs);
}
