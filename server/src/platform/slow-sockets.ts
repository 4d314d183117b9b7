import type { Server, Socket } from 'socket.io';
import { terminateConnection, waitingPackets } from './engine-internals.ts';
import type { Logger } from './logger.ts';

// A message has at most 16 kB and is queued as text and as bytes: some megabytes for a client that does not read.
const waitingMax = 200;
const lookEveryMs = 1000;

/**
 * Disconnects sockets with backpressure: many packets queued and none sent for a second. They fill the server's memory, and the
 * heartbeat takes 45 seconds to detect them. The client reconnects and catches up.
 */
export function disconnectSlowSockets(io: Server, log: Logger): { stop(): void } {
  const firstWaiting = new WeakMap<Socket, unknown>();
  const timer = setInterval(() => {
    for (const socket of io.of('/').sockets.values()) {
      const waiting = waitingPackets(socket.conn);
      if (waiting.length > waitingMax && firstWaiting.get(socket) === waiting[0]) {
        log.warn({ waiting: waiting.length }, 'a socket that does not read is cut');
        terminateConnection(socket.conn);
      }
      firstWaiting.set(socket, waiting[0]);
    }
  }, lookEveryMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
