import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { io as connectTo } from 'socket.io-client';
import { expect, test, vi } from 'vitest';
import { afterTest } from '#test/after-test';
import { batchWrites } from './batched-writes.ts';

async function startPair() {
  const http = createServer().listen(0, '127.0.0.1');
  await once(http, 'listening');
  const io = new Server(http);
  const writes = batchWrites(io);
  const client = connectTo(`http://127.0.0.1:${(http.address() as AddressInfo).port}`, {
    transports: ['websocket'],
    reconnection: false,
  });
  const heard: number[] = [];
  client.on('news', (nth: number) => heard.push(nth));
  await new Promise<void>((resolve) => client.once('connect', resolve));
  afterTest(async () => {
    client.disconnect();
    await io.close();
    return undefined;
  });
  return { io, writes, client, heard };
}

test('packets of one event loop tick leave in one write, in order', async () => {
  const { io, heard } = await startPair();
  let flushes = 0;
  io.engine.on('flush', () => {
    flushes += 1;
  });
  for (let nth = 0; nth < 5; nth++) {
    await Promise.resolve();
    io.emit('news', nth);
  }
  await vi.waitFor(() => expect(heard).toEqual([0, 1, 2, 3, 4]));
  expect(flushes).toBe(1);
});

test('packets sent before a disconnect or a stop still arrive', async () => {
  const { io, writes, client, heard } = await startPair();
  const reason = new Promise((resolve) => client.once('disconnect', resolve));
  io.emit('news', 1);
  io.disconnectSockets(true);
  writes.flush();
  await io.close();
  expect(await reason).toBe('io server disconnect');
  expect(heard).toEqual([1]);
});
