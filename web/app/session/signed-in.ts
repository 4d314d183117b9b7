import type { User } from '@parlance/contract/account';
import type { StaticData } from '@parlance/contract/static-data';
import { type Session, useSession } from './session-context';
import type { SessionRuntime } from './session-runtime';

export interface SignedInSession extends Session {
  user: User;
  staticData: StaticData;
  runtime: SessionRuntime;
}

/** The session of the screens that only signed-in people reach: everything in it is there. */
export function useSignedIn(): SignedInSession {
  const session = useSession();
  const { user, staticData, runtime } = session;
  if (!user || !staticData || !runtime) throw new Error('useSignedIn belongs inside the signed-in layout');
  return { ...session, user, staticData, runtime };
}
