import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Refetches active queries under a key after a change. The library does not restart an initial fetch in flight, whose response can predate
 * the change: it is awaited, then fetched again.
 */
export async function readAgain(cache: QueryClient, queryKey: QueryKey): Promise<void> {
  const underWay = cache.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' });
  const isFirst = underWay.some(({ state }) => state.data === undefined);
  await cache.invalidateQueries({ queryKey });
  if (isFirst) await cache.invalidateQueries({ queryKey });
}
