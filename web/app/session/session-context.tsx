import type { SessionState as ClientSessionState } from '@parlance/client/session';
import { createBrowserStorage } from '@parlance/client/token-storage';
import type { StaticData } from '@parlance/contract/static-data';
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import type { SessionRuntime } from './session-runtime';

/** What the screens know of the session. */
export type SessionState = Omit<ClientSessionState, 'hasAccessToken'>;

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

/**
 * The session of a visitor's page until the real one is known, on the server and while the page is hydrated. Queries wait for
 * `loading` to end, so nothing is fetched twice for a returning member, and the calls are never used.
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
    if (started.current || (onDemand && createBrowserStorage().get() === null)) return;
    started.current = true;
    import('./session-runtime').then(
      ({ startSession }) => setRuntime(startSession(setState)),
      (error: unknown) => setState({ ...unknownSession, loading: false, error }),
    );
  }, [onDemand]);

  return <SessionContext value={{ ...state, runtime }}>{children}</SessionContext>;
}
