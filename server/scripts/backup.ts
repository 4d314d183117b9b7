// `npm run backup -- FILE` and `npm run restore -- FILE [--force]`: the embedded database and its files as one archive.
// A server running on the data folder takes the snapshot itself; otherwise this process holds the folder lock.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '#config';
import { packBackup, restoreBackup } from '#platform/backup-archive';
import { askControl } from '#platform/control-socket';
import { copyDataFolder } from '#platform/data-folder-copy';
import { lockFolder } from '#platform/lock-file';
import { formatFatalError, StartupError } from '#platform/startup-error';

const usage = 'npm run backup -- FILE.tar.gz\nnpm run restore -- FILE.tar.gz [--force]\n';

try {
  process.stdout.write(await run());
} catch (error) {
  process.stderr.write(`${formatFatalError(error)}\n`);
  process.exitCode = 1;
}

async function run(): Promise<string> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { force: { type: 'boolean', default: false } },
  });
  const [command, name] = positionals;
  if ((command !== 'backup' && command !== 'restore') || name === undefined) throw new StartupError(usage);
  const { databaseUrl, dataDir } = readConfig();
  if (databaseUrl !== null) {
    throw new StartupError(
      'DATABASE_URL is set: back that server up with pg_dump (docs/operations.md says how).',
    );
  }
  const file = resolve(name);
  return command === 'backup' ? backUp(dataDir, file) : restore(dataDir, file, values.force);
}

async function backUp(dataDir: string, file: string): Promise<string> {
  if (!existsSync(join(dataDir, 'database'))) throw new StartupError(`There is no database in ${dataDir}.`);
  if (existsSync(file)) throw new StartupError(`${file} exists already.`);
  const createdAt = new Date();
  const answered = (await askControl(dataDir, { copy: true })) as { folder: string } | null;
  const { files } = await packBackup(answered?.folder ?? copyAlone(dataDir), file, createdAt);
  return `${file}: ${files} files as of ${createdAt.toISOString()}. Keep it where only you can read it.\n`;
}

function copyAlone(dataDir: string): string {
  const lock = lockFolder(dataDir);
  try {
    return copyDataFolder(dataDir);
  } finally {
    lock.release();
  }
}

async function restore(dataDir: string, file: string, isForced: boolean): Promise<string> {
  const { files, createdAt, putAside } = await restoreBackup(file, dataDir, { isForced });
  const before = putAside === null ? '' : `What was there before is in ${putAside}.\n`;
  return `${dataDir}: ${files} files as of ${createdAt}.\n${before}`;
}
