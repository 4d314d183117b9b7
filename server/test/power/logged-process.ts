import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type DiskRecord, readDiskLog } from './disk-log.ts';

export interface LoggedRun {
  records: DiskRecord[];
  exitCode: number | null;
  complaint: string;
}

/** Runs a server script to its end and returns every change to the files of a folder. */
export async function runLogged(
  folder: string,
  [script, ...args]: [script: string, ...args: string[]],
  env: { DISK_FAILS_AFTER?: string; DATA_DIR?: string } = {},
): Promise<LoggedRun> {
  const log = `${folder}.log`;
  const preload = join(import.meta.dirname, 'disk-log.preload.ts');
  const child = spawn(
    process.execPath,
    ['--import', preload, join(import.meta.dirname, '../..', script), ...args],
    {
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        DISK_FOLDER: folder,
        DISK_LOG: log,
        ...env,
      },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    },
  );
  const complaint = text(child.stderr!);
  const [exitCode] = (await once(child, 'exit')) as [number | null];
  const records = readDiskLog(log);
  rmSync(log);
  return { records, exitCode, complaint: await complaint };
}
