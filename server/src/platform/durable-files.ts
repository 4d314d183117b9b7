import { closeSync, fsyncSync, openSync } from 'node:fs';
import { mkdir, open, readdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

// File contents survive a power cut once synced; a file or folder name survives once its parent folder is synced.

/** Folders whose names this process has synced. */
const known = new Set<string>();
/** The default size of Node's thread pool. */
const workers = 4;
let making: Promise<unknown> = Promise.resolve();

/** Creates a folder and its parents durably. */
export function makeFolder(path: string, options: { mode?: number } = {}): Promise<void> {
  // Serialized: a folder that a concurrent call creates can exist before its name is synced.
  const made = making.then(() => make(resolve(path), options));
  making = made.catch(() => {});
  return made;
}

async function make(path: string, options: { mode?: number }): Promise<void> {
  const first = await mkdir(path, { recursive: true, ...options });
  // An existing folder can come from a process killed before its sync.
  if (first === undefined && known.has(path)) return;
  for (let folder = path; folder !== dirname(folder); ) {
    folder = dirname(folder);
    // Ancestors owned by other users predate this process.
    await syncNames(folder).catch((error) => tolerate(error, ['EACCES', 'EPERM']));
  }
  known.add(path);
}

/** Writes a new file and resolves once its contents, but not its name, are durable. */
export async function writeDurably(
  path: string,
  bytes: Uint8Array | string,
  options: { mode?: number } = {},
): Promise<void> {
  const file = await open(path, 'wx', options.mode);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

export async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Syncs the names in a folder; file systems without folder fsync persist names themselves. */
export async function syncNames(folder: string): Promise<void> {
  await syncFile(folder).catch((error) => tolerate(error, ['EINVAL', 'ENOTSUP']));
}

/** Synchronous syncNames, for worker threads. */
export function syncNamesNow(folder: string): void {
  const fd = openSync(folder, 'r');
  try {
    fsyncSync(fd);
  } catch (error) {
    tolerate(error, ['EINVAL', 'ENOTSUP']);
  } finally {
    closeSync(fd);
  }
}

export async function syncTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const left = entries.filter((entry) => entry.isFile() || entry.isDirectory());
  // Concurrent syncs let the disk combine flushes.
  const worker = async (): Promise<void> => {
    for (let entry = left.pop(); entry; entry = left.pop()) {
      const path = join(entry.parentPath, entry.name);
      await (entry.isDirectory() ? syncNames(path) : syncFile(path));
    }
  };
  await Promise.all(Array.from({ length: workers }, worker));
  await syncNames(folder);
}

/** Resolves to null when the file or folder does not exist. */
export async function unlessMissing<Found>(found: Promise<Found>): Promise<Found | null> {
  return await found.catch((error) => {
    tolerate(error, ['ENOENT', 'ENOTDIR']);
    return null;
  });
}

function tolerate(error: unknown, codes: string[]): void {
  if (!codes.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
}
