import type { Server, Socket } from 'socket.io';
import type { Logger } from './logger.ts';

// Messages are at most 16 kB: a thousand of them wait in about as many megabytes as one upload may take.
const waitingMax = 1000;
const lookEveryMs = 1000;

const waitingFor = ({ conn }: Socket): number =>
  (conn as unknown as { writeBuffer: unknown[] }).writeBuffer.length;

/**
 * Cuts whoever does not read what is sent to them. What waits for them lies in our memory, and a heartbeat alone would let it
 * grow for three quarters of a minute. They reconnect and catch up like after any other break.
 */
export function cutSlowSockets(io: Server, log: Logger): { stop(): void } {
  const timer = setInterval(() => {
    for (const socket of io.of('/').sockets.values()) {
      if (waitingFor(socket) <= waitingMax) continue;
      log.warn({ waiting: waitingFor(socket) }, 'a socket that reads too slowly is cut');
      cut(socket);
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
