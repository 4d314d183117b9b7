import { useEffect, useReducer } from 'react';
import { secondsUntil } from './countdown';

const tickMs = 250;

/** Counts down to a moment; null disables it. */
export function useSecondsUntil(untilMs: number | null): number {
  const [, tick] = useReducer((ticks: number) => ticks + 1, 0);

  useEffect(() => {
    if (untilMs === null) return;
    const timer = setInterval(() => {
      tick();
      if (Date.now() >= untilMs) clearInterval(timer);
    }, tickMs);
    return () => clearInterval(timer);
  }, [untilMs]);

  return untilMs === null ? 0 : secondsUntil(untilMs, Date.now());
}
