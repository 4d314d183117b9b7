import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toBody } from '@parlance/contract/error-table';
import { ApiError } from '@parlance/contract/errors';
import { Server, type Socket } from 'socket.io';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NetworkError } from './network-error.ts';
import { createSocketConnection, type SocketConnection } from './socket-connection.ts';

let io: Server;
let connection: SocketConnection;
let refuse: () => ApiError | null;
let sockets: Socket[];
/** Tasks that the client has scheduled, with their delays. */
let postponed: { task: () => void; ms: number }[];
let cancelled: typeof postponed;
let reported: unknown[];
/** What the session does about a refusal. */
let onRefused: () => Promise<string | null>;

beforeEach(async () => {
  refuse = () => null;
  sockets = [];
  postponed = [];
  cancelled = [];
  reported = [];
  onRefused = async () => null;
  // The middle of the jitter range, so that every delay is exact.
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  vi.useFakeTimers({ toFake: ['Date'] });
  const http = createServer().listen(0, '127.0.0.1');
  await once(http, 'listening');
  io = new Server(http, { serveClient: false });
  io.use((_socket, next) => {
    const refusal = refuse();
    next(refusal ? Object.assign(new Error(refusal.message), { data: toBody(refusal) }) : undefined);
  });
  io.on('connection', (socket) => sockets.push(socket));
  const { port } = http.address() as AddressInfo;
  const open = () =>
    createSocketConnection({
      baseUrl: `http://127.0.0.1:${port}`,
      tokens: {
        getAccessToken: () => 'token',
        subscribe(listener) {
          renew = (accessToken) => listener({ accessToken, isNewSession: false, cause: null });
          return () => false;
        },
        onRefused: () => onRefused(),
      },
      onConnect: () => {},
      onEvent: () => {},
      onError: (error) => reported.push(error),
      later: (task, ms) => {
        const retry = { task, ms };
        postponed.push(retry);
        return () => {
          cancelled.push(retry);
        };
      },
    });
  start = () => {
    connection = open();
  };
});

let start: () => void;
let renew: (accessToken: string) => void;

afterEach(async () => {
  connection.close();
  vi.useRealTimers();
  vi.restoreAllMocks();
  io.disconnectSockets(true);
  await io.close();
});

/** Waits until the client schedules a retry, runs it, and returns its delay. */
async function nextDelayMs(): Promise<number> {
  await vi.waitFor(() => expect(postponed).toHaveLength(1), { timeout: 10_000 });
  const [next] = postponed.splice(0);
  next?.task();
  return next?.ms ?? -1;
}

async function cut(): Promise<void> {
  await vi.waitFor(() => expect(connection.getStatus()).toBe('connected'), { timeout: 10_000 });
  sockets.at(-1)?.disconnect(true);
}

it('a lost connection is retried without end, with a delay of one to five seconds and 50 % jitter', async () => {
  start();
  await vi.waitFor(() => expect(connection.getStatus()).toBe('connected'), { timeout: 10_000 });
  const manager = connection.current()?.io;
  expect(manager?.reconnection()).toBe(true);
  expect(manager?.reconnectionAttempts()).toBe(Number.POSITIVE_INFINITY);
  expect([manager?.reconnectionDelay(), manager?.reconnectionDelayMax()]).toEqual([1000, 5000]);
  expect(manager?.randomizationFactor()).toBe(0.5);
  expect(manager?.timeout()).toBe(20_000);
});

