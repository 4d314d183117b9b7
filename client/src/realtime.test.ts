import type { ChatMessage } from '@parlance/contract/chat';
import { chatMessage } from '@parlance/contract/chat';
import { toBody } from '@parlance/contract/error-table';
import { ApiError } from '@parlance/contract/errors';
import { toWire } from '@parlance/contract/wire';
import { Server, type Socket } from 'socket.io';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type SessionServer, startSessionServer } from '#test/session-server';
import { type Client, createClient } from './client.ts';
import { NetworkError, UnexpectedAnswerError } from './network-error.ts';

const partner = '018f0000-0000-7000-8000-000000000001';
const at = new Date('2026-05-06T07:08:09.000Z');
const message: ChatMessage = {
  audioUrl: null,
  chatMessageId: '018f0000-0000-7000-8000-000000000002',
  content: 'Hello',
  createdAt: at,
  deliveredAt: null,
  fromUserId: partner,
  readAt: null,
  toUserId: '018f0000-0000-7000-8000-000000000003',
  type: 'text',
  updatedAt: at,
};
const wireMessage = toWire(chatMessage, message);

let server: SessionServer;
let io: Server;
let client: Client;
/** Tokens of every handshake. */
let handshakes: unknown[];
let refuse: (token: string) => ApiError | null;
let sockets: Socket[];
const onRealtimeError = vi.fn();

