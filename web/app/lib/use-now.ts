import { createContext, use, useEffect, useState } from 'react';
import { useHydrated } from './use-hydrated';

/** Days begin at a quarter of an hour in every time zone, in several not at a full hour. */
export const dayChangeGridMs = 900_000;

/** Time of the server render in milliseconds; null without one. */
export const RenderedAt = createContext<number | null>(null);

/** Current time in milliseconds, updated at each full interval. Before hydration, the server's render time. */
export function useNow(intervalMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  const isHydrated = useHydrated();
  const renderedAt = use(RenderedAt);
  useEffect(() => {
    const untilNext = intervalMs - (now % intervalMs);
    const timer = setTimeout(() => setNow(Date.now()), untilNext);
    return () => clearTimeout(timer);
  }, [now, intervalMs]);
  return isHydrated ? now : (renderedAt ?? now);
}
