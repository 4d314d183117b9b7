import type { SessionState as ClientSessionState } from '@parlance/client/session';
import { createBrowserStorage } from '@parlance/client/token-storage';
import type { StaticData } from '@parlance/contract/static-data';
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import type { SessionRuntime } from './session-runtime';

/** Session state exposed to screens. */
export type SessionState = Omit<ClientSessionState, 'hasAccessToken'>;

export interface Session extends SessionState {
  /** API client; null until its module has loaded. */
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

/**
 * Session of public pages on the server and during hydration, before the real one is known. Queries wait for `loading` to end, so nothing
 * is fetched twice and the calls are never used.
 */
export const provisionalSession: Session = {
  ...unknownSession,
  staticData: {} as StaticData,
  runtime: {
    calls: {},
    realtime: { on: () => () => {}, onConnect: () => () => {} },
  } as unknown as SessionRuntime,
};

export const SessionContext = createContext<Session>(unknownSession);

export function useSession(): Session {
  return useContext(SessionContext);
}

export interface SessionProviderProps {
  /** Public page: the runtime is loaded only for a visitor who was signed in before. */
  onDemand: boolean;
  children: ReactNode;
}

/** Loads the session runtime separately from the first page and provides its state. */
export function SessionProvider({ onDemand, children }: SessionProviderProps) {
  const [state, setState] = useState<SessionState>(unknownSession);
  const [runtime, setRuntime] = useState<SessionRuntime | null>(null);
  const started = useRef(false);

  useEffect(() => {
    if (started.current || (onDemand && createBrowserStorage().get() === null)) return;
    started.current = true;
    import('./session-runtime').then(
      ({ startSession }) => setRuntime(startSession(setState)),
      (error: unknown) => setState({ ...unknownSession, loading: false, error }),
    );
  }, [onDemand]);

  return <SessionContext value={{ ...state, runtime }}>{children}</SessionContext>;
}
