import type { FullProfile } from '@parlance/contract/people';
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useLaterModule } from '#lib/use-later-module';
import { useNow } from '#lib/use-now';
import { nameOf } from '#people/person-name';
import { useLiveSchedule } from '#schedule/use-live-schedule';
import { useSignedIn } from '#session/signed-in';
import { ongoing } from './ongoing';
import { sessionBefore, sessionsAroundQuery, sessionsWith, sessionToJoin } from './sessions';

const lookEveryMs = 5000;

/** Checks for a current or recent session with the partner and loads the call code only if there is one. */
export function SessionPlace({ partner }: { partner: FullProfile }) {
  const { runtime, user } = useSignedIn();
  const now = new Date(useNow(lookEveryMs));
  useLiveSchedule();
  const around = useQuery(sessionsAroundQuery(runtime.calls, user.userId));
  const sessions = sessionsWith(around.data ?? [], partner.userId, nameOf(partner));
  const session = sessionToJoin(sessions, now);
  const before = sessionBefore(sessions, now);
  const isInCall = useSyncExternalStore(ongoing.subscribe, ongoing.get).Presence !== null;
  const isWanted = session !== null || before !== null || isInCall;
  const view = useLaterModule(() => import('./session-view'), { isWanted });
  return view && <view.SessionView partner={partner} session={session} before={before} now={now} />;
}
