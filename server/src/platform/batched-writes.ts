import type { Server } from 'socket.io';
import { type Connection, replaceFlush } from './engine-internals.ts';

/** Batches a socket's packets into one write per event-loop tick: Engine.IO makes one costly system call for each packet. */
export function batchWrites(io: Server): { flush(): void } {
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
