import type { Server, Socket } from 'socket.io';
import { cutConnection, waitingPackets } from './engine-insides.ts';
import type { Logger } from './logger.ts';

// A message is at most 16 kB and waits as text and as bytes: some megabytes for a client that does not read.
const waitingMax = 200;
const lookEveryMs = 1000;

/**
 * Cuts the sockets of clients that do not read: many packets wait, and for a second none of them has left. They fill the memory
 * of the server, and the heartbeat notices only after three quarters of a minute. The client reconnects and catches up.
 */
export function cutSlowSockets(io: Server, log: Logger): { stop(): void } {
  const firstWaiting = new WeakMap<Socket, unknown>();
  const timer = setInterval(() => {
    for (const socket of io.of('/').sockets.values()) {
      const waiting = waitingPackets(socket.conn);
      if (waiting.length > waitingMax && firstWaiting.get(socket) === waiting[0]) {
        log.warn({ waiting: waiting.length }, 'a socket that does not read is cut');
        cutConnection(socket.conn);
      }
      firstWaiting.set(socket, waiting[0]);
    }
  }, lookEveryMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
