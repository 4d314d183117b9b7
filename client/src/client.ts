import { createRealtime, type Realtime } from './realtime.ts';
import { createSession, type Session, type SessionOptions } from './session.ts';

export interface ClientOptions extends SessionOptions {
  /** Sockets are off unless the app turns them on. */
  sockets?: boolean | undefined;
  /** Called for invalid packets, refused connections and listeners that throw. */
  onRealtimeError?: ((error: unknown) => void) | undefined;
}

/** The API client: the session with its calls, and the socket. `createLogin` adds the login flow. */
export interface Client extends Pick<Session, 'calls'> {
  readonly session: Session;
  readonly realtime: Realtime;
  /** Closes the socket and stops following other tabs. */
  close(): void;
}

/** Creates a client. It is idle until `client.session.start()` or a sign-in. */
export const createClient = ({ sockets, onRealtimeError, ...options }: ClientOptions): Client => {
  const session = createSession(options);
  const { baseUrl } = options;
  const realtime = createRealtime({ baseUrl, sockets, tokens: session.tokens, onError: onRealtimeError });
  return {
    calls: session.calls,
    session,
    realtime,
    close() {
      realtime.close();
      session.stop();
    },
  };
};
