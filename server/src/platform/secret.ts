import { randomBytes, randomUUID } from 'node:crypto';
import { link, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder, syncFile, syncNames, unlessMissing, writeDurably } from './durable-files.ts';
import { explainFolder } from './startup-error.ts';

const secretFile = 'token-secret';

/** Returns the configured secret, or one generated once into the data folder so that sessions survive a restart. */
export async function loadSecret(options: { tokenSecret: string | null; dataDir: string }): Promise<string> {
  const { tokenSecret, dataDir } = options;
  if (tokenSecret !== null) return tokenSecret;
  return await loadKeptSecret(dataDir, secretFile, () => randomBytes(48).toString('base64url'));
}

/** Returns the content of a file of the data folder, which is created once with the result of `create`. */
export async function loadKeptSecret(dataDir: string, name: string, create: () => string): Promise<string> {
  return await keptSecret(dataDir, name, create).catch((error: unknown) => {
    throw explainFolder(error, dataDir);
  });
}

async function keptSecret(dataDir: string, name: string, create: () => string): Promise<string> {
  const path = join(dataDir, name);
  await makeFolder(dataDir);
  // A power cut can leave an empty, unsynced file. No secret in it was used.
  if ((await readSecret(path)) === '') await generate(path, create());
  // Synced before use: the process that wrote the file can have died before its own sync.
  await syncFile(path);
  await syncNames(dataDir);
  return await readSecret(path);
}

async function readSecret(path: string): Promise<string> {
  return (await unlessMissing(readFile(path, 'utf8'))) ?? '';
}

async function generate(path: string, secret: string): Promise<void> {
  const fresh = `${path}-${randomUUID()}`;
  await writeDurably(fresh, secret, { mode: 0o600 });
  try {
    // Unlike rename, link fails if the file exists, so that two concurrent starts read the same secret.
    await link(fresh, path);
  } catch {
    // A concurrent start was first, the existing file is empty, or the file system has no hard links.
    if ((await readSecret(path)) === '') await rename(fresh, path);
  }
  await rm(fresh, { force: true });
}
