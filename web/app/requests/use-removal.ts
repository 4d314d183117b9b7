import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { readAgain } from '#lib/read-again';

/** State of the list's address after a request was declined or refused. */
export interface RemovalState {
  removedId?: string;
}

/** Returns to the list, which omits the removed request at once, and then refetches what the removal concerns. */
export function useRemoval(): (userId: string, concerned: QueryKey) => Promise<void> {
  const cache = useQueryClient();
  const navigate = useNavigate();
  return async (removedId, concerned) => {
    const state: RemovalState = { removedId };
    // In one commit with the row, so that the focus can move to the next one.
    await navigate('/requests', { replace: true, flushSync: true, state });
    await readAgain(cache, concerned);
  };
}
