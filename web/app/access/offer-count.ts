const pauseMs = 90 * 24 * 60 * 60_000;
const offeredAtSignIn = 2;

interface Offer {
  /** The new value to store. */
  stored: string;
  isDue: boolean;
}

/** Counts a sign-in by code. An offer is due at the second, then not again for 90 days. Stored as the count and the end of the pause. */
export function nextOffer(stored: string | null, nowMs: number): Offer {
  const [count = 0, pausedUntilMs = 0] = (stored ?? '').split(' ').map((part) => Number(part) || 0);
  const isDue = count + 1 >= offeredAtSignIn && nowMs >= pausedUntilMs;
  return isDue
    ? { stored: `0 ${nowMs + pauseMs}`, isDue }
    : { stored: `${Math.min(count + 1, offeredAtSignIn)} ${pausedUntilMs}`, isDue };
}
