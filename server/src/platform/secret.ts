import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const secretFile = 'token-secret';

/** The configured secret, or one generated once into the data folder so that sessions survive a restart. */
export async function loadSecret(options: { tokenSecret: string | null; dataDir: string }): Promise<string> {
  if (options.tokenSecret !== null) return options.tokenSecret;
  const path = join(options.dataDir, secretFile);
  await mkdir(options.dataDir, { recursive: true });
  try {
    // Exclusive, so that of two starts at once only one writes and both read the same.
    await writeFile(path, randomBytes(48).toString('base64url'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return await readFile(path, 'utf8');
}
