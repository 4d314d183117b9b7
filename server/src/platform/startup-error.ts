/** A start failure that the operator can fix: printed without a stack. */
export class StartupError extends Error {
  override name = 'StartupError';
}

/** Formats the error with which a program ends. */
export function formatFatalError(error: unknown): string {
  if (error instanceof StartupError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : JSON.stringify(error);
}

// The same faults as reported by the file system, SQLite (`errcode`), Postgres and PGlite, which has only numbers.
const codesOf = {
  fullDisk: ['ENOSPC', 'EDQUOT', '53100', 'SQLite 13', 'ErrnoError 51', 'ErrnoError 19'],
  closedFolder: [
    ...['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'ENOENT', 'EEXIST', 'SQLite 8', 'SQLite 14'],
    ...['ErrnoError 2', 'ErrnoError 63', 'ErrnoError 69'],
  ],
};

function codeOf(error: unknown): string {
  const { name, code, errno, errcode } = Object(error) as Record<string, unknown>;
  if (errcode !== undefined) return `SQLite ${errcode}`;
  return name === 'ErrnoError' ? `ErrnoError ${errno}` : String(code);
}

export const isDiskFull = (error: unknown): boolean => codesOf.fullDisk.includes(codeOf(error));

/** Explains a full disk to the operator; returns other errors unchanged. */
export const explainDisk = (error: unknown, dataDir: string): unknown =>
  isDiskFull(error)
    ? new StartupError(
        `The disk that holds ${dataDir} is full. Make room and start again: what was saved is still there.`,
      )
    : error;

/** Also explains an unusable data folder. */
export function explainFolder(error: unknown, dataDir: string): unknown {
  if (!codesOf.closedFolder.includes(codeOf(error))) return explainDisk(error, dataDir);
  const reason = error instanceof Error ? error.message : 'permission denied';
  return new StartupError(
    `The data folder ${dataDir} cannot be written: ${reason}.\n` +
      'Give it to the user who starts Parlance, or choose another one with DATA_DIR.',
  );
}
