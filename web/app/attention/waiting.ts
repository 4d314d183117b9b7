import type { Appointment } from '@parlance/contract/schedule';
import { slotListLookBackMs } from '@parlance/contract/schedule';
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { statQuery } from '#chat/engine/chat-queries';
import { useNow } from '#lib/use-now';
import { dueCountQuery } from '#phrases/phrases-queries';
import { programmeQuery } from '#programmes/parts/programme-queries';
import { appointmentsQuery } from '#schedule/schedule-queries';
import { sessionStatus } from '#schedule/session-status';
import { viewerZone } from '#schedule/viewer-zone';
import { dayAt, startOfDay } from '#schedule/zoned-time';
import { useSignedIn } from '#session/signed-in';
import { endedSessionsQuery } from '#trust/trust-queries';
import { isNoticePlaceTaken, subscribeToNoticePlace } from '#ui/notice-place';
import type { Waiting } from './attention';
import { proposalsFor } from './proposals';

const minuteMs = 60_000;

export interface WaitingItems {
  waiting: Waiting;
  /** The session that is running. */
  running: Appointment | undefined;
  programmeId: string | undefined;
}

/** Counts what waits for the member, from the queries of the screens; null until all have answered. */
export function useWaiting(): WaitingItems | null {
  const { runtime, user } = useSignedIn();
  const { calls } = runtime;
  const { userId, programme } = user;
  const now = useNow(minuteMs);
  const zone = viewerZone();
  // The first page of the appointments screen, which shares the answer.
  const start = new Date(startOfDay(zone, dayAt(zone, now - slotListLookBackMs)));
  const sessions = useQuery(appointmentsQuery(calls, userId, { start, page: 1 }));
  const ended = useQuery(endedSessionsQuery(calls, userId));
  const stat = useQuery(statQuery(calls, userId));
  const due = useQuery(dueCountQuery(calls, userId));
  const programmeId = programme && !programme.isCoordinator ? programme.programmeId : undefined;
  const place = useQuery({
    ...programmeQuery(calls, programmeId ?? ''),
    enabled: programmeId !== undefined,
  });
  const isNoticeOpen = useSyncExternalStore(subscribeToNoticePlace, isNoticePlaceTaken);
  if ([sessions, ended, stat, due, place].some(({ isLoading }) => isLoading)) return null;
  const at = new Date(now);
  const slots = sessions.data?.slots ?? [];
  const running = slots.find((session) => sessionStatus(session, at) === 'in-session');
  return {
    running,
    programmeId,
    waiting: {
      session: running ? 1 : 0,
      notice: isNoticeOpen ? 1 : 0,
      proposal: proposalsFor(slots, userId, at).length,
      hours: place.data?.toConfirm.length ?? 0,
      question: (ended.data ?? []).filter(({ outcome }) => outcome?.answer === null).length,
      requests: stat.data?.requests ?? 0,
      phrases: due.data ?? 0,
    },
  };
}
