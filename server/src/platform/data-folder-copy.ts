import { randomUUID } from 'node:crypto';
import {
  constants,
  copyFileSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';

const prefix = 'copy-';
const forgottenAfterMs = 24 * 3_600_000;

/** What a data folder holds that cannot be made again. */
export const keptParts = ['database', 'media', 'token-secret'] as const;

/**
 * Copies what a data folder holds into a new folder beside it, as of one moment, and answers that folder.
 *
 * Call it while nothing writes the database: on the thread that PGlite computes on, or with the lock of the folder held. Not a
 * word of it waits, so there it is one moment to the database, which finds the copy as if its process had been killed then.
 * Media files never change once they have their name: a second name for each is a copy that costs nothing.
 */
export function copyDataFolder(dataDir: string): string {
  forgetOldCopies(dataDir);
  const copy = join(dataDir, `${prefix}${randomUUID()}`);
  mkdirSync(copy, { mode: 0o700 });
  const [database, media, secret] = keptParts;
  cpSync(join(dataDir, database), join(copy, database), {
    recursive: true,
    mode: constants.COPYFILE_FICLONE,
  });
  if (existsSync(join(dataDir, media))) linkTree(join(dataDir, media), join(copy, media));
  if (existsSync(join(dataDir, secret))) copyFileSync(join(dataDir, secret), join(copy, secret));
  return copy;
}

function linkTree(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    // Hidden files are uploads that are still being written.
    if (entry.name.startsWith('.')) continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkTree(source, target);
    else linkOrCopy(source, target);
  }
}

function linkOrCopy(source: string, target: string): void {
  try {
    linkSync(source, target);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Removed since the folder was read: nothing of this moment names it.
    if (code === 'ENOENT') return;
    // Not every file system knows second names.
    copyFileSync(source, target, constants.COPYFILE_FICLONE);
  }
}

/** Whoever asked for them was killed before they were packed. */
function forgetOldCopies(dataDir: string): void {
  for (const name of readdirSync(dataDir).filter((entry) => entry.startsWith(prefix))) {
    const path = join(dataDir, name);
    if (Date.now() - statSync(path).mtimeMs > forgottenAfterMs)
      rmSync(path, { recursive: true, force: true });
  }
}
