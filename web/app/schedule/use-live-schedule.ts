import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { coalesce } from '#lib/coalesce';
import { readAgain } from '#lib/read-again';
import { useReadySession } from '#session/signed-in';
import { scheduleKey } from './schedule-queries';

/** Refetches the slots of a screen after changes and reconnections. */
export function useLiveSchedule(): void {
  const { runtime } = useReadySession();
  const cache = useQueryClient();
  useEffect(() => {
    // Coalesced: refetches in quick succession would cancel each other.
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
