import { randomUUID } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { chmod, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { makeFolder, syncNames, writeDurably } from './durable-files.ts';
import { checkFolder, checkKey, checkKeyHasType, type FileStore } from './files.ts';

// What people say and show to each other is for the server's own user.
const folderMode = 0o700;
const fileMode = 0o600;
const temporaryName = /^\.[0-9a-f-]{36}\.tmp$/;

/** Keeps files in a folder. Half a file is never seen: it gets its name only after its bytes are on the disk. */
export function createDiskFileStore(options: { folder: string }): FileStore {
  const root = options.folder;
  // A folder of somebody else's stays as its owner wants it.
  const closed = closeToOthers(root).catch(() => {});
  const pathOf = (key: string) => join(root, ...key.split('/'));

  return {
    async put(key, bytes, { contentType }) {
      checkKeyHasType(key, contentType);
      await closed;
      const path = pathOf(key);
      const folder = dirname(path);
      await makeFolder(folder, { mode: folderMode });
      const temporary = join(folder, `.${randomUUID()}.tmp`);
      try {
        await writeDurably(temporary, bytes, { mode: fileMode });
        await rename(temporary, path);
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
      await syncNames(folder);
    },

    async stat(key) {
      const contentType = checkKey(key);
      await closed;
      const file = await openIfThere(pathOf(key));
      if (!file) return null;
      try {
        return { size: (await file.stat()).size, contentType };
      } finally {
        await file.close();
      }
    },

    async read(key, range) {
      const contentType = checkKey(key);
      await closed;
      const file = await openIfThere(pathOf(key));
      if (!file) return null;
      try {
        const { size } = await file.stat();
        return { size, contentType, stream: file.createReadStream(range ?? {}) };
      } catch (error) {
        await file.close();
        throw error;
      }
    },

    async remove(key) {
      checkKey(key);
      const path = pathOf(key);
      await rm(path, { force: true });
      // Nor does it come back after a power cut.
      await syncNames(dirname(path)).catch((error: unknown) => {
        if (!isMissing(error)) throw error;
      });
    },

    async *list(folder) {
      checkFolder(folder);
      yield* filesUnder(pathOf(folder), root);
    },

    async sweep(before) {
      for await (const path of temporariesUnder(root)) {
        const file = await openIfThere(path);
        if (!file) continue;
        const { mtime } = await file.stat();
        await file.close();
        if (mtime < before) await rm(path, { force: true });
      }
    },

    async close() {},
  };
}

/** Takes everybody else's rights to a folder from before away; one that has been through it costs a look at its folders. */
async function closeToOthers(folder: string): Promise<void> {
  const isClosed = ((await stat(folder)).mode & 0o777) === folderMode;
  for (const entry of await entriesOf(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await closeToOthers(path);
    else if (!isClosed) await chmod(path, fileMode);
  }
  if (!isClosed) await chmod(folder, folderMode);
}

async function openIfThere(path: string) {
  try {
    return await open(path, 'r');
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  return readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
}

async function* filesUnder(folder: string, root: string): AsyncGenerator<string> {
  for (const entry of await entriesOf(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesUnder(path, root);
    else if (!entry.name.startsWith('.')) yield relative(root, path).split(sep).join('/');
  }
}

async function* temporariesUnder(folder: string): AsyncGenerator<string> {
  for (const entry of await entriesOf(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* temporariesUnder(path);
    else if (temporaryName.test(entry.name)) yield path;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}
