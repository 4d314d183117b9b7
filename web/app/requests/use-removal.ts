import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
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
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return async (removedId, concerned) => {
    const state: RemovalState = { removedId };
    // Not after the member went on to another screen. In one commit with the row, so that the focus can move to the next one.
    if (isShown.current) await navigate('/requests', { replace: true, flushSync: true, state });
    await readAgain(cache, concerned);
  };
}
