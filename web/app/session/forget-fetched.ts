import type { Session } from '@parlance/client/session';
import type { QueryClient } from '@tanstack/react-query';

/**
 * What was fetched for one person is never there for the next one at this device: it goes when they leave. `onSignOut` is told
 * of those who leave by choice; a session that is lost by an error may come back, and finds everything else as it was.
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
