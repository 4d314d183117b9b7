import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist';
import { copyDataFolder } from './data-folder-copy.ts';
import { syncNames, syncTree } from './durable-files.ts';
import type { EmbeddedSettings } from './embedded-database.ts';
import { DurableFolder, durableStartParams } from './embedded-disk.ts';
import { serveWire } from './embedded-wire.ts';

// PGlite blocks its thread. On a worker thread a slow query does not block the server's event loop.
const { folder, socketPath, isHasty } = workerData as EmbeddedSettings;

if (!existsSync(join(folder, 'PG_VERSION'))) await createDatabase();
// Version 1.0.0 restored a backup into a folder that is open to every user of the machine.
if ((statSync(folder).mode & 0o777) !== 0o700) chmodSync(folder, 0o700);
// The outer lock guarantees exclusive access. Postgres refuses to start on an empty pid file, which a power cut can leave behind.
rmSync(join(folder, 'postmaster.pid'), { force: true });
const db = await open(folder);
await db.exec(`SET TIME ZONE 'UTC'`);
const wire = await serveWire(db, socketPath);

parentPort?.on('message', (message: 'stop' | { copyOf: string }) => {
  if (message === 'stop') void stop();
  else parentPort?.postMessage(tryToCopy(message.copyOf));
});

function open(path: string): Promise<PGlite> {
  return PGlite.create({
    ...(isHasty ? { dataDir: path } : { fs: new DurableFolder(path), startParams: durableStartParams }),
    extensions: { btree_gist },
  });
}

/** Creates the database under a temporary name and renames it once it is complete and synced, so a crash leaves no partial one. */
async function createDatabase(): Promise<void> {
  const fresh = `${folder}-new`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { mode: 0o700 });
  await (await open(fresh)).close();
  if (!isHasty) await syncTree(fresh);
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new Error(`${folder} is not empty, but holds no database.`);
  await rename(fresh, folder);
  await syncNames(dirname(folder));
}

async function stop(): Promise<void> {
  await wire.close();
  await db.close();
  parentPort?.close();
}

// Synchronous: no statement runs on this thread meanwhile.
function tryToCopy(dataDir: string): { copy: string } | { problem: string } {
  try {
    return { copy: copyDataFolder(dataDir) };
  } catch (error) {
    return { problem: String(error) };
  }
}
parentPort?.postMessage('ready');
