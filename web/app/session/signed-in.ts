import type { User } from '@parlance/contract/account';
import type { StaticData } from '@parlance/contract/static-data';
import { type Session, useSession } from './session-context';
import type { SessionRuntime } from './session-runtime';

interface ReadySession extends Session {
  staticData: StaticData;
  runtime: SessionRuntime;
}

/** Session behind the gate: client and static data are loaded. */
export function useReadySession(): ReadySession {
  const session = useSession();
  const { staticData, runtime } = session;
  if (!staticData || !runtime) throw new Error('no session');
  return { ...session, staticData, runtime };
}

/** Session of screens for signed-in members: all fields are present. */
export function useSignedIn(): ReadySession & { user: User } {
  const session = useReadySession();
  const { user } = session;
  if (!user) throw new Error('not signed in');
  return { ...session, user };
}
