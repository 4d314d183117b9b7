import { createServer, type Server, type Socket } from 'node:net';
import type { PGlite } from '@electric-sql/pglite';
import {
  cancelRequestCode,
  FrameReader,
  fatalError,
  frame,
  gssRequestCode,
  renameStatement,
  sslRequestCode,
  typeOf,
} from './wire-frames.ts';

/** A client of the socket. `statements` maps its prepared statements to unique names in the shared session. */
interface Connection {
  socket: Socket;
  statements: Map<string, string>;
}

/** A batch of messages that runs without interleaving: one simple query, or everything up to a Sync. */
interface Unit {
  connection: Connection;
  bytes: Buffer;
  /** False for a Flush: the unit continues, so the connection keeps the session. */
  complete: boolean;
}

/**
 * Serves one PGlite session to many connections of the `pg` driver. A connection with an open transaction holds the session until
 * the transaction ends; the others queue. All replies of a unit go to the connection that sent it.
 */
export async function serveWire(
  db: PGlite,
  path: string,
  /** Idle timeout of a transaction, which blocks all other connections. */
  idleTransactionMs = 10_000,
): Promise<{ close(): Promise<void> }> {
  const connections = new Set<Connection>();
  let waiting: Unit[] = [];
  let owner: Connection | undefined;
  let isRunning = false;
  let isClosing = false;
  let statementCount = 0;
  let idleTimer: NodeJS.Timeout | undefined;

  const server = createServer((socket) => accept(socket));
  await listen(server, path);
  return {
    async close() {
      isClosing = true;
      const closed = new Promise((resolve) => server.close(resolve));
      for (const { socket } of connections) socket.destroy();
      await closed;
      clearTimeout(idleTimer);
    },
  };

  function accept(socket: Socket): void {
    const connection: Connection = { socket, statements: new Map() };
    connections.add(connection);
    const frames = new FrameReader();
    let isStarted = false;
    let pending: Buffer[] = [];

    socket.on('data', (chunk) => {
      frames.push(chunk);
      while (true) {
        const message = frames.next(isStarted ? 1 : 0);
        if (!message) return;
        if (!isStarted) {
          isStarted = start(connection, message);
        } else if (typeOf(message) === 'X') {
          socket.end();
        } else {
          pending.push(renameStatement(message, (name) => aliasOf(connection, name)));
          if (!'QSH'.includes(typeOf(message))) continue;
          enqueue({ connection, bytes: Buffer.concat(pending), complete: typeOf(message) !== 'H' });
          pending = [];
        }
      }
    });
    // 'close' follows a reset and cleans up.
    socket.on('error', () => {});
    socket.on('close', () => leave(connection));
  }

  /** Returns true after the start-up message; preceding encryption requests are declined. */
  function start(connection: Connection, message: Buffer): boolean {
    const code = message.readInt32BE(4);
    if (code === sslRequestCode || code === gssRequestCode) {
      connection.socket.write('N');
      return false;
    }
    if (code === cancelRequestCode) {
      connection.socket.end();
      return false;
    }
    enqueue({ connection, bytes: message, complete: true });
    return true;
  }

  function aliasOf(connection: Connection, name: string): string {
    const alias = connection.statements.get(name) ?? `p${++statementCount}`;
    connection.statements.set(name, alias);
    return alias;
  }

  function leave(connection: Connection): void {
    connections.delete(connection);
    waiting = waiting.filter((unit) => unit.connection !== connection);
    const closing = [...connection.statements.values()].map((alias) => frame('C', `S${alias}\0`));
    if (owner === connection) closing.unshift(frame('S'), frame('Q', 'ROLLBACK\0'));
    if (closing.length > 0)
      enqueue({ connection, bytes: Buffer.concat([...closing, frame('S')]), complete: true });
  }

  function enqueue(unit: Unit): void {
    waiting.push(unit);
    if (!isRunning) void run();
  }

  async function run(): Promise<void> {
    isRunning = true;
    clearTimeout(idleTimer);
    for (let unit = next(); unit; unit = next()) {
      // A throw means that PGlite has failed: it ends the worker and with it the process.
      const reply = Buffer.from(await db.execProtocolRaw(unit.bytes));
      if (unit.connection.socket.writable) unit.connection.socket.write(reply);
      const isIdle = unit.complete && reply.toString('latin1', reply.length - 1) === 'I';
      if (isIdle) owner = undefined;
      else if (owner !== unit.connection) {
        owner = unit.connection;
        if (!connections.has(owner)) leave(owner);
      }
    }
    isRunning = false;
    if (owner && waiting.length > 0) idleTimer = setTimeout(endIdleTransaction, idleTransactionMs, owner);
  }

  function next(): Unit | undefined {
    if (isClosing) return undefined;
    const index = owner ? waiting.findIndex((unit) => unit.connection === owner) : 0;
    return index === -1 ? undefined : waiting.splice(index, 1)[0];
  }

  function endIdleTransaction(idle: Connection): void {
    if (owner !== idle) return;
    const text =
      `a transaction kept the embedded database for ${idleTransactionMs / 1000} s while others waited: ` +
      'is a query inside a transaction sent to the pool instead of to the transaction?';
    idle.socket.end(fatalError('25P03', text));
    idle.socket.destroySoon();
  }
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, () => resolve());
  });
}
