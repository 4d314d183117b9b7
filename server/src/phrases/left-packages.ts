import { lstat, readdir, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import type { Platform } from '#platform/platform';

const prefix = 'parlance-apkg-';
const lookEverySeconds = 3600;
// A packer of 1.0.0 is killed after 20 seconds, so an older folder is orphaned, whichever server on the machine made it.
const liveMs = 10 * 60_000;

/** Removes folders with phrases that killed packers of 1.0.0 left: at the start, and later those that were too new then. */
export function phrasesJobs({ jobs, log }: Platform): void {
  const sweep = () => removeLeftPackages(tmpdir());
  sweep().catch((error: unknown) => log.warn({ err: error }, 'old packages of phrases could not be removed'));
  jobs.every(lookEverySeconds, 'sweep-packages', sweep);
}

export async function removeLeftPackages(folder: string, ownUid = userInfo().uid): Promise<void> {
  const names = await readdir(folder).catch(refuseUnlessGone);
  for (const name of names ?? []) {
    if (!name.startsWith(prefix)) continue;
    const path = join(folder, name);
    const found = await lstat(path).catch(refuseUnlessGone);
    // A folder of another user, or a symlink, is not from a packer of this server.
    if (!found?.isDirectory() || found.uid !== ownUid) continue;
    if (Date.now() - found.mtimeMs > liveMs) await rm(path, { recursive: true, force: true });
  }
}

/** Another server on this machine can sweep at the same time. */
function refuseUnlessGone(error: NodeJS.ErrnoException): null {
  if (error.code !== 'ENOENT') throw error;
  return null;
}
