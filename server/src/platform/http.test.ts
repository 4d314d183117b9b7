import { connect } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { endpoint } from '@parlance/contract/endpoint';
import { toBody } from '@parlance/contract/error-table';
import { ApiError, errorBody } from '@parlance/contract/errors';
import { queryInteger, text, uuid } from '@parlance/contract/text';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { createTestLog } from '#test/log';
import { drainConnections } from './draining.ts';
import { createFairQueue } from './fair-queue.ts';
import { createHttp, registerRoutes, toApiError } from './http.ts';
import { createLogger } from './logger.ts';
import type { Platform } from './platform.ts';
import { type Caller, serve } from './serve.ts';

const secret = 'SELECT secret FROM nowhere';
const caller: Caller = { userId: 'u', userSessionId: 's', isAdmin: false };
const echo = endpoint({
  method: 'POST',
  path: '/echo/{id}',
  access: 'public',
  summary: '',
  params: z.object({ id: uuid }),
  payload: z.object({ word: text({ min: 1, max: 5, required: 'A word is needed' }) }),
  result: z.object({ word: z.string(), caller: z.nullable(z.string()) }),
});
const list = endpoint({
  method: 'GET',
  path: '/list',
  access: 'signed-in',
  summary: '',
  payload: z.object({ limit: z.optional(queryInteger(1, 10)) }),
  result: z.object({ limit: z.number() }),
});
const broken = endpoint({
  method: 'GET',
  path: '/broken',
  access: 'entry',
  summary: '',
  result: z.object({}),
});
const liar = endpoint({
  method: 'GET',
  path: '/liar',
  access: 'entry',
  summary: '',
  result: z.object({ n: z.number() }),
});
const upload = endpoint({
  method: 'POST',
  path: '/upload',
  access: 'entry',
  summary: '',
  payload: z.object({ note: z.optional(z.string()) }),
  file: { field: 'audio', required: true, maxBytes: 100 },
  result: z.object({ size: z.number(), note: z.string() }),
});
const onlyAdmin = endpoint({
  method: 'GET',
  path: '/admin',
  access: 'admin',
  summary: '',
  result: z.object({}),
});
const busy = endpoint({ method: 'GET', path: '/busy', access: 'entry', summary: '', result: z.object({}) });

const id = '0197f0c0-0000-7000-8000-000000000000';
let http: Awaited<ReturnType<typeof createHttp>>;
let url: string;

