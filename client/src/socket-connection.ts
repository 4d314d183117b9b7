import { wireFormat } from '@parlance/contract/endpoint';
import { ApiError, errorBody } from '@parlance/contract/errors';
import { socketConnection } from '@parlance/contract/realtime';
import { isOnWire } from '@parlance/contract/wire';
import type { Socket } from 'socket.io-client';
import { NetworkError } from './network-error.ts';
import { isRenewable } from './session-errors.ts';
import { createStore } from './store.ts';
import type { Tokens } from './tokens.ts';

/** `off` without a token or with sockets turned off, `reconnecting` until the first and after every lost connect. */
export type ConnectionStatus = 'off' | 'reconnecting' | 'connected';

/** What the connection needs from its surroundings. */
export interface SocketConnectionOptions {
  baseUrl: string;
  tokens: Pick<Tokens, 'getAccessToken' | 'subscribe' | 'onRefused'>;
  onConnect: () => void;
  onEvent: (event: string, args: unknown[]) => void;
  onError: (error: unknown) => void;
  /** Does something later, unless the answered function is called before; a timer when nothing is said. */
  later?: (task: () => void, ms: number) => () => void;
}

/** One socket at a time, always with the present access token. */
export interface SocketConnection {
  /** The socket while it is connected, else null. */
  current(): Socket | null;
  getStatus(): ConnectionStatus;
  subscribe(listener: () => void): () => void;
  /** Gives the present socket up, half open or not, and opens a new one at once. */
  reconnect(): void;
  close(): void;
}

const open = async (baseUrl: string, token: string): Promise<Socket> => {
  // Loaded only where sockets are on: it would weigh on every first page.
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

// A refusal is an answer: asking again soon gets the same one, from a server that may have too much to do already.
const refusedDelayMaxMs = 30_000;
const steadyAfterMs = 10_000;

/** How long to wait after so many refusals in a row, the last of which may say for how many seconds. */
const retryDelayMs = (refusals: number, timeoutSeconds = 0): number => {
  const { reconnectDelayMs, randomizationFactor } = socketConnection;
  const grownMs = Math.min(refusedDelayMaxMs, reconnectDelayMs * 2 ** Math.min(refusals, 10));
  const spreadMs = grownMs * (1 + randomizationFactor * (2 * Math.random() - 1));
  // Later than asked for, not sooner, and not all at the same moment.
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
  // Names the present token's connection; whatever belongs to an earlier one is ignored.
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

  // Socket.IO gives up after a refusal and after a cut by the server; both may pass.
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
      // A fresh token was refused as well: another would be too.
      status.set({ value: 'off' });
      return onError(error);
    }
    try {
      // A new token, or none, reaches this connection as a token change.
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
      // The code of the socket did not load.
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
