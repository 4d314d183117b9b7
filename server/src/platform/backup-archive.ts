import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { chmod, lstat, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import { keptParts } from './data-folder-copy.ts';
import { makeFolder, syncFile, syncNames, syncTree } from './durable-files.ts';
import { lockFolder } from './lock-file.ts';
import { StartupError } from './startup-error.ts';

const manifestName = 'manifest.json';
/** Incremented when older databases become unreadable: 1 predates the migrations of the first release. */
const formatVersion = 2;

/** Every file of a backup with its checksum, which detects a damaged or truncated archive before use. */
interface Manifest {
  format: number;
  createdAt: string;
  files: Record<string, string>;
}

/** Packs a copy into one file and removes the copy. The archive is renamed into place once it is complete and synced. */
export async function packBackup(copy: string, file: string, createdAt: Date): Promise<{ files: number }> {
  try {
    if (existsSync(file)) throw new StartupError(`${file} exists already.`);
    const manifest: Manifest = { format: formatVersion, createdAt: createdAt.toISOString(), files: {} };
    for (const name of await filesUnder(copy)) manifest.files[name] = await checksumOf(join(copy, name));
    await writeFile(join(copy, manifestName), JSON.stringify(manifest));
    await makeFolder(dirname(file));
    const partial = `${file}.partial`;
    // Created first with owner-only permissions: it contains all messages and, if generated, the secret.
    await rm(partial, { force: true });
    await writeFile(partial, '', { mode: 0o600, flag: 'wx' });
    const parts = keptParts.filter((part) => existsSync(join(copy, part)));
    await tar('-czf', partial, '-C', copy, manifestName, ...parts);
    await syncFile(partial);
    await rename(partial, file);
    await syncNames(dirname(file));
    return { files: Object.keys(manifest.files).length };
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

/** Restores a data folder from an archive. Verifies every file before any change, and moves the previous data aside; returns its path. */
export async function restoreBackup(
  file: string,
  dataDir: string,
  { isForced }: { isForced: boolean },
): Promise<{ files: number; createdAt: string; putAside: string | null }> {
  if (!existsSync(file)) throw new StartupError(`There is no file ${file}.`);
  const inTheWay = keptParts.filter((part) => existsSync(join(dataDir, part)));
  if (inTheWay.length > 0 && !isForced) {
    throw new StartupError(
      `${dataDir} holds a Parlance already (${inTheWay.join(', ')}). Name another DATA_DIR, or put it aside with --force.`,
    );
  }
  await makeFolder(dataDir);
  const lock = lockFolder(dataDir);
  const unpacked = join(dataDir, `restoring-${process.pid}`);
  try {
    // A killed process with the same pid can have left a folder.
    await rm(unpacked, { recursive: true, force: true });
    await mkdir(unpacked, { mode: 0o700 });
    await tar('-xzf', file, '-C', unpacked).catch((error: unknown) => {
      throw new StartupError(`${file} is damaged or no backup: ${(error as Error).message}`);
    });
    const { files, createdAt } = await checkUnpacked(unpacked, file);
    // Archives of 1.0.0 hold an open folder with files that everybody can write.
    for (const part of ['database', 'media'])
      if (existsSync(join(unpacked, part))) await chmod(join(unpacked, part), 0o700);
    await syncTree(unpacked);
    const putAside = inTheWay.length === 0 ? null : join(dataDir, `before-restore-${Date.now()}`);
    if (putAside) {
      await mkdir(putAside, { mode: 0o700 });
      for (const part of inTheWay) await rename(join(dataDir, part), join(putAside, part));
      await syncNames(putAside);
      await syncNames(dataDir);
    }
    // The database is moved last: its presence implies a complete restore.
    for (const part of keptParts.toReversed()) {
      if (!existsSync(join(unpacked, part))) continue;
      await rename(join(unpacked, part), join(dataDir, part));
      await syncNames(dataDir);
    }
    return { files: Object.keys(files).length, createdAt, putAside };
  } finally {
    await rm(unpacked, { recursive: true, force: true });
    lock.release();
  }
}

async function checkUnpacked(folder: string, archive: string): Promise<Manifest> {
  const damaged = (what: string) => new StartupError(`${archive} is damaged or no backup: ${what}.`);
  const written = await readFile(join(folder, manifestName), 'utf8').catch(() => {
    throw damaged('it has no manifest');
  });
  const manifest = JSON.parse(written) as Manifest;
  if (manifest.format !== formatVersion) {
    throw new StartupError(
      `${archive} was made by another version of Parlance: restore it with that version, this one cannot read its database.`,
    );
  }
  for (const name of await filesUnder(folder)) {
    if (name !== manifestName && !Object.hasOwn(manifest.files, name))
      throw damaged(`${name} is not in its manifest`);
  }
  for (const [name, checksum] of Object.entries(manifest.files)) {
    const found = await checksumOf(join(folder, name)).catch(() => null);
    if (found !== checksum) throw damaged(`${name} is ${found === null ? 'missing' : 'not as it was'}`);
  }
  if (!Object.keys(manifest.files).some((name) => name.startsWith('database/')))
    throw damaged('it has no database');
  return manifest;
}

async function filesUnder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => !entry.isDirectory());
  return files.map(({ parentPath, name }) => relative(folder, join(parentPath, name)));
}

async function checksumOf(path: string): Promise<string> {
  // Reject symbolic links: a link could expose any file of this machine as media.
  if (!(await lstat(path)).isFile()) throw new Error('not a file');
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest('base64url');
}

async function tar(...args: string[]): Promise<void> {
  const child = spawn('tar', args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const complaint = text(child.stderr);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error((await complaint).trim().split('\n')[0] ?? 'tar failed');
}