beforeAll(async () => {
  http = await createHttp(createLogger({ level: 'silent' }));
  const authenticate = async (token: string): Promise<Caller> => {
    if (token !== 'good') throw new ApiError('AccessTokenInvalid');
    return caller;
  };
  const routes = [
    serve(echo, async (_platform, call) => ({
      word: call.payload.word,
      caller: call.caller?.userId ?? null,
      hidden: 1,
    })),
    serve(list, async (_platform, call) => ({ limit: call.payload.limit ?? 0 })),
    serve(broken, async () => {
      throw new Error(secret);
    }),
    serve(liar, async () => ({ n: 'not a number' }) as never),
    serve(upload, async (_platform, call) => {
      if (call.payload.note === 'nobody') throw new ApiError('UserNotFound');
      return { size: call.file?.bytes.length ?? -1, note: call.payload.note ?? '' };
    }),
    serve(onlyAdmin, async () => {}),
    serve(busy, async () => {
      throw new ApiError('TooManyRequests', { timeout: 7 });
    }),
  ];
  registerRoutes(http, { config: { hasVisitors: true } } as Platform, routes, authenticate);
  http.setNotFoundHandler(() => {
    throw new ApiError('EndpointNotFound');
  });
  url = await http.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => http.close());

const json = (payload: unknown) => ({
  headers: { 'content-type': 'application/json' },
  payload: JSON.stringify(payload),
});

function expectError(
  answer: { statusCode: number; body: string; json(): unknown },
  statusCode: number,
  code: number,
) {
  expect({ status: answer.statusCode, ...errorBody.parse(answer.json()) }).toMatchObject({
    status: statusCode,
    statusCode,
    code,
  });
  expect(answer.body).not.toMatch(/\.(ts|js):\d/);
  expect(answer.body).not.toContain('SELECT');
}

// Rules: docs/specification/errors.md#error-body
describe('the HTTP edge', () => {
  test('decodes the payload and answers only what the contract names', async () => {
    const answer = await http.inject({ method: 'POST', url: `/v1/echo/${id}`, ...json({ word: ' hi ' }) });
    expect(answer.json()).toEqual({ word: 'hi', caller: null });
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test('names each bad field', async () => {
    const answer = await http.inject({ method: 'POST', url: '/v1/echo/not-a-uuid', ...json({ word: '' }) });
    expectError(answer, 400, 1000);
    expect(answer.json().fields).toEqual({ id: 'Must be a uuid', word: 'A word is needed' });
    expect(answer.json().problems).toEqual([
      { field: 'id', message: 'Must be a uuid', key: 'Must be a uuid' },
      { field: 'word', message: 'A word is needed', key: 'A word is needed' },
    ]);
  });

  test('an unknown route and a wrong method are 4000', async () => {
    expectError(await http.inject('/v1/nothing'), 404, 4000);
    expectError(await http.inject({ method: 'DELETE', url: '/v1/list' }), 404, 4000);
  });

  test('bad JSON, JSON that poisons prototypes and foreign content types are 1000', async () => {
    const url = `/v1/echo/${id}`;
    const headers = { 'content-type': 'application/json' };
    expectError(await http.inject({ method: 'POST', url, headers, payload: '{"word":' }), 400, 1000);
    expectError(
      await http.inject({ method: 'POST', url, headers, payload: '{"__proto__":{"word":"x"}}' }),
      400,
      1000,
    );
    const xml = { 'content-type': 'application/xml' };
    expectError(await http.inject({ method: 'POST', url, headers: xml, payload: '<word/>' }), 400, 1000);
  });

  test('an address that cannot be decoded is 1000', async () => {
    expectError(await http.inject('/v1/%zz'), 400, 1000);
  });

  test('bytes that are no HTTP are 1000; a request without a host is answered like any other', async () => {
    const address = new URL(url);
    const write = async (bytes: string) => {
      const socket = connect(Number(address.port), address.hostname);
      socket.write(bytes);
      const [head = '', body = ''] = Buffer.concat(await socket.toArray())
        .toString()
        .split('\r\n\r\n');
      return { head, body: errorBody.parse(JSON.parse(body)) };
    };
    const nonsense = await write('NONSENSE\r\n\r\n');
    expect(nonsense.head).toContain('400 Bad Request');
    expect(nonsense.body).toMatchObject({ code: 1000 });
    const hostless = await write('GET /nowhere HTTP/1.1\r\nConnection: close\r\n\r\n');
    expect(hostless.body).toMatchObject({ code: 4000 });
  });

  test('a JSON body over 256 KiB is 5005, and one of that size is read', async () => {
    const url = `/v1/echo/${id}`;
    const ofBytes = (bytes: number) => {
      const payload = `{"word":"${'x'.repeat(bytes - '{"word":""}'.length)}"}`;
      return http.inject({ method: 'POST', url, payload, headers: { 'content-type': 'application/json' } });
    };
    expectError(await ofBytes(256 * 1024 + 1), 422, 5005);
    expect((await ofBytes(256 * 1024)).statusCode).not.toBe(422);
  });

  test('a thrown exception and a result that breaks the contract are 7000 without detail', async () => {
    const answer = await http.inject('/v1/broken');
    expectError(answer, 500, 7000);
    expect(answer.body).not.toContain('secret');
    expectError(await http.inject('/v1/liar'), 500, 7000);
  });

  test('a timeout is in the body and in Retry-After', async () => {
    const answer = await http.inject('/v1/busy');
    expectError(answer, 429, 6001);
    expect([answer.json().timeout, answer.headers['retry-after']]).toEqual([7, '7']);
  });

  test('an overload refusal of the framework has Retry-After', () => {
    const refused = toApiError(Object.assign(new Error('busy'), { statusCode: 503 }));
    expect(toBody(refused)).toMatchObject({ statusCode: 503, code: 7000, timeout: 5 });
  });

  test('authentication is checked before the payload', async () => {
    expectError(await http.inject('/v1/list?limit=99'), 401, 2002);
    const authorization = 'Bearer bad';
    expectError(await http.inject({ url: '/v1/list?limit=99', headers: { authorization } }), 401, 2000);
    expectError(
      await http.inject({ url: '/v1/list?limit=99', headers: { authorization: 'Bearer good' } }),
      400,
      1000,
    );
    const answer = await http.inject({ url: '/v1/list?limit=9', headers: { authorization: 'Bearer good' } });
    expect(answer.json()).toEqual({ limit: 9 });
  });

  test('authentication is checked before an unreadable body', async () => {
    const headers = { authorization: 'Bearer bad', 'content-type': 'application/json' };
    expectError(
      await http.inject({ method: 'POST', url: `/v1/echo/${id}`, headers, payload: '{' }),
      401,
      2000,
    );
  });

  test('a public call with a bad token is refused, never silently anonymous', async () => {
    const headers = { authorization: 'Bearer bad', 'content-type': 'application/json' };
    const answer = await http.inject({
      method: 'POST',
      url: `/v1/echo/${id}`,
      headers,
      payload: '{"word":"x"}',
    });
    expectError(answer, 401, 2000);
  });

  test('an admin call refuses an ordinary user', async () => {
    expectError(
      await http.inject({ url: '/v1/admin', headers: { authorization: 'Bearer good' } }),
      403,
      3000,
    );
  });

  test('multipart: the file and its fields arrive; missing is 400, too large is 5005', async () => {
    const send = (form: FormData) => sendForm('/v1/upload', form);
    const form = new FormData();
    form.set('note', 'hello');
    form.set('audio', new Blob(['x'.repeat(100)]));
    expect((await send(form)).json()).toEqual({ size: 100, note: 'hello' });

    const large = new FormData();
    large.set('audio', new Blob(['x'.repeat(101)]));
    expectError(await send(large), 422, 5005);

    const none = new FormData();
    none.set('note', 'hello');
    const answer = await send(none);
    expectError(answer, 400, 1000);
    expect(answer.json().fields).toEqual({ audio: 'A file is needed' });
  });

  test('multipart: checks the fields before the size of the file', async () => {
    const form = new FormData();
    form.set('note', 'nobody');
    form.set('audio', new Blob(['x'.repeat(101)]));
    expectError(await sendForm('/v1/upload', form), 404, 4002);
  });

  test('multipart: a file of another name is none; one more file, too many or too long fields are 1000', async () => {
    const forms = Array.from({ length: 4 }, () => new FormData());
    const [other, two, many, long] = forms as [FormData, FormData, FormData, FormData];
    other.set('picture', new Blob(['x'.repeat(1000)]));
    two.set('audio', new Blob(['x']));
    two.append('audio', new Blob(['y']));
    many.set('audio', new Blob(['x']));
    for (let nth = 0; nth < 21; nth++) many.set(`field ${nth}`, 'x');
    long.set('audio', new Blob(['x']));
    long.set('note', 'x'.repeat(10_001));
    for (const form of forms) expectError(await sendForm('/v1/upload', form), 400, 1000);
    expect((await sendForm('/v1/upload', other)).json().fields).toEqual({ audio: 'A file is needed' });
    expect((await sendForm('/v1/upload', long)).json().fields).toEqual({ note: 'Too long' });
  });

  test.each([
    ['cut off', '--x\r\nContent-Disposition: form-data; name="audio"; filename="a"\r\n\r\nhalf'],
    ['without an end', '--x\r\nContent-Disposition: form-data; name="note"\r\n\r\na\r\n'],
    [
      'with a field that poisons prototypes',
      '--x\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\na\r\n--x--\r\n',
    ],
    ['of nothing', ''],
  ])('multipart %s is 1000, never a server error', async (_, body) => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    expectError(await http.inject({ method: 'POST', url: '/v1/upload', headers, payload: body }), 400, 1000);
  });
});

test('multipart: disconnects on an endless body, whichever part is endless', {
  timeout: 20_000,
}, async () => {
  const { port } = new URL(url);
  const endless = [
    'nothing yet',
    '--x\r\nContent-Disposition: form-data; name="note"\r\n\r\n',
    '--x\r\nContent-Disposition: form-data; name="audio"; filename="a"\r\n\r\n',
    '--x\r\nContent-Disposition: form-data; name="other"; filename="a"\r\n\r\n',
  ];
  for (const start of endless) {
    const socket = connect({ host: '127.0.0.1', port: Number(port) });
    socket.on('error', () => {});
    socket.write('POST /v1/upload HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n');
    socket.write('Content-Type: multipart/form-data; boundary=x\r\n\r\n');
    socket.write(`${start.length.toString(16)}\r\n${start}\r\n`);
    const more = `${(1 << 16).toString(16)}\r\n${'y'.repeat(1 << 16)}\r\n`;
    const goOn = (): void => void socket.write(more, (error) => error || goOn());
    goOn();
    await new Promise((resolve) => socket.once('close', resolve));
    expect(socket.bytesWritten).toBeGreaterThan(2 * (64 * 1024 + 100));
  }
});

async function sendForm(url: string, form: FormData) {
  const request = new Request('http://localhost', { method: 'POST', body: form });
  const payload = Buffer.from(await request.arrayBuffer());
  const headers = { 'content-type': request.headers.get('content-type') ?? '' };
  return http.inject({ method: 'POST', url, headers, payload });
}

test('answers a call on an open connection during shutdown', async () => {
  const stopping = await createHttp(createLogger({ level: 'silent' }));
  const entered = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  stopping.get('/slow', async () => {
    entered.resolve();
    await released.promise;
    return { said: 'slowly' };
  });
  stopping.get('/late', async () => ({ said: 'late' }));
  const { port } = new URL(await stopping.listen({ host: '127.0.0.1', port: 0 }));
  const socket = connect({ host: '127.0.0.1', port: Number(port) });
  const received = textOf(socket);
  socket.write('GET /slow HTTP/1.1\r\nHost: a\r\n\r\n');
  await entered.promise;
  const closed = stopping.close();
  socket.write('GET /late HTTP/1.1\r\nHost: a\r\n\r\n');
  await new Promise<void>((resolve) => stopping.server.once('request', () => resolve()));
  released.resolve();
  const answers = await received;
  expect(answers.match(/HTTP\/1.1 \d+|Connection: close|"said":"\w+"/g)).toEqual([
    'HTTP/1.1 200',
    '"said":"slowly"',
    'HTTP/1.1 200',
    'Connection: close',
    '"said":"late"',
  ]);
  await closed;
});

test('a keep-alive connection of a proxy stays open until its next call is answered', async () => {
  const stopping = await createHttp(createLogger({ level: 'silent' }));
  stopping.get('/', async () => 'here');
  const { port } = new URL(await stopping.listen({ host: '127.0.0.1', port: 0 }));
  const socket = connect({ host: '127.0.0.1', port: Number(port) });
  const request = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
  socket.write(request);
  await new Promise<void>((resolve) => socket.once('readable', resolve));
  const draining = drainConnections(stopping.server, 60_000);
  const closed = stopping.close();
  await expect.poll(() => stopping.server.listening).toBe(false);
  socket.write(request);
  const answers = await textOf(socket);
  expect(answers.match(/HTTP\/1.1 \d+|Connection: close/g)).toEqual([
    'HTTP/1.1 200',
    'HTTP/1.1 200',
    'Connection: close',
  ]);
  // No connection is open, so closing does not wait.
  await closed;
  draining.stop();
});

test('closes an idle connection after its timeout', async () => {
  const stopping = await createHttp(createLogger({ level: 'silent' }));
  stopping.get('/', async () => 'here');
  const { port } = new URL(await stopping.listen({ host: '127.0.0.1', port: 0 }));
  const socket = connect({ host: '127.0.0.1', port: Number(port) });
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await new Promise<void>((resolve) => socket.once('readable', resolve));
  const draining = drainConnections(stopping.server, 100);
  await Promise.all([stopping.close(), textOf(socket)]);
  draining.stop();
});

test('logs a full disk by name, without a stack', async () => {
  const { log, lines, expectError: expectLine } = createTestLog();
  expectLine('the disk is full');
  const full = await createHttp(log);
  full.get('/full', async () => {
    throw Object.assign(new Error('could not extend file'), { code: '53100' });
  });
  expectError(await full.inject('/full'), 500, 7000);
  await full.close();
  expect(lines).toMatchObject([{ msg: 'the disk is full', route: '/full' }]);
  expect(JSON.stringify(lines)).not.toContain('extend');
});

test('logs a lost database as an error, a full queue not', async () => {
  const { log, lines, expectError: expectLine } = createTestLog();
  const busy = await createHttp(log);
  const enqueue = createFairQueue({ concurrency: 1, queueMax: 0 });
  const running = Promise.withResolvers<void>();
  busy.get('/busy', () => enqueue(() => running.promise));
  busy.get('/lost', async () => {
    throw Object.assign(new Error('terminating connection'), { code: '57P01' });
  });
  const first = busy.inject('/busy');
  await expect.poll(() => enqueue.isFull()).toBe(true);
  expectError(await busy.inject('/busy'), 503, 7000);
  expect(lines).toEqual([]);
  expectLine('request failed');
  expectError(await busy.inject('/lost'), 503, 7000);
  expect(lines).toMatchObject([{ msg: 'request failed', route: '/lost', err: { code: '57P01' } }]);
  running.resolve();
  await first;
  await busy.close();
});
