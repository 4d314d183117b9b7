import { connect, type Socket } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { voiceMaxBytes } from '@parlance/contract/chat';
import { endpoint } from '@parlance/contract/endpoint';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { bounds } from './bounds.ts';
import { createHttp, type Http, registerRoutes } from './http.ts';
import { createLogger } from './logger.ts';
import type { Platform } from './platform.ts';
import { serve } from './serve.ts';
import { bodyTimeMs } from './slow-bodies.ts';

const short = { ...bounds, headersMs: 300, bodyMs: 300, uploadBytesPerSecond: 1000 };
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
  // A reset after the answer is one way to end.
  socket.on('error', () => {});
  return socket;
}

const head = (path: string, length: number, type = 'application/json') =>
  `POST /v1${path} HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`;
const word = '{"word":"hello"}';
const part = (size: number) =>
  `--x\r\nContent-Disposition: form-data; name="audio"; filename="a"\r\n\r\n${'a'.repeat(size)}\r\n--x--\r\n`;
const multipart = 'multipart/form-data; boundary=x';

/** How long the server leaves a connection open on which this is all that comes. */
async function endOf(socket: Socket): Promise<{ ms: number; answer: string }> {
  const begin = performance.now();
  const answer = await textOf(socket).catch(() => '');
  return { ms: performance.now() - begin, answer };
}

describe('a body that does not come', () => {
  test('ends with an answer when its time is over, and nothing of it is handled', async () => {
    const socket = open();
    socket.write(head('/say', word.length) + word.slice(0, 5));
    const { ms, answer } = await endOf(socket);
    expect(answer).toMatch(/^HTTP\/1.1 400 .*"code":1000/s);
    expect(ms).toBeGreaterThan(250);
    expect(handled).toEqual([]);
  });

  test('ends although a byte comes now and then', async () => {
    const socket = open();
    socket.write(head('/say', 250));
    const dripping = setInterval(() => socket.write('a'), 20);
    const { answer } = await endOf(socket);
    clearInterval(dripping);
    expect(answer).toContain('HTTP/1.1 400');
  });

  test('ends where no call is named at all, and without a length', async () => {
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
    expect((await endOf(boasting)).answer).toContain('HTTP/1.1 40');
    await http2.close();
  });

  test('headers that do not come end too', async () => {
    const slow = open();
    slow.write('GET / HTTP/1.1\r\nHost: a\r\n');
    expect((await endOf(slow)).answer).toContain('HTTP/1.1 400');
  });

  test('whoever has asked for nothing is answered nothing, which a browser would take for the answer to what it asks next', async () => {
    const { ms, answer } = await endOf(open());
    expect(answer).toBe('');
    expect(ms).toBeGreaterThan(250);
  });

  test('a call that takes long to answer is no slow body', async () => {
    const socket = open();
    const body = '{"word":"think"}';
    socket.write(head('/say', body.length) + body);
    await new Promise((resolve) => socket.once('readable', resolve));
    expect(String(socket.read())).toContain('HTTP/1.1 200');
    socket.destroy();
  });

  test('one that came in time leaves its connection usable', async () => {
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

test('a large upload has time for a slow phone, and the whole stays below what a client waits', () => {
  const seconds = bodyTimeMs(bounds, voiceMaxBytes) / 1000;
  expect(seconds).toBeGreaterThan(100);
  expect(seconds).toBeLessThan(130);
  expect(bodyTimeMs(bounds, 1024 * 1024)).toBe(30_000);
});
