// Loaded before the application (`node --import`) on each thread: logs every change to files below DISK_FOLDER, in order.
// With DISK_FAILS_AFTER the disk fails after that many syncs.
import fs, { promises } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { dirname, relative, resolve } from 'node:path';
import { type DiskRecord, encodeRecord, isLogged, type Note } from './disk-log.ts';

const { DISK_FOLDER: root = '', DISK_LOG: log = '', DISK_FAILS_AFTER: failsAfter } = process.env;
const real = { ...fs };
const realPromises = { ...promises };
const logFile = real.openSync(log, 'a');
const tracked = new Set<number>();
// Whole-file writes have no visible descriptor.
const noDescriptor = -1;
let syncs = 0;

function append(record: DiskRecord): void {
  real.writeSync(logFile, encodeRecord(record));
}

export function note(promise: Note): void {
  append({ op: 'note', note: promise });
}

/** Returns the logged path, or undefined for paths outside the log. */
function logged(path: unknown): string | undefined {
  if (typeof path !== 'string') return undefined;
  const inside = relative(root, resolve(path)) || '.';
  return inside.startsWith('..') || !isLogged(inside) ? undefined : inside;
}

function opened(path: unknown, flags: unknown, fd: number): void {
  const inside = logged(path);
  tracked.delete(fd);
  if (inside === undefined) return;
  tracked.add(fd);
  const truncates = typeof flags === 'number' ? (flags & fs.constants.O_TRUNC) !== 0 : /^w/.test(`${flags}`);
  append({ op: 'open', path: inside, fd, truncates });
}

/** Logs the sync without waiting for the real disk: the disk after the cut is rebuilt from the log. */
function synced(fd: number): void {
  if (tracked.has(fd)) append({ op: 'sync', fd });
}

function closed(fd: number): void {
  if (tracked.delete(fd)) append({ op: 'close', fd });
}

function wrote(fd: number, at: number, bytes: Uint8Array): void {
  if (tracked.has(fd)) append({ op: 'write', fd, at, bytes: Buffer.from(bytes) });
}

function wroteWhole(path: unknown, content: unknown): void {
  const inside = logged(path);
  if (inside === undefined) return;
  const fd = noDescriptor;
  append({ op: 'open', path: inside, fd, truncates: true });
  append({ op: 'write', fd, at: 0, bytes: Buffer.from(content as string) });
  append({ op: 'close', fd });
}

/** Returns the missing parent folders of a path, outermost first. */
function missingOnTheWay(path: string): string[] {
  if (real.existsSync(path)) return [];
  return [...missingOnTheWay(dirname(path)), path];
}

function madeFolders(paths: string[]): void {
  for (const path of paths) {
    const inside = logged(path);
    if (inside !== undefined) append({ op: 'folder', path: inside });
  }
}

function renamed(op: 'rename' | 'link', from: unknown, to: unknown): void {
  const [before, after] = [logged(from), logged(to)];
  if (before !== undefined && after !== undefined) append({ op, from: before, to: after });
}

function removed(path: unknown): void {
  const inside = logged(path);
  if (inside !== undefined) append({ op: 'remove', path: inside });
}

Object.assign(fs, {
  openSync(path: string, flags = 'r', mode?: number) {
    const fd = real.openSync(path, flags, mode);
    opened(path, flags, fd);
    return fd;
  },
  closeSync(fd: number) {
    closed(fd);
    real.closeSync(fd);
  },
  writeSync(fd: number, buffer: Uint8Array, offset: number, length: number, position: number) {
    const written = real.writeSync(fd, buffer, offset, length, position);
    if (tracked.has(fd)) wrote(fd, position, buffer.subarray(offset, offset + written));
    return written;
  },
  writeFileSync(path: string, content: string, options?: fs.WriteFileOptions) {
    real.writeFileSync(path, content, options);
    wroteWhole(path, content);
  },
  ftruncateSync(fd: number, size = 0) {
    real.ftruncateSync(fd, size);
    if (tracked.has(fd)) append({ op: 'resize', fd, size });
  },
  truncateSync(path: string, size = 0) {
    real.truncateSync(path, size);
    const inside = logged(path);
    if (inside !== undefined) append({ op: 'resize', path: inside, size });
  },
  mkdirSync(path: string, options?: fs.MakeDirectoryOptions) {
    const missing = missingOnTheWay(path);
    const first = real.mkdirSync(path, options);
    madeFolders(missing);
    return first;
  },
  renameSync(from: string, to: string) {
    real.renameSync(from, to);
    renamed('rename', from, to);
  },
  linkSync(from: string, to: string) {
    real.linkSync(from, to);
    renamed('link', from, to);
  },
  unlinkSync(path: string) {
    real.unlinkSync(path);
    removed(path);
  },
  rmdirSync(path: string) {
    real.rmdirSync(path);
    removed(path);
  },
  rmSync(path: string, options?: fs.RmOptions) {
    const isThere = real.existsSync(path);
    real.rmSync(path, options);
    if (isThere) removed(path);
  },
  fsyncSync(fd: number) {
    if (failsAfter !== undefined && tracked.has(fd) && ++syncs > Number(failsAfter))
      throw Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO' });
    if (!tracked.has(fd)) real.fsyncSync(fd);
    synced(fd);
  },
});

Object.assign(promises, {
  async open(path: string, flags = 'r', mode?: number) {
    const handle = await realPromises.open(path, flags, mode);
    const { fd } = handle;
    const { sync, writeFile, close } = handle;
    opened(path, flags, fd);
    return Object.assign(handle, {
      async sync() {
        if (!tracked.has(fd)) await sync.call(handle);
        synced(fd);
      },
      async writeFile(content: string | Uint8Array) {
        await writeFile.call(handle, content);
        wrote(fd, 0, Buffer.from(content as string));
      },
      close() {
        closed(fd);
        return close.call(handle);
      },
    });
  },
  async writeFile(path: string, content: string, options?: fs.WriteFileOptions) {
    await realPromises.writeFile(path, content, options);
    wroteWhole(path, content);
  },
  async mkdir(path: string, options?: fs.MakeDirectoryOptions) {
    const missing = missingOnTheWay(path);
    const first = await realPromises.mkdir(path, options);
    madeFolders(missing);
    return first;
  },
  async rename(from: string, to: string) {
    await realPromises.rename(from, to);
    renamed('rename', from, to);
  },
  async link(from: string, to: string) {
    await realPromises.link(from, to);
    renamed('link', from, to);
  },
  async rm(path: string, options?: fs.RmOptions) {
    const isThere = real.existsSync(path);
    await realPromises.rm(path, options);
    if (isThere) removed(path);
  },
  async unlink(path: string) {
    await realPromises.unlink(path);
    removed(path);
  },
});
syncBuiltinESMExports();