beforeEach(async () => {
  onRealtimeError.mockReset();
  server = await startSessionServer();
  handshakes = [];
  sockets = [];
  refuse = (token) => {
    try {
      server.authenticate({ token });
      return null;
    } catch (error) {
      return error as ApiError;
    }
  };
  // A stopped clock would miss the pings.
  io = new Server(server.http, { serveClient: false, pingInterval: 3_600_000 });
  io.use((socket, next) => {
    const { token } = socket.handshake.auth as { token: string };
    handshakes.push(token);
    const refusal = refuse(token);
    next(refusal ? Object.assign(new Error(refusal.message), { data: toBody(refusal) }) : undefined);
  });
  io.on('connection', (socket) => sockets.push(socket));
  client = createClient({ baseUrl: server.baseUrl, sockets: true, onRealtimeError });
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

// Rules: docs/specification/access.md#realtime-connection
describe('connection', () => {
  it('is off by default and without a token', async () => {
    const quiet = createClient({ baseUrl: server.baseUrl });
    await quiet.session.signIn(server.issue());
    expect(quiet.realtime.getStatus()).toBe('off');
    await expect(quiet.realtime.whenConnected()).rejects.toThrow('Socket is not connected.');
    expect(client.realtime.getStatus()).toBe('off');
    expect(handshakes).toEqual([]);
  });

  it('carries the access token as auth over a websocket and no other transport', async () => {
    const socket = await connect();
    expect(handshakes).toEqual([client.session.tokens.getAccessToken()]);
    expect(socket.conn.transport.name).toBe('websocket');
    expect(socket.conn.request.headers.upgrade).toBe('websocket');
    expect(client.realtime.getStatus()).toBe('connected');
  });

  it('states the format that the client reads', async () => {
    const socket = await connect();
    expect(socket.handshake.auth.format).toBe(2);
  });

  it('reconnects when the access token changes, and disconnects when it is cleared', async () => {
    const first = await connect();
    const cut = new Promise((resolve) => first.on('disconnect', resolve));
    const renewed = await client.session.tokens.reauthenticate();
    await cut;
    await client.realtime.whenConnected();
    expect(handshakes).toHaveLength(2);
    expect(handshakes[1]).toBe(renewed);

    const gone = new Promise((resolve) => sockets.at(-1)?.on('disconnect', resolve));
    await client.session.signOut();
    await gone;
    expect(client.realtime.getStatus()).toBe('off');
    expect(io.sockets.sockets.size).toBe(0);
  });

  it('reconnects after a break and signals catch-up every time', async () => {
    const onConnect = vi.fn();
    client.realtime.onConnect(onConnect);
    const statuses: string[] = [];
    client.realtime.subscribe(() => statuses.push(client.realtime.getStatus()));
    const socket = await connect();
    expect(onConnect).toHaveBeenCalledTimes(1);
    socket.conn.close();
    await vi.waitFor(() => expect(onConnect).toHaveBeenCalledTimes(2), { timeout: 4000 });
    expect(statuses).toEqual(['reconnecting', 'connected', 'reconnecting', 'connected']);
  });

  it('catches up without a reconnect when the server reports missed events', async () => {
    const onConnect = vi.fn();
    const socket = await connect();
    client.realtime.onConnect(onConnect);
    socket.emit('realtime:catch-up', {});
    await vi.waitFor(() => expect(onConnect).toHaveBeenCalledTimes(1));
    expect(client.realtime.getStatus()).toBe('connected');
  });

  it('reconnects after the server disconnects it without ending the session', async () => {
    const socket = await connect();
    socket.disconnect(true);
    await vi.waitFor(() => expect(sockets).toHaveLength(2), { timeout: 4000 });
  });
});

describe('refusals', () => {
  it('renews an expired token once and connects with the new one', async () => {
    const tokens = server.issue();
    await client.session.signIn(tokens);
    await client.realtime.whenConnected();
    server.expireAccessTokens();
    sockets.at(-1)?.conn.close();
    await vi.waitFor(() => expect(sockets).toHaveLength(2), { timeout: 4000 });
    expect(server.count('reauthenticate')).toBe(1);
    expect(handshakes.at(-1)).toBe(client.session.tokens.getAccessToken());
    expect(handshakes.at(-1)).not.toBe(tokens.accessToken);
  });

  it('renews a token that expires again after a connection', async () => {
    await client.session.signIn(server.issue());
    await client.realtime.whenConnected();
    for (const renewals of [1, 2]) {
      server.expireAccessTokens();
      sockets.at(-1)?.conn.close();
      await vi.waitFor(() => expect(sockets).toHaveLength(1 + renewals), { timeout: 4000 });
      await client.realtime.whenConnected();
      expect(server.count('reauthenticate')).toBe(renewals);
    }
    expect(onRealtimeError).not.toHaveBeenCalled();
  });

  it('renews once when the fresh token is refused too', async () => {
    refuse = () => new ApiError('AccessTokenInvalid');
    await client.session.signIn(server.issue());
    await vi.waitFor(() => expect(onRealtimeError).toHaveBeenCalled(), { timeout: 4000 });
    expect(onRealtimeError.mock.calls[0]?.[0]).toMatchObject({ code: 2000 });
    expect(handshakes).toHaveLength(2);
    expect(server.count('reauthenticate')).toBe(1);
    expect(client.realtime.getStatus()).toBe('off');
    expect(client.session.getState().hasAccessToken).toBe(true);
  });

  it.each(['UserBanned', 'SessionInvalid'] as const)('%s clears the tokens', async (name) => {
    const socket = await connect();
    refuse = () => new ApiError(name);
    socket.disconnect(true);
    await vi.waitFor(() => expect(client.session.getState().hasAccessToken).toBe(false), { timeout: 4000 });
    expect(client.session.tokens.hasRefreshToken()).toBe(false);
    expect(client.session.getState()).toMatchObject({ user: null, error: { errorName: name } });
    expect(client.realtime.getStatus()).toBe('off');
  });

  it('retries after any other refusal', async () => {
    let refusals = 0;
    refuse = () => (refusals++ === 0 ? new ApiError('ServerError') : null);
    await client.session.signIn(server.issue());
    await client.realtime.whenConnected();
    expect(handshakes).toHaveLength(2);
    expect(client.session.getState().hasAccessToken).toBe(true);
  });
});

describe('sending', () => {
  it("raises 'Socket is not connected.' while it is not", async () => {
    const sending = client.realtime.send('chat:message', { content: 'Hello', userId: partner });
    await expect(sending).rejects.toThrow('Socket is not connected.');
  });

  it('answers the acknowledged message with dates as Dates', async () => {
    const socket = await connect();
    const payload = { content: '  Hello ', userId: partner, clientMessageId: message.chatMessageId };
    socket.on('chat:message', (arrived: unknown, acknowledge: (answer: unknown) => void) => {
      expect(arrived).toEqual({ ...payload, content: 'Hello' });
      acknowledge(wireMessage);
    });
    expect(await client.realtime.send('chat:message', payload)).toEqual(message);
  });

  it('sends the recording first and its params second', async () => {
    const socket = await connect();
    const arrived = vi.fn();
    socket.on(
      'chat:message-voice',
      (audio: unknown, params: unknown, acknowledge: (answer: unknown) => void) => {
        arrived(Buffer.isBuffer(audio) && audio.toString(), params);
        acknowledge(wireMessage);
      },
    );
    await client.realtime.send('chat:message-voice', { userId: partner }, new Blob(['sound']));
    expect(arrived.mock.calls).toEqual([['sound', { userId: partner }]]);
  });

  it('throws the error of the acknowledgement, and ends the session when it says so', async () => {
    const socket = await connect();
    let answer = new ApiError('UserIsBlocked');
    socket.on('chat:message', (_payload: unknown, acknowledge: (answer: unknown) => void) =>
      acknowledge({ error: toBody(answer) }),
    );
    const send = () => client.realtime.send('chat:message', { content: 'Hello', userId: partner });
    await expect(send()).rejects.toMatchObject({ name: 'ApiError', code: 3002 });
    expect(client.session.getState().hasAccessToken).toBe(true);
    answer = new ApiError('SessionInvalid');
    await expect(send()).rejects.toMatchObject({ code: 2004 });
    expect(client.session.tokens.hasRefreshToken()).toBe(false);
  });

  it('refuses an empty message and an acknowledgement that is no message', async () => {
    const socket = await connect();
    await expect(
      client.realtime.send('chat:message', { content: '  ', userId: partner }),
    ).rejects.toMatchObject({
      code: 1000,
    });
    socket.on('chat:message', (_payload: unknown, acknowledge: (answer: unknown) => void) =>
      acknowledge('ok'),
    );
    await expect(client.realtime.send('chat:message', { content: 'Hello', userId: partner })).rejects.toThrow(
      UnexpectedAnswerError,
    );
  });

  it('says that the network failed when the connection breaks before the acknowledgement', async () => {
    const socket = await connect();
    socket.on('chat:message', () => socket.conn.close());
    await expect(client.realtime.send('chat:message', { content: 'Hello', userId: partner })).rejects.toThrow(
      NetworkError,
    );
  });

  it.each([
    ['chat:message', 10_000],
    ['chat:message-voice', 60_000],
  ] as const)(
    'says that the network failed when no acknowledgement of %s comes in %i ms',
    async (event, ms) => {
      // Socket.IO captures its timers when a socket is created.
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      try {
        const socket = await connect();
        const arrived = new Promise((resolve) => socket.on(event, resolve));
        const sending =
          event === 'chat:message'
            ? client.realtime.send(event, { content: 'Hello', userId: partner })
            : client.realtime.send(event, { userId: partner }, new Blob(['sound']));
        const failed = vi.fn();
        const outcome = sending.catch(failed);
        await arrived;
        await vi.advanceTimersByTimeAsync(ms - 1);
        expect(failed).not.toHaveBeenCalled();
        await vi.advanceTimersByTimeAsync(1);
        await outcome;
        expect(failed.mock.calls).toEqual([[expect.any(NetworkError)]]);
      } finally {
        vi.useRealTimers();
      }
    },
  );
});

describe('typing', () => {
  it('names the partner, and is lost without a connection', async () => {
    client.realtime.tellTyping(partner);
    const socket = await connect();
    const typed = new Promise((resolve) => socket.on('chat:typing', resolve));
    client.realtime.tellTyping(partner);
    expect(await typed).toEqual({ userId: partner });
  });
});

describe('hearing', () => {
  it('gives each event its checked value, on later connections too, until unsubscribed', async () => {
    const heard = vi.fn();
    const unsubscribe = client.realtime.on('chat:message-status', heard);
    await connect();
    const status = { userId: partner, chatMessageIds: [], deliveredAt: at.toISOString(), readAt: null };
    io.emit('chat:message-status', status);
    await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(1));
    expect(heard.mock.calls[0]?.[0]).toEqual({ ...status, deliveredAt: at });

    await client.session.tokens.reauthenticate();
    await client.realtime.whenConnected();
    io.emit('chat:message-status', status);
    await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(2));
    unsubscribe();
    await io.timeout(1000).emitWithAck('chat:message', wireMessage);
    io.emit('chat:message-status', status);
    await io.timeout(1000).emitWithAck('chat:message', wireMessage);
    expect(heard).toHaveBeenCalledTimes(2);
  });

  it('acknowledges a message so that the server can mark it delivered', async () => {
    await connect();
    const heard = vi.fn();
    client.realtime.on('chat:message', heard);
    const receipts: unknown[] = await io.timeout(1000).emitWithAck('chat:message', wireMessage);
    expect(receipts).toHaveLength(1);
    expect(heard.mock.calls).toEqual([[message]]);
  });

  it('drops a bad packet without acknowledging it, and reports it', async () => {
    await connect();
    const heard = vi.fn();
    client.realtime.on('chat:message', heard);
    await expect(io.timeout(200).emitWithAck('chat:message', { content: 'Hello' })).rejects.toThrow();
    expect(heard).not.toHaveBeenCalled();
    expect(onRealtimeError.mock.calls[0]?.[0]).toBeInstanceOf(UnexpectedAnswerError);
  });

  it('a listener that throws is reported and stops neither the others nor the acknowledgement', async () => {
    await connect();
    const heard = vi.fn();
    const fault = new Error('listener');
    client.realtime.on('chat:message', () => {
      throw fault;
    });
    client.realtime.on('chat:message', heard);
    await io.timeout(1000).emitWithAck('chat:message', wireMessage);
    expect(heard).toHaveBeenCalledTimes(1);
    expect(onRealtimeError.mock.calls).toEqual([[fault]]);
  });
});
