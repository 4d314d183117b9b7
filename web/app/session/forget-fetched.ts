import type { Session } from '@parlance/client/session';
import type { QueryClient } from '@tanstack/react-query';

/**
 * Clears the query cache when a member leaves, so that the next one on this device never sees it. `onSignOut` runs only for a deliberate
 * sign-out: a session lost by an error can return and keeps its stored data.
 */
export function forgetFetchedOnLeaving(
  { getState, subscribe }: Pick<Session, 'getState' | 'subscribe'>,
  cache: Pick<QueryClient, 'clear'>,
  onSignOut: () => void,
): () => void {
  let present = getState().user?.userId;
  return subscribe(() => {
    const { user, error } = getState();
    const hasLeft = present !== undefined && user?.userId !== present;
    present = user?.userId;
    if (!hasLeft) return;
    cache.clear();
    if (!user && !error) onSignOut();
  });
}
