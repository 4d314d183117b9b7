import { on, once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { makeFolder } from './durable-files.ts';
import { lockFolder } from './lock-file.ts';
import { explainFolder } from './start-problem.ts';

/** `sockaddr_un` holds 108 bytes on Linux and 104 on macOS, the closing NUL included. */
const socketPathMaxBytes = 103;

/** `pg` looks for this name in the folder it is given as host. */
const socketName = '.s.PGSQL.5432';

export interface EmbeddedDatabase {
  /** The folder to give `pg` as host. */
  socketFolder: string;
  /** Copies the data folder as of one moment; answers where the copy is. */
  copyDataFolder(): Promise<string>;
  stop(): Promise<void>;
}

/** What the thread of the database is told. */
export interface EmbeddedSettings {
  folder: string;
  socketPath: string;
  isHasty: boolean;
}

/**
 * Starts PGlite on a thread of its own and serves it on a unix socket that only this user can reach. A hasty one, for
 * what nobody keeps, does not wait for the disk.
 */
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

/** Only called with the lock held, so a socket that lies there belongs to nobody alive. */
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
  // Rejects when the worker fails before its message. Afterwards nobody listens for 'error', on purpose: a database that
  // dies under the server throws on the main thread and ends the process, which is safe against sudden death.
  // Under `node --watch` the runtime sends messages of its own first.
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
