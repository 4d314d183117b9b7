import type { StaticData } from '@parlance/contract/static-data';
import { type Session, useSession } from './session-context';
import type { SessionRuntime } from './session-runtime';

export interface ReadySession extends Session {
  staticData: StaticData;
  runtime: SessionRuntime;
}

/** The session of every screen behind the session gate: the client and the static data are there. */
export function useReadySession(): ReadySession {
  const session = useSession();
  const { staticData, runtime } = session;
  if (!staticData || !runtime) throw new Error('useReadySession belongs behind the session gate');
  return { ...session, staticData, runtime };
}
