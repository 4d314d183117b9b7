import { toBody } from '@parlance/contract/error-table';
import { ApiError } from '@parlance/contract/errors';
import { Server, type Socket } from 'socket.io';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type SessionServer, startSessionServer } from '#test/session-server';
import { type CallPort, createCallPort } from './call.ts';
import { type Client, createClient } from './client.ts';
import { NetworkError, UnexpectedAnswerError } from './network-error.ts';

const scheduleSlotId = '018f0000-0000-7000-8000-000000000001';
const peerId = '018f0000-0000-7000-8000-000000000002';
const from = '018f0000-0000-7000-8000-000000000003';
const here = { scheduleSlotId, peerId };

let server: SessionServer;
let io: Server;
let client: Client;
let call: CallPort;
let sockets: Socket[];
const onRealtimeError = vi.fn();

beforeEach(async () => {
  onRealtimeError.mockReset();
  server = await startSessionServer();
  sockets = [];
  io = new Server(server.http, { serveClient: false });
  io.on('connection', (socket) => sockets.push(socket));
  client = createClient({ baseUrl: server.baseUrl, sockets: true, onRealtimeError });
  call = createCallPort(client.realtime);
});

afterEach(async () => {
  client.close();
  io.disconnectSockets(true);
  await io.close();
});

const connect = async (): Promise<Socket> => {
  await client.session.signIn(server.issue());
  await client.realtime.whenConnected();
  return sockets.at(-1) as Socket;
};

it('reads the answer of an event as the contract says', async () => {
  const socket = await connect();
  const timer = {
    startedAt: null,
    swapAt: '2026-05-06T07:08:09.000Z',
    endsAt: null,
    languages: null,
    asked: [],
  };
  socket.on('call:alive', (_payload, acknowledge) =>
    acknowledge({ ok: true, serverNow: '2026-05-06T07:08:09.000Z', seats: [], timer }),
  );
  const answer = await call.emit('call:alive', here);
  const at = new Date('2026-05-06T07:08:09.000Z');
  expect(answer).toEqual({ ok: true, serverNow: at, seats: [], timer: { ...timer, swapAt: at } });
});

it('throws the error of the server, and a generic one for an unknown response', async () => {
  const socket = await connect();
  socket.on('call:leave', (_payload, acknowledge) =>
    acknowledge({ error: toBody(new ApiError('UserIsBlocked')) }),
  );
  await expect(call.emit('call:leave', here)).rejects.toMatchObject({ errorName: 'UserIsBlocked' });
  socket.on('call:alive', (_payload, acknowledge) => acknowledge({ ok: false }));
  await expect(call.emit('call:alive', here)).rejects.toThrow(UnexpectedAnswerError);
});

it.each([
  ['call:alive', 3000],
  ['call:join', 10_000],
] as const)('times out without an acknowledgement of %s in %i ms', async (event, ms) => {
  // Socket.IO captures its timers when a socket is created.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const socket = await connect();
    const arrived = new Promise((resolve) => socket.on(event, resolve));
    const failed = vi.fn();
    const outcome = call.emit(event, here).catch(failed);
    await arrived;
    await vi.advanceTimersByTimeAsync(ms - 1);
    expect(failed).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await outcome;
    expect(failed.mock.calls).toEqual([[expect.any(NetworkError)]]);
  } finally {
    vi.useRealTimers();
  }
});

it('refuses an invalid payload before sending it', async () => {
  const socket = await connect();
  const heard = vi.fn();
  socket.onAny(heard);
  const signal = { ...here, to: from, epoch: 1 };
  const description = { type: 'offer' as const, sdp: 'a'.repeat(16_385) };
  await expect(call.emit('call:signal', { ...signal, items: [{ description }] })).rejects.toMatchObject({
    errorName: 'RequestDataInvalid',
  });
  expect(heard).not.toHaveBeenCalled();
});

it('sends nothing without a connection, neither then nor later', async () => {
  expect(call.isConnected()).toBe(false);
  await expect(call.emit('call:alive', here)).rejects.toThrow('Socket is not connected.');
  const socket = await connect();
  expect(call.isConnected()).toBe(true);
  const heard: string[] = [];
  socket.onAny((event) => heard.push(event));
  socket.on('call:leave', (_payload, acknowledge) => acknowledge({ ok: true }));
  await call.emit('call:leave', here);
  expect(heard).toEqual(['call:leave']);
});

it('receives session events until unsubscribed, and reports an invalid one', async () => {
  const socket = await connect();
  const heard = vi.fn();
  const stop = call.on('call:ended', heard);
  const stray = vi.fn();
  call.on('call:seats', stray);
  socket.emit('call:ended', { scheduleSlotId, reason: 'blocked' });
  await vi.waitFor(() =>
    expect(heard).toHaveBeenCalledExactlyOnceWith({ scheduleSlotId, reason: 'blocked' }),
  );
  socket.emit('call:ended', { scheduleSlotId, reason: 'whim' });
  await vi.waitFor(() => expect(onRealtimeError).toHaveBeenCalledWith(expect.any(UnexpectedAnswerError)));
  stop();
  socket.emit('call:ended', { scheduleSlotId, reason: 'time' });
  socket.emit('call:seats', { scheduleSlotId, seats: [] });
  await vi.waitFor(() => expect(stray).toHaveBeenCalledTimes(1));
  expect(heard).toHaveBeenCalledTimes(1);
});

it('reconnects at once when the connection is reported dead', async () => {
  const socket = await connect();
  const cut = new Promise((resolve) => socket.on('disconnect', resolve));
  const onConnect = vi.fn();
  call.onConnect(onConnect);
  call.reconnect();
  await cut;
  await vi.waitFor(() => expect(onConnect).toHaveBeenCalledTimes(1), { timeout: 900 });
  expect(call.isConnected()).toBe(true);
  expect(sockets).toHaveLength(2);
});
