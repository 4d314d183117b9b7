import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist';
import { citext } from '@electric-sql/pglite/contrib/citext';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';
import { copyDataFolder } from './data-folder-copy.ts';
import { serveWire } from './embedded-wire.ts';

// PGlite computes on the thread it lives on. Here it has one of its own, so a slow query never stops the server.
const { folder, socketPath } = workerData as { folder: string; socketPath: string };

const db = await PGlite.create({
  dataDir: folder,
  extensions: { btree_gist, citext, pg_trgm, unaccent },
});
await db.exec(`SET TIME ZONE 'UTC'`);
const wire = await serveWire(db, socketPath);

parentPort?.on('message', (message: 'stop' | { copyOf: string }) => {
  if (message === 'stop') void stop();
  else parentPort?.postMessage(tryToCopy(message.copyOf));
});

async function stop(): Promise<void> {
  await wire.close();
  await db.close();
  parentPort?.close();
}

// On this thread no statement runs meanwhile.
function tryToCopy(dataDir: string): { copy: string } | { problem: string } {
  try {
    return { copy: copyDataFolder(dataDir) };
  } catch (error) {
    return { problem: String(error) };
  }
}
parentPort?.postMessage('ready');
