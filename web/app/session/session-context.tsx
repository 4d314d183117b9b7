import type { User } from '@parlance/contract/account';
import type { FullProfile } from '@parlance/contract/people';
import type { StaticData } from '@parlance/contract/static-data';
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import type { SessionRuntime } from './session-runtime';

/** Where the browser keeps the refresh token, the only thing it stores of a session. */
export const refreshTokenKey = 'parlance.refreshToken';

export interface SessionState {
  /** True until it is known whether somebody is signed in. */
  loading: boolean;
  user: User | null;
  profile: FullProfile | null;
  staticData: StaticData | null;
  error: unknown;
}

export interface Session extends SessionState {
  /** The API client and what belongs to it; null until it has been loaded. */
  runtime: SessionRuntime | null;
}

const unknownSession: Session = {
  loading: true,
  user: null,
  profile: null,
  staticData: null,
  error: null,
  runtime: null,
};

const SessionContext = createContext<Session>(unknownSession);

export function useSession(): Session {
  return useContext(SessionContext);
}

function hasStoredToken(): boolean {
  return window.localStorage.getItem(refreshTokenKey) !== null;
}

export interface SessionProviderProps {
  /** The page reads without a session: the runtime is fetched only for somebody who was signed in before. */
  onDemand: boolean;
  children: ReactNode;
}

/** Loads the session runtime apart from the first page and hands its state to the screens. */
export function SessionProvider({ onDemand, children }: SessionProviderProps) {
  const [state, setState] = useState<SessionState>(unknownSession);
  const [runtime, setRuntime] = useState<SessionRuntime | null>(null);
  const started = useRef(false);

  useEffect(() => {
    if (started.current || (onDemand && !hasStoredToken())) return;
    started.current = true;
    import('./session-runtime').then(
      ({ startSession }) => setRuntime(startSession(setState)),
      (error: unknown) => setState({ ...unknownSession, loading: false, error }),
    );
  }, [onDemand]);

  return <SessionContext value={{ ...state, runtime }}>{children}</SessionContext>;
}
