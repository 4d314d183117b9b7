import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { expect, test, vi } from 'vitest';
import { afterTest } from '#test/after-test';
import { createTestLog } from '#test/log';
import { connectEventBus } from './event-bus.ts';

const { log, lines } = createTestLog();

/** Starts a fake Redis that can become unresponsive. */
async function startSpeaker() {
  const sockets: Socket[] = [];
  let isSilent = false;
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      if (isSilent) return;
      for (const command of bytes.toString().split(/(?=\*\d+\r\n)/)) {
        socket.write(/\ninfo\r/i.test(command) ? '$17\r\nredis_version:7.0\r\n' : '+OK\r\n');
      }
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  afterTest(async () => void stop());
  const { port } = server.address() as { port: number };
  return {
    port,
    stop,
    fallSilent: () => {
      isSilent = true;
    },
  };
}

const connect = (port: number) => {
  const bus = connectEventBus(`redis://127.0.0.1:${port}`, log);
  afterTest(async () => void (await bus.close()));
  return bus;
};

test('without a Redis publishing fails at once and never ends the process', async () => {
  const speaker = await startSpeaker();
  speaker.stop();
  const { redis } = connect(speaker.port);
  await vi.waitFor(() => expect(redis.status).toBe('reconnecting'));
  const startedAt = performance.now();
  await expect(redis.xadd('stream', '*', 'a', 'b')).rejects.toThrow('enableOfflineQueue');
  await expect(redis.publish('channel', 'message')).resolves.toBe(0);
  expect(performance.now() - startedAt).toBeLessThan(500);
});

test('logs an unreachable Redis once, in one line without a stack', async () => {
  const speaker = await startSpeaker();
  speaker.stop();
  lines.length = 0;
  const { redis } = connect(speaker.port);
  const attempts = vi.fn();
  redis.on('reconnecting', attempts);
  await vi.waitFor(() => expect(attempts).toHaveBeenCalledTimes(2));
  expect(lines).toMatchObject([
    {
      msg: 'Redis does not answer: events of other nodes wait for it',
      reason: `connect ECONNREFUSED 127.0.0.1:${speaker.port}`,
    },
  ]);
  expect(JSON.stringify(lines)).not.toContain('stack');
});

test('logs a Redis that closes every connection, but not the stop of the bus', async () => {
  const speaker = await startSpeaker();
  const bus = connect(speaker.port);
  await once(bus.redis, 'ready');
  lines.length = 0;
  speaker.stop();
  await vi.waitFor(() => expect(lines).toMatchObject([{ reason: 'it closes the connection' }]));
  const other = connect((await startSpeaker()).port);
  await once(other.redis, 'ready');
  const ended = once(other.redis, 'end');
  await other.close();
  await ended;
  expect(lines).toHaveLength(1);
});

test('a command to an unresponsive Redis fails after a short timeout', async () => {
  const speaker = await startSpeaker();
  const { redis } = connect(speaker.port);
  await once(redis, 'ready');
  speaker.fallSilent();
  await expect(redis.xadd('stream', '*', 'a', 'b')).rejects.toThrow();
  await vi.waitFor(() => expect(redis.status).not.toBe('ready'), { timeout: 5000 });
  await expect(redis.xadd('stream', '*', 'a', 'b')).rejects.toThrow('enableOfflineQueue');
});

test('repeats the notice of missed events', async () => {
  const speaker = await startSpeaker();
  const bus = connect(speaker.port);
  await once(bus.redis, 'ready');
  vi.useFakeTimers({ toFake: ['setInterval'] });
  afterTest(async () => void vi.useRealTimers());
  const told = vi.fn();
  bus.onMissing(told);
  speaker.stop();
  await vi.waitFor(() => expect(bus.redis.status).toBe('reconnecting'));
  vi.advanceTimersByTime(16_000);
  expect(told).toHaveBeenCalledTimes(3);
});

test('a bus that ends while it is being listened to never ends the process', async () => {
  const speaker = await startSpeaker();
  const bus = connect(speaker.port);
  await vi.waitFor(() => expect(bus.isThere()).toBe(true));
  const reader = bus.redis.duplicate();
  await once(reader, 'ready');
  speaker.fallSilent();
  const subscribed = reader.subscribe('news');
  await bus.close();
  await expect(subscribed).resolves.toBe(0);
});
