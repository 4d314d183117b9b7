import { once } from 'node:events';
import { Server, type Socket } from 'socket.io';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type SessionServer, startSessionServer } from '#test/session-server';
import { type Client, createClient } from './client.ts';
import { NetworkError, UnexpectedAnswerError } from './network-error.ts';

const userId = '018f0000-0000-7000-8000-000000000001';
const hello = { content: 'Hello', userId };
const onRealtimeError = vi.fn();
let server: SessionServer;
let io: Server;
let client: Client;

beforeEach(async () => {
  onRealtimeError.mockReset();
  server = await startSessionServer();
  io = new Server(server.http, { serveClient: false });
  client = createClient({ baseUrl: server.baseUrl, sockets: true, onRealtimeError });
});
afterEach(async () => {
  client.close();
  await io.close();
});

const connect = async (): Promise<Socket> => {
  const connected = once(io, 'connection');
  await client.session.signIn(server.issue());
  await client.realtime.whenConnected();
  const [socket] = await connected;
  return socket;
};

describe('a client that closes', () => {
  it('disconnects its socket and stops its session', async () => {
    const gone = once(await connect(), 'disconnect');
    const stop = vi.spyOn(client.session, 'stop');
    client.close();
    await gone;
    expect(client.realtime.getStatus()).toBe('off');
    expect(stop).toHaveBeenCalledTimes(1);
  });
});

describe('a client without sockets', () => {
  it('sends nothing, and has nothing to tell its listeners', async () => {
    const quiet = createClient({ baseUrl: server.baseUrl });
    await quiet.session.signIn(server.issue());
    const listener = vi.fn();
    quiet.realtime.subscribe(listener)();
    await expect(quiet.realtime.send('chat:message', hello)).rejects.toMatchObject({
      name: 'SocketNotConnectedError',
      message: 'Socket is not connected.',
    });
    expect(listener).not.toHaveBeenCalled();
  });
});

describe('events', () => {
  it('of unknown names are ignored', async () => {
    const socket = await connect();
    socket.emit('weather:changed', {});
    socket.emit('realtime:catch-up', {});
    await new Promise<void>((resolve) => client.realtime.onConnect(resolve));
    expect(onRealtimeError).not.toHaveBeenCalled();
  });

  it('of other kinds are no reason to catch up', async () => {
    const socket = await connect();
    const onConnect = vi.fn();
    client.realtime.onConnect(onConnect);
    socket.emit('schedule:changed', { scheduleSlotId: userId, change: 'booked', byUserId: userId });
    await new Promise((resolve) => client.realtime.on('schedule:changed', resolve));
    expect(onConnect).not.toHaveBeenCalled();
  });

  it('do not reach removed listeners', async () => {
    const statuses = vi.fn();
    const unsubscribe = client.realtime.subscribe(statuses);
    unsubscribe();
    await connect();
    expect(statuses).not.toHaveBeenCalled();
  });
});

describe('what is thrown', () => {
  it.each([null, 'nonsense', {}])(
    'for an acknowledgement of %j says which event it belongs to',
    async (answer) => {
      const socket = await connect();
      socket.on('chat:message', (_params, acknowledge) => acknowledge(answer));
      const failure = await client.realtime.send('chat:message', hello).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(UnexpectedAnswerError);
      expect(failure).toMatchObject({
        name: 'UnexpectedAnswerError',
        message: 'The answer of chat:message does not match the contract.',
        cause: { errorName: 'RequestDataInvalid' },
      });
    },
  );

  it('for a server that is not there carries its reason', async () => {
    const lost = createClient({ baseUrl: 'http://127.0.0.1:1' });
    const failure = await lost.calls.getStaticData().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(NetworkError);
    expect(failure).toMatchObject({ name: 'NetworkError', cause: expect.any(Error) });
  });
});
