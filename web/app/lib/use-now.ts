import { useEffect, useState } from 'react';

/** The day of every zone begins at a full quarter of an hour, and in several at no full hour. */
export const dayChangeGridMs = 900_000;

/** The present moment in milliseconds, renewed at every full interval of the clock. */
export function useNow(intervalMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const untilNext = intervalMs - (now % intervalMs);
    const timer = setTimeout(() => setNow(Date.now()), untilNext);
    return () => clearTimeout(timer);
  }, [now, intervalMs]);
  return now;
}
