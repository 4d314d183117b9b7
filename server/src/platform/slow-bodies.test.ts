import { connect, type Socket } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { voiceMaxBytes } from '@parlance/contract/chat';
import { endpoint } from '@parlance/contract/endpoint';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { createHttp, type Http, registerRoutes } from './http.ts';
import { createLogger } from './logger.ts';
import type { Platform } from './platform.ts';
import { resourceLimits } from './resource-limits.ts';
import { serve } from './serve.ts';
import { bodyTimeMs } from './slow-bodies.ts';

const short = { ...resourceLimits, headersMs: 300, bodyMs: 300, uploadBytesPerSecond: 1000 };
const say = endpoint({
  method: 'POST',
  path: '/say',
  access: 'entry',
  summary: '',
  payload: z.object({ word: z.string() }),
  result: z.object({ word: z.string() }),
});
const upload = endpoint({
  method: 'POST',
  path: '/upload',
  access: 'entry',
  summary: '',
  file: { field: 'audio', required: true, maxBytes: 2000 },
  result: z.object({ size: z.number() }),
});

let http: Http;
let port: number;
let handled: string[];
beforeEach(async () => {
  handled = [];
  http = await createHttp(createLogger({ level: 'silent' }), short);
  const routes = [
    serve(say, async (_platform, { payload }) => {
      handled.push(payload.word);
      if (payload.word === 'think') await wait(500);
      return payload;
    }),
    serve(upload, async (_platform, { file }) => ({ size: file?.bytes.length ?? 0 })),
  ];
  registerRoutes(http, {} as Platform, routes, async () => Promise.reject(new Error('nobody signs in')));
  port = Number(new URL(await http.listen({ host: '127.0.0.1', port: 0 })).port);
});
afterEach(() => http.close());

function open(): Socket {
  const socket = connect({ host: '127.0.0.1', port });
  // A reset after the response is a valid end.
  socket.on('error', () => {});
  return socket;
}

const head = (path: string, length: number, type = 'application/json') =>
  `POST /v1${path} HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`;
const word = '{"word":"hello"}';
const part = (size: number) =>
  `--x\r\nContent-Disposition: form-data; name="audio"; filename="a"\r\n\r\n${'a'.repeat(size)}\r\n--x--\r\n`;
const multipart = 'multipart/form-data; boundary=x';

/** Returns how long the server keeps the connection open, and its response. */
async function endOf(socket: Socket): Promise<{ ms: number; answer: string }> {
  const begin = performance.now();
  const answer = await textOf(socket).catch(() => '');
  return { ms: performance.now() - begin, answer };
}

