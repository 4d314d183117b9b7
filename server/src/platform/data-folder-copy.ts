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

/** The parts of a data folder that cannot be regenerated. */
export const keptParts = ['database', 'media', 'token-secret', 'push-keys'] as const;

/**
 * Copies a data folder into a new folder beside it as a consistent snapshot and returns the path.
 *
 * Call it while nothing writes the database: on the PGlite thread or with the folder lock held. It is synchronous, so the copy is
 * equivalent to the state after a killed process. Media files are immutable: hard links copy them at no cost.
 */
export function copyDataFolder(dataDir: string): string {
  forgetOldCopies(dataDir);
  const copy = join(dataDir, `${prefix}${randomUUID()}`);
  mkdirSync(copy, { mode: 0o700 });
  const [database, media, ...secrets] = keptParts;
  // Postgres creates its files readable and writable for everybody: the folder closes them, also where the archive is unpacked.
  mkdirSync(join(copy, database), { mode: 0o700 });
  cpSync(join(dataDir, database), join(copy, database), {
    recursive: true,
    mode: constants.COPYFILE_FICLONE,
  });
  if (existsSync(join(dataDir, media))) linkTree(join(dataDir, media), join(copy, media));
  for (const secret of secrets)
    if (existsSync(join(dataDir, secret))) copyFileSync(join(dataDir, secret), join(copy, secret));
  return copy;
}

function linkTree(from: string, to: string): void {
  mkdirSync(to, { recursive: true, mode: 0o700 });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    // Hidden files are uploads in progress.
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
    // Removed since the folder was read, so the snapshot does not reference it.
    if (code === 'ENOENT') return;
    // Not every file system supports hard links.
    copyFileSync(source, target, constants.COPYFILE_FICLONE);
  }
}

/** Removes copies left by processes killed before packing. */
function forgetOldCopies(dataDir: string): void {
  for (const name of readdirSync(dataDir).filter((entry) => entry.startsWith(prefix))) {
    const path = join(dataDir, name);
    if (Date.now() - statSync(path).mtimeMs > forgottenAfterMs)
      rmSync(path, { recursive: true, force: true });
  }
}
