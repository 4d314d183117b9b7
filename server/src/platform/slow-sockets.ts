import type { Server, Socket } from 'socket.io';
import type { Logger } from './logger.ts';

// Messages are at most 16 kB and lie here twice, as text and as bytes: some megabytes for each who does not read.
const waitingMax = 200;
const lookEveryMs = 1000;

const waitingFor = ({ conn }: Socket): unknown[] =>
  (conn as unknown as { writeBuffer: unknown[] }).writeBuffer;

/**
 * Cuts whoever does not read what is sent to them: much waits, and for a second nothing of it has left. It lies in our memory,
 * and a heartbeat alone would let it grow for three quarters of a minute. They reconnect and catch up like after any break.
 */
export function cutSlowSockets(io: Server, log: Logger): { stop(): void } {
  const firstWaiting = new WeakMap<Socket, unknown>();
  const timer = setInterval(() => {
    for (const socket of io.of('/').sockets.values()) {
      const waiting = waitingFor(socket);
      if (waiting.length > waitingMax && firstWaiting.get(socket) === waiting[0]) {
        log.warn({ waiting: waiting.length }, 'a socket that does not read is cut');
        cut(socket);
      }
      firstWaiting.set(socket, waiting[0]);
    }
  }, lookEveryMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

// A polite close would first wait until everything is read.
function cut({ conn }: Socket): void {
  const { socket } = conn.transport as unknown as { socket?: { terminate?(): void } };
  if (socket?.terminate) socket.terminate();
  else conn.close(true);
}
