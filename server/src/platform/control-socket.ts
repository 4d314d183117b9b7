import { createHash } from 'node:crypto';
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Logger } from './logger.ts';

/** `sockaddr_un` holds 108 bytes on Linux and 104 on macOS, including the final NUL. */
const socketPathMaxBytes = 103;
const questionMaxBytes = 64 * 1024;

/**
 * Serves operator commands on a unix socket in a folder that only its own user can enter. The embedded database serves one
 * process, so commands have to run inside that process.
 */
export async function serveControl(options: {
  dataDir: string;
  log: Logger;
  answer: (question: unknown) => Promise<unknown>;
}): Promise<{ close(): Promise<void> }> {
  const { dataDir, log, answer } = options;
  const folder = controlFolder(dataDir);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  assertOwn(folder);
  chmodSync(folder, 0o700);
  // Named by pid, because several nodes can share a folder. An existing file belongs to a dead process or to a node in another
  // container, where pids repeat: one reachable node is enough for a command.
  const path = join(folder, `${process.pid}.sock`);
  rmSync(path, { force: true });

  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    converse(socket, answer).catch((error: unknown) => {
      log.error({ err: error }, 'a command failed');
      socket.destroy();
    });
  });
  await new Promise<void>((resolveListening, reject) => {
    server.once('error', reject);
    server.listen(path, resolveListening);
  });
  chmodSync(path, 0o600);
  return {
    close: () =>
      new Promise((resolveClosed) => {
        server.close(() => resolveClosed());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

async function converse(socket: Socket, answer: (question: unknown) => Promise<unknown>): Promise<void> {
  let asked = '';
  // A character can span two chunks.
  socket.setEncoding('utf8');
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    asked += chunk;
    if (asked.length > questionMaxBytes) throw new Error('a command is too long');
  }
  socket.end(JSON.stringify(await answer(JSON.parse(asked))));
}

/** Sends a command to a process on this data folder; null when none is running. */
export async function askControl(dataDir: string, question: unknown): Promise<unknown> {
  const folder = controlFolder(dataDir);
  if (!existsSync(folder)) return null;
  assertOwn(folder);
  for (const name of readdirSync(folder).filter((entry) => entry.endsWith('.sock'))) {
    const path = join(folder, name);
    const socket = await open(path);
    if (!socket) {
      rmSync(path, { force: true });
      continue;
    }
    socket.end(JSON.stringify(question));
    const answered = await text(socket);
    if (answered === '') throw new Error('The server did not answer the command; its log says why.');
    return JSON.parse(answered);
  }
  return null;
}

/** Connects to the socket; null when its process was killed. */
function open(path: string): Promise<Socket | null> {
  return new Promise((resolveSocket, reject) => {
    const socket = connect({ path, allowHalfOpen: true });
    socket.once('connect', () => resolveSocket(socket));
    socket.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED' || error.code === 'ENOENT') resolveSocket(null);
      else reject(error);
    });
  });
}

/** Returns the socket folder: in the data folder, or at a path derived from it where that exceeds the socket path limit. */
function controlFolder(dataDir: string): string {
  const inside = resolve(dataDir, 'control');
  if (Buffer.byteLength(join(inside, '4194304.sock')) <= socketPathMaxBytes) return inside;
  const name = createHash('sha256').update(resolve(dataDir)).digest('hex').slice(0, 16);
  return join(tmpdir(), `parlance-control-${name}`);
}

/** Rejects a folder of another user: any user can create that name in a shared directory. */
function assertOwn(folder: string): void {
  const { uid } = lstatSync(folder);
  if (process.getuid && uid !== process.getuid()) {
    throw new Error(`${folder} belongs to another user.`);
  }
}
