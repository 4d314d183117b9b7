import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useReadySession } from '#session/ready-session';
import { scheduleKey } from './schedule-queries';

/** Keeps the slots of a screen up to date: reads them again when one changes, and after the connection was lost. */
export function useLiveSchedule(): void {
  const { runtime } = useReadySession();
  const cache = useQueryClient();
  useEffect(() => {
    const refresh = () => void cache.invalidateQueries({ queryKey: scheduleKey });
    const stops = [runtime.realtime.on('schedule:changed', refresh), runtime.realtime.onConnect(refresh)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [runtime, cache]);
}