describe('a connection that is refused again and again', () => {
  it('doubles the delay up to 30 seconds', async () => {
    refuse = () => new ApiError('ServerError');
    start();
    const delays = [];
    for (let nth = 0; nth < 7; nth++) delays.push(await nextDelayMs());
    expect(delays).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
  });

  it('waits at least the retry time of the server', async () => {
    const timeouts = [45, 1, 5];
    refuse = () => new ApiError('TooManyRequests', { timeout: timeouts.shift() ?? 0 });
    start();
    expect([await nextDelayMs(), await nextDelayMs(), await nextDelayMs()]).toEqual([56_250, 2000, 6250]);
  });

  it('counts an immediate disconnect as a refusal, and resets the count once the connection is stable', async () => {
    start();
    const delays = [];
    for (let nth = 0; nth < 3; nth++) {
      await cut();
      delays.push(await nextDelayMs());
    }
    expect(delays).toEqual([1000, 2000, 4000]);
    await vi.waitFor(() => expect(connection.getStatus()).toBe('connected'), { timeout: 10_000 });
    vi.setSystemTime(Date.now() + 10_000);
    await cut();
    expect(await nextDelayMs()).toBe(1000);
  });

  it('backs off after a steady connection too, when the server refuses every new one', async () => {
    start();
    await vi.waitFor(() => expect(connection.getStatus()).toBe('connected'), { timeout: 10_000 });
    vi.setSystemTime(Date.now() + 10_000);
    refuse = () => new ApiError('ServerError');
    await cut();
    const delays = [];
    for (let nth = 0; nth < 4; nth++) delays.push(await nextDelayMs());
    expect(delays).toEqual([1000, 2000, 4000, 8000]);
  });
});

it('the socket of a renewed token replaces the old one, which neither reconnects nor changes the status', async () => {
  start();
  await vi.waitFor(() => expect(connection.getStatus()).toBe('connected'), { timeout: 10_000 });
  const statuses: string[] = [];
  connection.subscribe(() => statuses.push(connection.getStatus()));
  renew('renewed');
  await vi.waitFor(() => expect(sockets).toHaveLength(2), { timeout: 10_000 });
  await vi.waitFor(() => expect(connection.getStatus()).toBe('connected'), { timeout: 10_000 });
  expect(sockets.map(({ handshake }) => handshake.auth.token)).toEqual(['token', 'renewed']);
  expect(postponed).toEqual([]);
  expect(statuses).toEqual(['reconnecting', 'connected']);
  expect(sockets.map(({ connected }) => connected)).toEqual([false, true]);
});

it('a token that changes while the code of the socket loads opens one connection, with the new token', async () => {
  start();
  renew('renewed');
  await vi.waitFor(() => expect(connection.getStatus()).toBe('connected'), { timeout: 10_000 });
  expect(sockets.map(({ handshake }) => handshake.auth.token)).toEqual(['renewed']);
});

it('code of the socket that does not load is reported and loaded again, until it is there', async () => {
  vi.doMock('socket.io-client', () => {
    throw new Error('offline');
  });
  start();
  expect([await nextDelayMs(), await nextDelayMs()]).toEqual([1000, 2000]);
  await vi.waitFor(() => expect(postponed).toHaveLength(1), { timeout: 10_000 });
  expect(reported).toEqual([expect.any(NetworkError), expect.any(NetworkError), expect.any(NetworkError)]);
  expect(connection.getStatus()).toBe('reconnecting');
  vi.doUnmock('socket.io-client');
  await nextDelayMs();
  await vi.waitFor(() => expect(connection.getStatus()).toBe('connected'), { timeout: 10_000 });
});

describe('a retry that waits', () => {
  const waiting = async () => {
    refuse = () => new ApiError('ServerError');
    start();
    await vi.waitFor(() => expect(postponed).toHaveLength(1), { timeout: 10_000 });
    refuse = () => null;
    return postponed[0];
  };

  it('is given up for a new token, which connects at once', async () => {
    const retry = await waiting();
    renew('renewed');
    expect(cancelled).toContain(retry);
    await vi.waitFor(() => expect(connection.getStatus()).toBe('connected'), { timeout: 10_000 });
    expect(sockets.map(({ handshake }) => handshake.auth.token)).toEqual(['renewed']);
    expect(postponed).toHaveLength(1);
  });

  it('is given up with the connection', async () => {
    const retry = await waiting();
    connection.close();
    expect(cancelled).toContain(retry);
    expect(connection.getStatus()).toBe('off');
  });
});

it('a refusal that brings a new token is not retried with the old one', async () => {
  let refusals = 0;
  refuse = () => (refusals++ === 0 ? new ApiError('AccessTokenExpired') : null);
  onRefused = async () => {
    renew('renewed');
    return 'renewed';
  };
  start();
  await vi.waitFor(() => expect(connection.getStatus()).toBe('connected'), { timeout: 10_000 });
  expect(postponed).toEqual([]);
  expect(sockets.map(({ handshake }) => handshake.auth.token)).toEqual(['renewed']);
});
