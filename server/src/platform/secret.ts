import { randomBytes, randomUUID } from 'node:crypto';
import { link, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder, syncFile, syncNames, unlessMissing, writeDurably } from './durable-files.ts';
import { explainFolder } from './start-problem.ts';

const secretFile = 'token-secret';

/** The configured secret, or one generated once into the data folder so that sessions survive a restart. */
export async function loadSecret(options: { tokenSecret: string | null; dataDir: string }): Promise<string> {
  const { tokenSecret, dataDir } = options;
  if (tokenSecret !== null) return tokenSecret;
  return await keptSecret(dataDir).catch((error: unknown) => {
    throw explainFolder(error, dataDir);
  });
}

async function keptSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, secretFile);
  await makeFolder(dataDir);
  // A power cut can leave an empty file where nobody waited for the disk. Nothing was signed with that.
  if ((await readSecret(path)) === '') await generate(path);
  // Whoever wrote it may have died before it was on the disk, and from now on tokens depend on it.
  await syncFile(path);
  await syncNames(dataDir);
  return await readSecret(path);
}

async function readSecret(path: string): Promise<string> {
  return (await unlessMissing(readFile(path, 'utf8'))) ?? '';
}

async function generate(path: string): Promise<void> {
  const fresh = `${path}-${randomUUID()}`;
  await writeDurably(fresh, randomBytes(48).toString('base64url'), { mode: 0o600 });
  try {
    // Unlike a renaming this fails where there is one, so that of two starts at once both read the same.
    await link(fresh, path);
  } catch {
    // Either somebody else was faster, or what is there is empty, or the file system knows no second names.
    if ((await readSecret(path)) === '') await rename(fresh, path);
  }
  await rm(fresh, { force: true });
}
