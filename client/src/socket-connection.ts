import { wireFormat } from '@parlance/contract/endpoint';
import { ApiError, errorBody } from '@parlance/contract/errors';
import { socketConnection } from '@parlance/contract/realtime';
import { isOnWire } from '@parlance/contract/wire';
import type { Socket } from 'socket.io-client';
import { NetworkError } from './network-error.ts';
import { isRenewable } from './session-errors.ts';
import { createStore } from './store.ts';
import type { Tokens } from './tokens.ts';

/** `off` without a token or with sockets disabled, `reconnecting` until the first connect and after every disconnect. */
export type ConnectionStatus = 'off' | 'reconnecting' | 'connected';

export interface SocketConnectionOptions {
  baseUrl: string;
  tokens: Pick<Tokens, 'getAccessToken' | 'subscribe' | 'onRefused'>;
  onConnect: () => void;
  onEvent: (event: string, args: unknown[]) => void;
  onError: (error: unknown) => void;
  /** Schedules a task and returns its cancel function; a timer by default. */
  later?: (task: () => void, ms: number) => () => void;
}

/** One socket at a time, always with the present access token. */
export interface SocketConnection {
  /** The socket while it is connected, else null. */
  current(): Socket | null;
  getStatus(): ConnectionStatus;
  subscribe(listener: () => void): () => void;
  /** Closes the present socket, even if half open, and opens a new one at once. */
  reconnect(): void;
  close(): void;
}

const open = async (baseUrl: string, token: string): Promise<Socket> => {
  // Lazily loaded: socket.io-client would enlarge every first page.
  const { io } = await import('socket.io-client');
  const connectOptions = {
    path: socketConnection.path,
    transports: ['websocket'],
    auth: { token, format: wireFormat.current },
    forceNew: true,
    autoConnect: false,
    timeout: socketConnection.connectTimeoutMs,
    reconnectionDelay: socketConnection.reconnectDelayMs,
    reconnectionDelayMax: socketConnection.reconnectDelayMaxMs,
    randomizationFactor: socketConnection.randomizationFactor,
    reconnectionAttempts: Number.POSITIVE_INFINITY,
  };
  return baseUrl === '' ? io(connectOptions) : io(baseUrl, connectOptions);
};

// Back off after a refusal: an early retry gets the same answer, from a server that may be overloaded.
const refusedDelayMaxMs = 30_000;
const steadyAfterMs = 10_000;

/** Delay after a number of consecutive refusals, the last of which may carry a timeout in seconds. */
const retryDelayMs = (refusals: number, timeoutSeconds = 0): number => {
  const { reconnectDelayMs, randomizationFactor } = socketConnection;
  const grownMs = Math.min(refusedDelayMaxMs, reconnectDelayMs * 2 ** Math.min(refusals, 10));
  const spreadMs = grownMs * (1 + randomizationFactor * (2 * Math.random() - 1));
  // Not before the requested timeout, and with jitter, so that clients do not retry simultaneously.
  return Math.max(spreadMs, timeoutSeconds * 1000 * (1 + randomizationFactor * Math.random()));
};

const byTimer = (task: () => void, ms: number) => {
  const timer = setTimeout(task, ms);
  return () => clearTimeout(timer);
};

/** Opens a socket whenever there is a token, and replaces it whenever the token changes. */
export const createSocketConnection = (options: SocketConnectionOptions): SocketConnection => {
  const { baseUrl, tokens, onConnect, onEvent, onError, later = byTimer } = options;
  const status = createStore<{ value: ConnectionStatus }>({ value: 'off' });
  let socket: Socket | null = null;
  // Generation of the connection: events of an earlier token's connection are ignored.
  let turn = 0;
  let cancelRetry = () => {};
  let hasRenewed = false;
  let refusals = 0;
  let connectedAt = Number.POSITIVE_INFINITY;

  const drop = () => {
    turn += 1;
    cancelRetry();
    socket?.disconnect();
    socket = null;
  };

  // Socket.IO does not retry after a refusal or a disconnect by the server; both may be temporary.
  const retryLater = (connect: () => void, timeoutSeconds?: number) => {
    cancelRetry();
    if (Date.now() - connectedAt >= steadyAfterMs) refusals = 0;
    connectedAt = Number.POSITIVE_INFINITY;
    cancelRetry = later(connect, retryDelayMs(refusals, timeoutSeconds));
    refusals += 1;
  };

  const onRefusal = async (
    mine: number,
    token: string,
    failure: Error & { data?: unknown },
    retry: () => void,
  ) => {
    if (!isOnWire(errorBody, failure.data)) return retryLater(retry);
    const error = ApiError.fromBody(failure.data);
    if (isRenewable(error) && hasRenewed) {
      // A freshly renewed token was refused as well: another retry would fail too.
      status.set({ value: 'off' });
      return onError(error);
    }
    try {
      // A renewed or cleared token reaches this connection as a token change.
      const renewed = await tokens.onRefused(error, token, false);
      if (renewed !== null) hasRenewed = true;
    } catch (cause) {
      onError(cause);
    }
    if (mine === turn) retryLater(retry, error.timeout);
  };

  const listen = (mine: number, token: string, opened: Socket) => {
    const connect = () => void opened.connect();
    opened.on('connect', () => {
      hasRenewed = false;
      connectedAt = Date.now();
      status.set({ value: 'connected' });
      onConnect();
    });
    opened.on('disconnect', () => {
      if (mine !== turn) return;
      status.set({ value: 'reconnecting' });
      if (!opened.active) retryLater(connect);
    });
    opened.on('connect_error', (failure: Error & { data?: unknown }) => {
      if (mine !== turn) return;
      status.set({ value: 'reconnecting' });
      if (!opened.active) void onRefusal(mine, token, failure, connect);
    });
    opened.onAny((event: string, ...args: unknown[]) => onEvent(event, args));
  };

  const follow = async (token: string | null): Promise<void> => {
    drop();
    const mine = turn;
    status.set({ value: token === null ? 'off' : 'reconnecting' });
    if (token === null) return;
    try {
      const opened = await open(baseUrl, token);
      if (mine !== turn) return;
      socket = opened;
      listen(mine, token, opened);
      opened.connect();
    } catch (error) {
      // The socket chunk did not load.
      onError(new NetworkError(error));
      if (mine === turn) retryLater(() => void follow(token));
    }
  };

  const unsubscribe = tokens.subscribe(({ accessToken }) => void follow(accessToken));
  void follow(tokens.getAccessToken());

  return {
    current: () => (socket?.connected ? socket : null),
    getStatus: () => status.get().value,
    subscribe: status.subscribe,
    reconnect: () => void follow(tokens.getAccessToken()),
    close() {
      unsubscribe();
      drop();
      status.set({ value: 'off' });
    },
  };
};
