import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { newFolder } from '#test/folder';
import { packBackup, restoreBackup } from './backup-archive.ts';
import { copyDataFolder } from './data-folder-copy.ts';

let folder: string;
let archive: string;

beforeEach(async () => {
  folder = await newFolder();
  const copy = join(folder, 'copy');
  await mkdir(join(copy, 'database'), { recursive: true });
  await mkdir(join(copy, 'media'));
  await writeFile(join(copy, 'database', 'PG_VERSION'), '18');
  archive = join(folder, 'backup.tar.gz');
  await packBackup(copy, archive, new Date('2030-01-01T00:00:00Z'));
});

/** Unpacks the archive, modifies it and packs it again. */
async function tamper(change: (unpacked: string) => Promise<void>, ...options: string[]): Promise<void> {
  const unpacked = join(folder, 'unpacked');
  await mkdir(unpacked);
  execFileSync('tar', ['-xzf', archive, '-C', unpacked]);
  await change(unpacked);
  execFileSync('tar', ['-czf', archive, ...options, '-C', unpacked, '.']);
}

async function addToManifest(unpacked: string, name: string, content: string): Promise<void> {
  const path = join(unpacked, 'manifest.json');
  const manifest = JSON.parse(await readFile(path, 'utf8'));
  manifest.files[name] = createHash('sha256').update(content).digest('base64url');
  await writeFile(path, JSON.stringify(manifest));
}

async function expectRefused(complaint: string): Promise<void> {
  const dataDir = join(folder, 'data');
  await expect(restoreBackup(archive, dataDir, { isForced: false })).rejects.toThrow(complaint);
  expect((await readdir(dataDir)).filter((name) => !name.startsWith('parlance.lock'))).toEqual([]);
}

test('restores the packed files', async () => {
  const dataDir = join(folder, 'data');
  const { files, putAside } = await restoreBackup(archive, dataDir, { isForced: false });
  expect([files, putAside]).toEqual([1, null]);
  expect(await readFile(join(dataDir, 'database', 'PG_VERSION'), 'utf8')).toBe('18');
});

test('the copy of a data folder is closed to other users, so the archive holds closed folders', async () => {
  const dataDir = join(folder, 'data');
  for (const part of ['database', 'media'])
    await mkdir(join(dataDir, part), { recursive: true, mode: 0o755 });
  await writeFile(join(dataDir, 'database', 'PG_VERSION'), '18');
  const copy = copyDataFolder(dataDir);
  for (const part of ['database', 'media']) expect((await stat(join(copy, part))).mode & 0o777).toBe(0o700);
});

test('other users of the machine cannot enter what was restored, also from an archive with open folders', async () => {
  const dataDir = join(folder, 'data');
  await tamper(async (unpacked) => {
    for (const part of ['database', 'media']) await chmod(join(unpacked, part), 0o755);
  });
  await restoreBackup(archive, dataDir, { isForced: false });
  for (const part of ['database', 'media'])
    expect((await stat(join(dataDir, part))).mode & 0o777).toBe(0o700);
});

test('a backup of a version with other migrations is refused in one sentence that says what to do', async () => {
  await tamper(async (unpacked) => {
    const path = join(unpacked, 'manifest.json');
    const manifest = JSON.parse(await readFile(path, 'utf8'));
    await writeFile(path, JSON.stringify({ ...manifest, format: 1 }));
  });
  await expectRefused(
    `${archive} was made by another version of Parlance: restore it with that version, this one cannot read its database.`,
  );
});

test('refuses a link, even to a file with the checksum of the manifest', async () => {
  const secret = join(folder, 'secret-of-the-machine');
  await writeFile(secret, 'secret');
  await tamper(async (unpacked) => {
    await symlink(secret, join(unpacked, 'media', 'portrait.jpg'));
    await addToManifest(unpacked, 'media/portrait.jpg', 'secret');
  });
  await expectRefused('media/portrait.jpg is missing');
});

test('refuses a file that the manifest does not name', async () => {
  await tamper((unpacked) => writeFile(join(unpacked, 'media', 'page.html'), '<p>'));
  await expectRefused('media/page.html is not in its manifest');
});

test('refuses a path outside the folder and writes nothing there', async () => {
  await tamper(
    (unpacked) => writeFile(join(unpacked, 'outside'), 'x'),
    '--absolute-names',
    '--transform=s,^./outside,../../outside,',
  );
  await expectRefused('is damaged or no backup');
  expect(await readdir(folder)).not.toContain('outside');
});
