import { createContext, use, useEffect, useState } from 'react';
import { useHydrated } from './use-hydrated';

/** The day of every zone begins at a full quarter of an hour, and in several at no full hour. */
export const dayChangeGridMs = 900_000;

/** When the server rendered the page, in milliseconds; null where it did not. */
export const RenderedAt = createContext<number | null>(null);

/** The present moment in milliseconds, renewed at every full interval of the clock. Until the page is hydrated, that of the server. */
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
