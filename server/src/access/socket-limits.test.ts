import { randomUUID } from 'node:crypto';
import { voiceMaxBytes } from '@parlance/contract/chat';
import type { ErrorBody } from '@parlance/contract/errors';
import { io, type ManagerOptions, type Socket } from 'socket.io-client';
import { describe, expect, test } from 'vitest';
import { afterTest } from '#test/after-test';
import { type Community, type Persona, startCommunity } from '#test/personas';

const kib = 1024;
const mib = 1024 * kib;

/** Opens a raw WebSocket and records its messages and close code. */
async function openRaw(app: { url: string }) {
  const address = `${app.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`;
  const socket = new WebSocket(address);
  const received: string[] = [];
  const ended = new Promise<number>((resolve) =>
    socket.addEventListener('close', ({ code }) => resolve(code)),
  );
  const until = (start: string) =>
    new Promise<void>((resolve) => {
      const look = () => received.some((text) => text.startsWith(start)) && resolve();
      socket.addEventListener('message', look);
      look();
    });
  socket.addEventListener('message', ({ data }) => {
    if (data === '2') socket.send('3');
    else received.push(String(data));
  });
  socket.addEventListener('error', () => {});
  afterTest(async () => {
    socket.close();
    return undefined;
  });
  await Promise.race([until('0'), ended]);
  return { socket, received, ended, until, send: (data: string | ArrayBuffer) => socket.send(data) };
}

async function openSignedIn(app: Community, { tokens }: Persona) {
  const raw = await openRaw(app);
  raw.send(`40${JSON.stringify({ token: tokens.accessToken })}`);
  await raw.until('40');
  return raw;
}

const ofSize = (bytes: number) =>
  `40${JSON.stringify({ token: 'x', pad: '' })}`.replace('""', `"${'a'.repeat(bytes - 24)}"`);

function open(app: { url: string }, token: string, options: Partial<ManagerOptions> = {}): Socket {
  const socket = io(app.url, { auth: { token }, forceNew: true, reconnection: false, ...options });
  afterTest(async () => {
    socket.disconnect();
    return undefined;
  });
  return socket;
}

/** Returns null on success, else the error body. */
const refusalOf = (socket: Socket) =>
  new Promise<ErrorBody | null>((resolve, reject) => {
    socket.on('connect', () => resolve(null));
    socket.on('connect_error', (error: Error & { data?: ErrorBody }) =>
      error.data ? resolve(error.data) : reject(error),
    );
  });

/** Sends invalid bytes as a recording and returns the error code. */
const codeOfVoice = async (socket: Socket, userId: string, bytes: number): Promise<number> => {
  const params = { userId, clientMessageId: randomUUID() };
  const answer = await socket.timeout(20_000).emitWithAck('chat:message-voice', Buffer.alloc(bytes), params);
  return answer.error.code;
};

describe('before a socket has signed in', () => {
  test('a packet of 16 KiB is read, one byte more ends the connection unread', async () => {
    const app = await startCommunity();
    expect(ofSize(16 * kib)).toHaveLength(16 * kib);
    const small = await openRaw(app);
    small.send(ofSize(16 * kib));
    await small.ended;
    expect(small.received.at(-1)).toMatch(/^44.*"code":2000/);
    const large = await openRaw(app);
    large.send(ofSize(16 * kib + 1));
    expect(await large.ended).toBe(1009);
    expect(large.received).toHaveLength(1);
  });

  test('refuses a larger attachment and a second one', async () => {
    const app = await startCommunity();
    const one = await openRaw(app);
    one.send('451-["chat:message-voice",{"_placeholder":true,"num":0}]');
    one.send(new ArrayBuffer(16 * kib + 1));
    expect(await one.ended).toBe(1009);
    const two = await openRaw(app);
    two.send('452-["chat:message-voice",{"_placeholder":true,"num":0},{"_placeholder":true,"num":1}]');
    // Closed by the announcement alone, before any attachment is buffered.
    expect(await two.ended).toBe(1005);
  });

  test('long polling has the same limit', async () => {
    const app = await startCommunity();
    const base = `${app.url}/socket.io/?EIO=4&transport=polling`;
    const begun = await (await fetch(base)).text();
    const { sid } = JSON.parse(begun.slice(1));
    const post = async (body: string) => (await fetch(`${base}&sid=${sid}`, { method: 'POST', body })).status;
    expect(await post(ofSize(16 * kib + 1))).toBe(413);
    expect(await post(ofSize(16 * kib))).toBe(200);
    expect(await (await fetch(`${base}&sid=${sid}`)).text()).toMatch(/^44.*"code":2000/);
  });

  test('a refused token and unknown packets end the connection', async () => {
    const app = await startCommunity();
    const refused = await openRaw(app);
    refused.send('40{"token":"x"}');
    await refused.ended;
    expect(refused.received.at(-1)).toMatch(/^44.*"code":2000/);
    const wandering = await openRaw(app);
    for (let nth = 0; nth < 20; nth++) wandering.send('40/nowhere,{}');
    await wandering.ended;
    expect(wandering.received.filter((text) => text.startsWith('44/nowhere')).length).toBeLessThanOrEqual(5);
  });

  test('disconnects a silent connection', async () => {
    const app = await startCommunity({ resourceLimits: { socketConnectMs: 2000 } });
    const silent = await openRaw(app);
    const person = await app.signUp('ana@example.org');
    const speaking = await openSignedIn(app, person);
    await silent.ended;
    expect(speaking.socket.readyState).toBe(WebSocket.OPEN);
  });

  test('limits the connections of a network, not those of others', async () => {
    const app = await startCommunity({ resourceLimits: { socketsANetwork: 3 } });
    const person = await app.signUp('ana@example.org');
    const from = (ip: string) =>
      open(app, person.tokens.accessToken, {
        transports: ['websocket'],
        extraHeaders: { 'x-forwarded-for': ip },
      });
    const sockets = [1, 2, 3].map((nth) => from(`203.0.113.${nth}`));
    expect(await Promise.all(sockets.map(refusalOf))).toEqual(sockets.map(() => null));
    await expect(refusalOf(from('203.0.113.4'))).rejects.toThrow('websocket error');
    expect(await refusalOf(from('203.0.114.4'))).toBeNull();
    sockets[0]?.disconnect();
    await expect.poll(() => refusalOf(from('203.0.113.4')).catch(() => 'refused')).toBeNull();
  });
});

