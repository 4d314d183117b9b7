import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartupError } from './startup-error.ts';

const sqliteBusy = 5;
const sqliteNoDatabase = 26;

/**
 * Locks a data folder against a second process: PGlite would open it twice without an error and lose most rows.
 *
 * Node has no file locks, so an open SQLite write transaction serves as one: the operating system releases it however the process
 * dies, so it is never stale; the pid is only for the message. Closing any other handle to this file would release the lock.
 */
export function lockFolder(folder: string): { release(): void } {
  mkdirSync(folder, { recursive: true });
  const file = new DatabaseSync(join(folder, 'parlance.lock'));
  try {
    file.exec('PRAGMA busy_timeout = 0');
    file.exec(`PRAGMA user_version = ${process.pid}`);
    file.exec('BEGIN IMMEDIATE');
  } catch (error) {
    const owner = isBusy(error) ? ownerOf(file) : undefined;
    file.close();
    if (!isBusy(error)) throw isNoDatabase(error) ? damaged(folder) : error;
    throw new StartupError(
      `Another Parlance process${owner} is using the data folder ${resolve(folder)}. The embedded database serves one ` +
        'process: stop the other one, choose another DATA_DIR, or set DATABASE_URL to share a Postgres server.',
    );
  }
  return { release: () => file.close() };
}

const damaged = (folder: string): StartupError =>
  new StartupError(
    `The lock file in ${resolve(folder)} cannot be used: it is something else. Remove parlance.lock.`,
  );

const isBusy = (error: unknown): boolean => errcodeOf(error) === sqliteBusy;
const isNoDatabase = (error: unknown): boolean => errcodeOf(error) === sqliteNoDatabase;

function errcodeOf(error: unknown): unknown {
  return error instanceof Error && 'errcode' in error ? error.errcode : undefined;
}

function ownerOf(file: DatabaseSync): string {
  try {
    return ` (pid ${file.prepare('PRAGMA user_version').get()?.user_version})`;
  } catch {
    // The owner is writing its pid; the message omits it.
    return '';
  }
}
