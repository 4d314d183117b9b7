import { createCallPort } from '@parlance/client/call';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { readAgain } from '#lib/read-again';
import { useSignedIn } from '#session/signed-in';
import { summaryQuery } from './sessions';

/** Keeps a session's summary up to date before joining: participants and the end. */
export function useLiveSeats(scheduleSlotId: string | null): void {
  const { runtime, user } = useSignedIn();
  const cache = useQueryClient();
  useEffect(() => {
    if (scheduleSlotId === null) return;
    const port = createCallPort(runtime.realtime);
    const { queryKey } = summaryQuery(runtime.calls, user.userId, scheduleSlotId);
    const readSummary = () => void readAgain(cache, queryKey);
    const stops = [
      port.on('call:seats', ({ seats, ...event }) => {
        if (event.scheduleSlotId !== scheduleSlotId) return;
        cache.setQueryData(queryKey, (summary) => summary && { ...summary, seats });
        // A response in flight can predate the event.
        if (cache.isFetching({ queryKey }) > 0) readSummary();
      }),
      port.on('call:ended', (event) => event.scheduleSlotId === scheduleSlotId && readSummary()),
      port.onConnect(readSummary),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [runtime, user.userId, scheduleSlotId, cache]);
}
