import type { Server } from 'socket.io';
import { type Connection, replaceFlush } from './engine-insides.ts';

/**
 * The packets of a socket leave in one write at the end of a turn of the event loop. Engine.IO writes each by itself; a batch of
 * messages answers many at once, and the system call is the dearest part of a packet.
 */
export function gatherWrites(io: Server): { flush(): void } {
  const due = new Map<Connection, () => void>();

  function flush(): void {
    const flushes = [...due];
    due.clear();
    for (const [{ request }, write] of flushes) {
      request.socket.cork();
      write();
      request.socket.uncork();
    }
  }

  io.engine.on('connection', (connection: Connection) => {
    const write = replaceFlush(connection, () => {
      if (due.size === 0) setImmediate(flush);
      due.set(connection, write);
    });
  });
  return { flush };
}