describe('a stalled body', () => {
  test('is refused after its timeout without reaching the handler', async () => {
    const socket = open();
    socket.write(head('/say', word.length) + word.slice(0, 5));
    const { ms, answer } = await endOf(socket);
    expect(answer).toMatch(/^HTTP\/1.1 400 .*"code":1000/s);
    expect(ms).toBeGreaterThan(250);
    expect(handled).toEqual([]);
  });

  test('is refused although single bytes arrive', async () => {
    const socket = open();
    socket.write(head('/say', 250));
    const dripping = setInterval(() => socket.write('a'), 20);
    const { answer } = await endOf(socket);
    clearInterval(dripping);
    expect(answer).toContain('HTTP/1.1 400');
  });

  test('is refused for an unknown route and without a length', async () => {
    for (const path of ['/v1/say', '/nowhere']) {
      const socket = open();
      socket.write(
        `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"wor\r\n`,
      );
      expect((await endOf(socket)).answer).toContain('HTTP/1.1 40');
    }
  });

  test('an upload has as long as its size takes, and no longer than the largest', async () => {
    const socket = open();
    const body = part(900);
    socket.write(head('/upload', body.length, multipart) + body.slice(0, 500));
    await wait(500);
    socket.write(body.slice(500));
    await new Promise((resolve) => socket.once('readable', resolve));
    expect(String(socket.read())).toContain('{"size":900}');
    socket.destroy();

    const http2 = await createHttp(createLogger({ level: 'silent' }), {
      ...short,
      uploadBytesPerSecond: 1_000_000,
    });
    registerRoutes(http2, {} as Platform, [serve(upload, async () => ({ size: 0 }))], async () => {
      throw new Error('nobody signs in');
    });
    port = Number(new URL(await http2.listen({ host: '127.0.0.1', port: 0 })).port);
    const boasting = open();
    boasting.write(head('/upload', 9_000_000_000, multipart) + body.slice(0, 500));
    const { ms, answer } = await endOf(boasting);
    expect(answer.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 422']);
    expect(ms).toBeLessThan(5000);
    await http2.close();
  });

  test('stalled headers end the connection', async () => {
    const slow = open();
    slow.write('GET / HTTP/1.1\r\nHost: a\r\n');
    expect((await endOf(slow)).answer).toContain('HTTP/1.1 400');
  });

  test('closes an idle connection without a response, which a browser would assign to its next request', async () => {
    const { ms, answer } = await endOf(open());
    expect(answer).toBe('');
    expect(ms).toBeGreaterThan(250);
  });

  test('a slow handler is not refused as a slow body', async () => {
    const socket = open();
    const body = '{"word":"think"}';
    socket.write(head('/say', body.length) + body);
    await new Promise((resolve) => socket.once('readable', resolve));
    expect(String(socket.read())).toContain('HTTP/1.1 200');
    socket.destroy();
  });

  test('a complete body leaves its connection usable', async () => {
    const socket = open();
    for (const _ of [1, 2]) {
      socket.write(head('/say', word.length) + word);
      await new Promise((resolve) => socket.once('readable', resolve));
      expect(String(socket.read())).toContain('HTTP/1.1 200');
      await wait(400);
    }
    expect(handled).toEqual(['hello', 'hello']);
    socket.destroy();
  });
});

describe('a body refused before it arrived', () => {
  const mebibyte = 1024 * 1024;
  const large = Buffer.alloc(40 * mebibyte, 'a');
  const start = part(0).split('\r\n\r\n')[0];
  const form = (bytes: Buffer) =>
    Buffer.concat([Buffer.from(`${start}\r\n\r\n`), bytes, Buffer.from('\r\n--x--\r\n')]);
  const address = (path: string) => `http://127.0.0.1:${port}/v1${path}`;

  async function serveWith(changes: Partial<typeof resourceLimits>): Promise<void> {
    await http.close();
    http = await createHttp(createLogger({ level: 'silent' }), { ...resourceLimits, ...changes });
    const routes = [
      serve(upload, async (_platform, { file }) => ({ size: file?.bytes.length ?? 0 })),
      serve(say, async (_platform, { payload }) => payload),
    ];
    registerRoutes(http, {} as Platform, routes, async () => Promise.reject(new Error('nobody signs in')));
    port = Number(new URL(await http.listen({ host: '127.0.0.1', port: 0 })).port);
  }

  /** Sends everything before reading, as browsers do; returns what is then readable. */
  async function sendFirst(head: string, body: Buffer): Promise<{ answer: string; isSent: boolean }> {
    const socket = connect({ host: '127.0.0.1', port });
    socket.pause();
    const { promise: sent, resolve } = Promise.withResolvers<boolean>();
    socket.on('error', () => resolve(false));
    socket.write(head);
    socket.write(body, (error) => resolve(!error));
    const isSent = await sent;
    const { promise: answer, resolve: hear } = Promise.withResolvers<string>();
    socket.on('data', (chunk) => hear(String(chunk)));
    socket.on('close', () => hear(''));
    socket.resume();
    return { isSent, answer: await answer.finally(() => socket.destroy()) };
  }

  test.each([
    ['a declared size', (length: number) => `Content-Length: ${length}\r\n`],
    [
      'a declared size on the last request',
      (length: number) => `Connection: close\r\nContent-Length: ${length}\r\n`,
    ],
    ['chunks', () => 'Transfer-Encoding: chunked\r\n'],
  ])('with %s is answered 5005 to a client that reads last', async (_what, framing) => {
    await serveWith({});
    const body = form(large);
    const isChunked = framing(0).includes('chunked');
    const chunk = Buffer.concat([
      Buffer.from(`${body.length.toString(16)}\r\n`),
      body,
      Buffer.from('\r\n0\r\n\r\n'),
    ]);
    for (const [path, type] of [
      ['/upload', multipart],
      ['/say', 'application/json'],
    ]) {
      const { isSent, answer } = await sendFirst(
        `POST /v1${path} HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\n${framing(body.length)}\r\n`,
        isChunked ? chunk : body,
      );
      expect(isSent).toBe(true);
      expect(answer).toContain('HTTP/1.1 422');
      expect(answer).toContain('"code":5005');
    }
  });

  test('is answered to fetch', async () => {
    await serveWith({});
    for (let time = 0; time < 3; time++) {
      const sent = new FormData();
      sent.set('audio', new Blob([large]));
      const answer = await fetch(address('/upload'), { method: 'POST', body: sent });
      expect([answer.status, await answer.json()]).toEqual([422, expect.objectContaining({ code: 5005 })]);
    }
  });

  test('leaves its connection usable once it has arrived', async () => {
    await serveWith({});
    const socket = open();
    const body = form(large.subarray(0, mebibyte));
    socket.write(head('/upload', body.length, multipart));
    await new Promise((resolve) => socket.once('readable', resolve));
    expect(String(socket.read())).toContain('"code":5005');
    socket.write(body);
    socket.write(head('/say', word.length) + word);
    await new Promise((resolve) => socket.once('readable', resolve));
    expect(String(socket.read())).toContain('{"word":"hello"}');
    socket.destroy();
  });

  test('is drained up to a size and time limit, then the connection ends', async () => {
    await serveWith({ discardedBytes: mebibyte });
    const long = open();
    long.write(head('/upload', large.length, multipart));
    const first = new Promise((resolve) => long.once('data', resolve));
    expect(String(await first)).toContain('"code":5005');
    const closed = new Promise((resolve) => long.once('close', resolve));
    for (let sent = 0; sent < 40; sent++) long.write(large.subarray(0, mebibyte));
    await closed;

    await serveWith({ bodyMs: 300, uploadBytesPerSecond: 1000 });
    const slow = open();
    slow.write(head('/upload', large.length, multipart));
    const { ms, answer } = await endOf(slow);
    expect(answer).toContain('"code":5005');
    expect(answer.match(/HTTP\/1.1/g)).toHaveLength(1);
    expect(ms).toBeGreaterThan(250);
  });
});

test('the timeout of the largest upload fits a slow phone and the timeout of clients', () => {
  const seconds = bodyTimeMs(resourceLimits, voiceMaxBytes) / 1000;
  expect(seconds).toBeGreaterThan(100);
  expect(seconds).toBeLessThan(130);
  expect(bodyTimeMs(resourceLimits, 1024 * 1024)).toBe(30_000);
});
