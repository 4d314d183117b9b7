import { createLogin, type Login } from './login.ts';
import { createRealtime, type Realtime } from './realtime.ts';
import { createSession, type Session, type SessionOptions } from './session.ts';

export interface ClientOptions extends SessionOptions {
  /** Sockets are off unless the app turns them on. */
  sockets?: boolean | undefined;
  /** Called for invalid packets, refused connections and listeners that throw. */
  onRealtimeError?: ((error: unknown) => void) | undefined;
}

/** The API client: the session with its calls, the login flow, and the socket. */
export interface Client extends Pick<Session, 'calls'> {
  readonly session: Session;
  readonly login: Login;
  readonly realtime: Realtime;
  /** Closes the socket and stops following other tabs. */
  close(): void;
}

/** Creates a client. It is idle until `client.session.start()` or a sign-in. */
export const createClient = ({ sockets, onRealtimeError, ...options }: ClientOptions): Client => {
  const session = createSession(options);
  const login = createLogin(session);
  const { baseUrl } = options;
  const realtime = createRealtime({ baseUrl, sockets, tokens: session.tokens, onError: onRealtimeError });
  return {
    calls: session.calls,
    session,
    login,
    realtime,
    close() {
      realtime.close();
      session.stop();
    },
  };
};
