import { on, once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { makeFolder } from './durable-files.ts';
import { lockFolder } from './lock-file.ts';
import { explainFolder } from './startup-error.ts';

/** `sockaddr_un` holds 108 bytes on Linux and 104 on macOS, including the final NUL. */
const socketPathMaxBytes = 103;

/** The socket name that `pg` expects in the host folder. */
const socketName = '.s.PGSQL.5432';

export interface EmbeddedDatabase {
  /** The folder to pass to `pg` as host. */
  socketFolder: string;
  /** Copies the data folder as a consistent snapshot; returns the path of the copy. */
  copyDataFolder(): Promise<string>;
  stop(): Promise<void>;
}

export interface EmbeddedSettings {
  folder: string;
  socketPath: string;
  isHasty: boolean;
}

/** Starts PGlite on a worker thread and serves it on a unix socket for this user only. `isHasty`, for tests, skips waiting for the disk. */
export async function startEmbeddedDatabase(
  dataDir: string,
  { isHasty }: { isHasty: boolean },
): Promise<EmbeddedDatabase> {
  const { lock, socket } = await takeFolder(dataDir).catch((error: unknown) => {
    throw explainFolder(error, dataDir);
  });
  try {
    const worker = await startWorker({
      folder: join(dataDir, 'database'),
      socketPath: join(socket.folder, socketName),
      isHasty,
    });
    return {
      socketFolder: socket.folder,
      copyDataFolder: () => copyIn(worker, dataDir),
      async stop() {
        const ended = once(worker, 'exit');
        worker.postMessage('stop');
        await ended;
        socket.remove();
        lock.release();
      },
    };
  } catch (error) {
    socket.remove();
    lock.release();
    throw explainFolder(error, dataDir);
  }
}

async function takeFolder(dataDir: string) {
  await makeFolder(dataDir);
  const lock = lockFolder(dataDir);
  return { lock, socket: prepareSocketFolder(dataDir) };
}

/** Prepares the socket folder. Called with the lock held, so an existing socket is stale. */
function prepareSocketFolder(dataDir: string): { folder: string; remove(): void } {
  const inside = resolve(dataDir, 'socket');
  if (Buffer.byteLength(join(inside, socketName)) > socketPathMaxBytes) {
    const folder = mkdtempSync(join(tmpdir(), 'parlance-'));
    return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
  }
  mkdirSync(inside, { recursive: true, mode: 0o700 });
  chmodSync(inside, 0o700);
  rmSync(join(inside, socketName), { force: true });
  return { folder: inside, remove: () => rmSync(join(inside, socketName), { force: true }) };
}

async function startWorker(workerData: EmbeddedSettings): Promise<Worker> {
  const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), { workerData });
  // Rejects when the worker fails before its message. Later there is no 'error' listener on purpose: a failed database throws on the
  // main thread and ends the process, which is crash-safe. Under `node --watch` the runtime sends its own messages first.
  for await (const [message] of on(worker, 'message')) if (message === 'ready') break;
  return worker;
}

async function copyIn(worker: Worker, dataDir: string): Promise<string> {
  const answers = on(worker, 'message');
  worker.postMessage({ copyOf: dataDir });
  for await (const [message] of answers) {
    if (message?.problem) throw new Error(`The data folder could not be copied: ${message.problem}`);
    if (message?.copy) return message.copy;
  }
  throw new Error('The database stopped before its folder was copied.');
}
