import type { Socket as NodeSocket } from 'node:net';
import type { Server } from 'socket.io';

/** What is used of a connection of Engine.IO; its types keep the write buffer and its flushing to themselves. */
interface Connection {
  request: { socket?: NodeSocket };
  writeBuffer: unknown[];
  flush(): void;
}

/**
 * What a socket gets in one turn of the event loop leaves in one write. Engine.IO would write the first packet at once and the
 * others after it; a batch of messages answers many at once, and the system call is the dearest part of a packet.
 */
export function gatherWrites(io: Server): { flush(): void } {
  const due = new Map<Connection, () => void>();

  function flush(): void {
    const flushes = [...due];
    due.clear();
    for (const [{ request }, write] of flushes) {
      request.socket?.cork();
      write();
      request.socket?.uncork();
    }
  }

  io.engine.on('connection', (connection: Connection) => {
    const write = connection.flush.bind(connection);
    connection.flush = () => {
      if (connection.writeBuffer.length === 0) return;
      if (due.size === 0) setImmediate(flush);
      due.set(connection, write);
    };
  });
  return { flush };
}
