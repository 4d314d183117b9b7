import type { User } from '@parlance/contract/account';
import { type ReadySession, useReadySession } from './ready-session';

export interface SignedInSession extends ReadySession {
  user: User;
}

/** The session of the screens that only signed-in people reach: everything in it is there. */
export function useSignedIn(): SignedInSession {
  const session = useReadySession();
  const { user } = session;
  if (!user) throw new Error('useSignedIn belongs inside the signed-in layout');
  return { ...session, user };
}
