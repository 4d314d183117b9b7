import type { Session } from '@parlance/client/session';
import type { QueryClient } from '@tanstack/react-query';

/** What was fetched for one person is never there for the next one at this device: it goes when they leave. */
export function forgetFetchedOnLeaving(
  { getState, subscribe }: Pick<Session, 'getState' | 'subscribe'>,
  cache: Pick<QueryClient, 'clear'>,
): () => void {
  let present = getState().user?.userId;
  return subscribe(() => {
    const next = getState().user?.userId;
    if (present !== undefined && next !== present) cache.clear();
    present = next;
  });
}
