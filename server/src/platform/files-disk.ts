import { randomUUID } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { chmod, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { makeFolder, syncNames, unlessMissing, writeDurably } from './durable-files.ts';
import { checkFolder, checkKey, checkKeyHasType, type FileStore } from './files.ts';

// Media is private: only the server's user has access.
const folderMode = 0o700;
const fileMode = 0o600;
const temporaryName = /^\.[0-9a-f-]{36}\.tmp$/;

/** Stores files in a folder. A file is renamed into place after its contents are synced, so partial files are never visible. */
export function createDiskFileStore(options: { folder: string }): FileStore {
  const root = options.folder;
  // Changing the mode of another user's folder fails; that folder keeps its mode.
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
      const found = await unlessMissing(stat(pathOf(key)));
      return found && { size: found.size, contentType };
    },

    async read(key, range) {
      const contentType = checkKey(key);
      await closed;
      const file = await unlessMissing(open(pathOf(key), 'r'));
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
      // Sync the removal, so that a power cut does not restore the file.
      await unlessMissing(syncNames(dirname(path)));
    },

    async *list(folder) {
      checkFolder(folder);
      for await (const { path, name } of filesUnder(pathOf(folder))) {
        if (!name.startsWith('.')) yield relative(root, path).split(sep).join('/');
      }
    },

    async sweep(before) {
      for await (const { path, name } of filesUnder(root)) {
        const found = temporaryName.test(name) ? await unlessMissing(stat(path)) : null;
        if (found && found.mtime < before) await rm(path, { force: true });
      }
    },

    async close() {},
  };
}

/** Removes group and other permissions from an older folder; once done, it only checks the folders. */
async function closeToOthers(folder: string): Promise<void> {
  const isClosed = ((await stat(folder)).mode & 0o777) === folderMode;
  for (const entry of await entriesOf(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await closeToOthers(path);
    else if (!isClosed) await chmod(path, fileMode);
  }
  if (!isClosed) await chmod(folder, folderMode);
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  return (await unlessMissing(readdir(folder, { withFileTypes: true }))) ?? [];
}

async function* filesUnder(folder: string): AsyncGenerator<{ path: string; name: string }> {
  for (const entry of await entriesOf(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesUnder(path);
    else yield { path, name: entry.name };
  }
}
