import { createLogin, type Login } from './login.ts';
import { createRealtime, type Realtime } from './realtime.ts';
import { createSession, type Session, type SessionOptions } from './session.ts';

/** What a client needs from its surroundings. */
export interface ClientOptions extends SessionOptions {
  /** Sockets are off unless the app turns them on. */
  sockets?: boolean | undefined;
  /** Hears of bad packets, refused connections and listeners that throw. */
  onRealtimeError?: ((error: unknown) => void) | undefined;
}

/** The whole client: the session with its calls, the ways into it, and the socket. */
export interface Client extends Pick<Session, 'calls'> {
  readonly session: Session;
  readonly login: Login;
  readonly realtime: Realtime;
  /** Closes the socket and stops following other tabs. */
  close(): void;
}

/** Makes a client. Nothing happens before `client.session.start()` or a sign-in. */
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
