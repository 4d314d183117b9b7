import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Reads again all that is shown under a key, after something has changed. The library keeps a first reading that is under
 * way, and its answer may be of the time before the change: that one is waited for and then read once more.
 */
export async function readAgain(cache: QueryClient, queryKey: QueryKey): Promise<void> {
  const underWay = cache.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' });
  const isFirst = underWay.some(({ state }) => state.data === undefined);
  await cache.invalidateQueries({ queryKey });
  if (isFirst) await cache.invalidateQueries({ queryKey });
}
