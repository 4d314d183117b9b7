import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartProblem } from './start-problem.ts';

const sqliteBusy = 5;
const sqliteNoDatabase = 26;

/**
 * Refuses a second process on one data folder: PGlite itself would open it twice without a word and lose most rows.
 *
 * Node has no file locks of its own, SQLite has: an open write transaction is a lock that the operating system holds and
 * drops when the process dies, however it dies. So nothing goes stale, and a pid (here only for the message) decides
 * nothing. Nobody may open this file by other means while it is held: closing any handle to it would drop the lock.
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
    throw new StartProblem(
      `Another Parlance process${owner} is using the data folder ${resolve(folder)}. The embedded database serves one ` +
        'process: stop the other one, choose another DATA_DIR, or set DATABASE_URL to share a Postgres server.',
    );
  }
  return { release: () => file.close() };
}

const damaged = (folder: string): StartProblem =>
  new StartProblem(
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
    // The owner is writing its pid at this very moment; the message does without it.
    return '';
  }
}
