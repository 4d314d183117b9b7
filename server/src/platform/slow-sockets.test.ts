import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { io as connectTo, type Socket } from 'socket.io-client';
import { expect, test, vi } from 'vitest';
import { afterTest } from '#test/after-test';
import { createTestLog } from '#test/log';
import { disconnectSlowSockets } from './slow-sockets.ts';

async function startPair() {
  const http = createServer().listen(0, '127.0.0.1');
  await once(http, 'listening');
  const io = new Server(http);
  const slow = disconnectSlowSockets(io, createTestLog().log);
  const connect = async (): Promise<Socket> => {
    const socket = connectTo(`http://127.0.0.1:${(http.address() as AddressInfo).port}`, {
      transports: ['websocket'],
      reconnection: false,
    });
    afterTest(async () => void socket.disconnect());
    await new Promise<void>((resolve) => socket.once('connect', resolve));
    return socket;
  };
  afterTest(async () => {
    slow.stop();
    await io.close();
    return undefined;
  });
  return { io, reader: await connect(), sleeper: await connect() };
}

test('disconnects a client that stops reading and keeps one that reads', async () => {
  const { io, reader, sleeper } = await startPair();
  let heard = 0;
  reader.on('news', () => {
    heard += 1;
  });
  const { ws } = sleeper.io.engine.transport as unknown as { ws: { _socket: { pause(): void } } };
  ws._socket.pause();
  const stream = io.of('/').sockets.get(sleeper.id ?? '')?.conn.request.socket;
  const text = 'x'.repeat(16_000);
  const sent = 4000;
  for (let nth = 0; nth < sent; nth++) {
    io.emit('news', text);
    while (nth - heard > 50) await new Promise((resolve) => setImmediate(resolve));
  }
  await vi.waitFor(() => expect(io.of('/').sockets.has(sleeper.id ?? '')).toBe(false), { timeout: 10_000 });
  // A graceful close would keep the queue until the client has read it.
  expect(stream?.destroyed).toBe(true);
  await vi.waitFor(() => expect(heard).toBe(sent), { timeout: 10_000 });
  expect(io.of('/').sockets.has(reader.id ?? '')).toBe(true);
}, 30_000);
