import { closeSync, fsyncSync, openSync } from 'node:fs';
import { mkdir, open, readdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

// What is written survives a power cut once it is synced, and a name, of a file or of a folder, once the folder it stands in is.

/** Folders whose names this process has synced. */
const known = new Set<string>();
/** As many as Node has threads for files. */
const lanes = 4;
let making: Promise<unknown> = Promise.resolve();

/** Makes a folder with all on the way to it; their names survive a power cut. */
export function makeFolder(path: string, options: { mode?: number } = {}): Promise<void> {
  // One after the other: what somebody else is making at this moment is there, but its name may not be on the disk yet.
  const made = making.then(() => make(resolve(path), options));
  making = made.catch(() => {});
  return made;
}

async function make(path: string, options: { mode?: number }): Promise<void> {
  const first = await mkdir(path, { recursive: true, ...options });
  // One that is there already may have been made by a process that was killed before it had synced.
  if (first === undefined && known.has(path)) return;
  for (let folder = path; folder !== dirname(folder); ) {
    folder = dirname(folder);
    // Far above are folders of others, older than anything here.
    await syncNames(folder).catch((error) => tolerate(error, ['EACCES', 'EPERM']));
  }
  known.add(path);
}

/** Writes a new file and returns once its bytes, though not yet its name, survive a power cut. */
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

/** Syncs the names in a folder, where the file system knows how: the others keep them by themselves. */
export async function syncNames(folder: string): Promise<void> {
  await syncFile(folder).catch((error) => tolerate(error, ['EINVAL', 'ENOTSUP']));
}

/** As syncNames, for a thread that may wait. */
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

/** Syncs a folder with everything in it. */
export async function syncTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const left = entries.filter((entry) => entry.isFile() || entry.isDirectory());
  // What is asked for at the same time a disk can do in one go.
  const lane = async (): Promise<void> => {
    for (let entry = left.pop(); entry; entry = left.pop()) {
      const path = join(entry.parentPath, entry.name);
      await (entry.isDirectory() ? syncNames(path) : syncFile(path));
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  await syncNames(folder);
}

/** What is awaited, or null where there is no such file or folder. */
export async function unlessMissing<Found>(found: Promise<Found>): Promise<Found | null> {
  return await found.catch((error) => {
    tolerate(error, ['ENOENT', 'ENOTDIR']);
    return null;
  });
}

function tolerate(error: unknown, codes: string[]): void {
  if (!codes.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
}
