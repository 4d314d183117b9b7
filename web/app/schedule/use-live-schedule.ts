import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { coalesce } from '#lib/coalesce';
import { readAgain } from '#lib/read-again';
import { useReadySession } from '#session/signed-in';
import { scheduleKey } from './schedule-queries';

/** Keeps the slots of a screen up to date: reads them again when one changes, and after the connection was lost. */
export function useLiveSchedule(): void {
  const { runtime } = useReadySession();
  const cache = useQueryClient();
  useEffect(() => {
    // One after the other: many changes in a row would each give up the reading of the one before.
    const refresh = coalesce(() => readAgain(cache, scheduleKey));
    const stops = [
      runtime.realtime.on('schedule:changed', () => void refresh()),
      runtime.realtime.onConnect(() => void refresh()),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [runtime, cache]);
}