describe('after sign-in', () => {
  test.each([
    ['WebSocket', ['websocket']],
    ['long polling', ['polling']],
    ['long polling that becomes a WebSocket', ['polling', 'websocket']],
  ])('a recording of 6 MiB arrives by %s, and a larger one gets an error body', async (_name, transports) => {
    const app = await startCommunity();
    const { tokens } = await app.signUp('ana@example.org');
    const { userId } = await app.signUp('ben@example.org');
    const socket = open(app, tokens.accessToken, { transports });
    expect(await refusalOf(socket)).toBeNull();
    if (transports.length === 2) await expect.poll(() => socket.io.engine.transport.name).toBe('websocket');
    expect(await codeOfVoice(socket, userId, voiceMaxBytes)).toBe(5006);
    expect(await codeOfVoice(socket, userId, voiceMaxBytes + 1)).toBe(5005);
  });

  test('a packet above 7 MiB, a text above 256 KiB and a second attachment end the connection', async () => {
    const app = await startCommunity();
    const person = await app.signUp('ana@example.org');
    const voice = await openSignedIn(app, person);
    voice.send('451-["chat:message-voice",{"_placeholder":true,"num":0},{}]');
    voice.send(new ArrayBuffer(7 * mib + 1));
    expect(await voice.ended).toBe(1009);
    const text = await openSignedIn(app, person);
    text.send(`42["chat:message",{"content":"${'a'.repeat(256 * kib)}"}]`);
    await text.ended;
    expect(text.received.filter((packet) => packet.startsWith('42'))).toEqual([]);
    const two = await openSignedIn(app, person);
    two.send('452-["chat:message-voice",{"_placeholder":true,"num":0},{"_placeholder":true,"num":1}]');
    await two.ended;
  });

  test('one request of long polling holds a limited number of packets', async () => {
    const app = await startCommunity();
    const { tokens } = await app.signUp('ana@example.org');
    const base = `${app.url}/socket.io/?EIO=4&transport=polling`;
    const { sid } = JSON.parse((await (await fetch(base)).text()).slice(1));
    const post = (packets: string[]) =>
      fetch(`${base}&sid=${sid}`, { method: 'POST', body: packets.join('\u001e') });
    await post([`40${JSON.stringify({ token: tokens.accessToken })}`]);
    expect(await (await fetch(`${base}&sid=${sid}`)).text()).toMatch(/^40/);
    expect((await post(Array.from({ length: 256 }, () => '3'))).status).toBe(200);
    await post(Array.from({ length: 257 }, () => '3'));
    expect((await post(['3'])).status).toBe(400);
  });

  test('refuses the 21st socket of a member with a retry time, not sockets of others', async () => {
    const app = await startCommunity();
    const [ana, ben] = [await app.signUp('ana@example.org'), await app.signUp('ben@example.org')];
    const connect = ({ tokens }: Persona) => open(app, tokens.accessToken, { transports: ['websocket'] });
    const sockets = Array.from({ length: 20 }, () => connect(ana));
    expect(await Promise.all(sockets.map(refusalOf))).toEqual(sockets.map(() => null));
    expect(await refusalOf(connect(ana))).toMatchObject({ code: 6001, timeout: expect.any(Number) });
    expect(await refusalOf(connect(ben))).toBeNull();
    expect(sockets.every((socket) => socket.connected)).toBe(true);
    sockets[7]?.disconnect();
    await expect.poll(async () => (await refusalOf(connect(ana)))?.code).toBeUndefined();
  });

  test('a socket closed before admission holds no slot', async () => {
    const app = await startCommunity({ resourceLimits: { socketsAPerson: 2 } });
    const person = await app.signUp('ana@example.org');
    for (let nth = 0; nth < 5; nth++) {
      const raw = await openRaw(app);
      raw.send(`40${JSON.stringify({ token: person.tokens.accessToken })}`);
      raw.socket.close();
      await raw.ended;
    }
    const sockets = [1, 2].map(() => open(app, person.tokens.accessToken, { transports: ['websocket'] }));
    expect(await Promise.all(sockets.map(refusalOf))).toEqual([null, null]);
  });

  test('limits the connection rate of a member, not of others', async () => {
    const app = await startCommunity();
    const [ana, ben] = [await app.signUp('ana@example.org'), await app.signUp('ben@example.org')];
    const come = async ({ tokens }: Persona) => {
      const socket = open(app, tokens.accessToken, { transports: ['websocket'] });
      const refusal = await refusalOf(socket);
      socket.disconnect();
      return refusal?.code ?? null;
    };
    for (let nth = 0; nth < 60; nth++) expect(await come(ana)).toBeNull();
    expect(await come(ana)).toBe(6001);
    expect(await come(ben)).toBeNull();
    app.clock.advance({ seconds: 1 });
    expect([await come(ana), await come(ana)]).toEqual([null, 6001]);
  });

  test('leaving the namespace closes the connection', async () => {
    const app = await startCommunity();
    const raw = await openSignedIn(app, await app.signUp('ana@example.org'));
    raw.send('41');
    await raw.ended;
  });

  test('limits events per member over all sockets: refuses above the rate, disconnects far above it', async () => {
    const app = await startCommunity();
    const [ana, ben] = [await app.signUp('ana@example.org'), await app.signUp('ben@example.org')];
    const connect = async ({ tokens }: Persona) => {
      const socket = open(app, tokens.accessToken, { transports: ['websocket'] });
      await refusalOf(socket);
      return socket;
    };
    const [one, two, other] = [await connect(ana), await connect(ana), await connect(ben)];
    const send = async (socket: Socket): Promise<ErrorBody> =>
      (await socket.timeout(20_000).emitWithAck('chat:message', {})).error;
    const answers = await Promise.all(Array.from({ length: 130 }, (_, nth) => send(nth % 2 ? one : two)));
    expect(answers.filter(({ code }) => code === 1000)).toHaveLength(120);
    const refused = answers.filter(({ code }) => code === 6001);
    expect(refused).toHaveLength(10);
    expect(refused[0]).toMatchObject({ timeout: 1 });
    expect(await send(other)).toMatchObject({ code: 1000 });
    app.clock.advance({ seconds: 1 });
    expect(await send(one)).toMatchObject({ code: 1000 });

    const cut = new Promise((resolve) => one.on('disconnect', resolve));
    let answered = 0;
    one.on('chat:message:error', () => {
      answered += 1;
    });
    for (let nth = 0; nth < 4000; nth++) one.emit('chat:message', {});
    await cut;
    expect(answered).toBeLessThanOrEqual(2000);
    expect(two.connected && other.connected).toBe(true);
  });

  test('RATE_LIMITS=off disables rates and the limit of a network, not sizes and the socket limit', async () => {
    const app = await startCommunity({ env: { RATE_LIMITS: 'off' }, resourceLimits: { socketsANetwork: 1 } });
    const { tokens } = await app.signUp('ana@example.org');
    const sockets = Array.from({ length: 20 }, () =>
      open(app, tokens.accessToken, { transports: ['websocket'] }),
    );
    expect(await Promise.all(sockets.map(refusalOf))).toEqual(sockets.map(() => null));
    expect(await refusalOf(open(app, tokens.accessToken, { transports: ['websocket'] }))).toMatchObject({
      code: 6001,
    });
    const answers = await Promise.all(
      Array.from({ length: 3000 }, () => sockets[0]?.timeout(20_000).emitWithAck('chat:message', {})),
    );
    expect(new Set(answers.map(({ error }) => error.code))).toEqual(new Set([1000]));
    const raw = await openRaw(app);
    raw.send(ofSize(16 * kib + 1));
    expect(await raw.ended).toBe(1009);
  });
});
