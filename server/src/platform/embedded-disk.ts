import { fsyncSync } from 'node:fs';
import { dirname } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { syncNamesNow } from './durable-files.ts';

/** The parts of Emscripten's NODEFS used here. */
interface NodeFileSystem {
  node_ops: {
    mknod(parent: Node, name: string, ...rest: unknown[]): Node;
    rename(node: Node, newParent: Node, ...rest: unknown[]): unknown;
  };
  stream_ops: { fsync?(stream: { node: Node; nfd: number }): number };
  realPath(node: Node): string;
  /** Converts Node errors to errno values. */
  tryFSOperation<Result>(operation: () => Result): Result;
}
type Node = object;

/**
 * Enables durable writes through fsync, the only sync call that reaches this file system: PGlite starts Postgres with `-F`, which
 * disables fsync, and the default method (fdatasync) is a no-op in Emscripten.
 */
export const durableStartParams = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  ...['-c', 'fsync=on', '-c', 'wal_sync_method=fsync'],
];

/**
 * The init fork marks an unlogged table, which Postgres resets before WAL replay. If the mark exists only in the WAL, the table's
 * old file blocks its recreation and every start fails.
 */
const unloggedMark = '_init';

/** A file system with a working fsync; PGlite's own is a no-op that reports success. */
export class DurableFolder extends NodeFS {
  /** Folders with names that are not synced yet. */
  readonly #unsynced = new Set<string>();

  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(...args);
    const addSync = (module: unknown) =>
      this.#addSync((module as { FS: { filesystems: { NODEFS: NodeFileSystem } } }).FS.filesystems.NODEFS);
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [addSync, ...(emscriptenOpts.preRun ?? [])] } };
  }

  #addSync(system: NodeFileSystem): void {
    const { node_ops: nodes, stream_ops: streams } = system;
    const { mknod, rename } = nodes;
    nodes.mknod = (parent, name, ...rest) => {
      const node = mknod(parent, name, ...rest);
      this.#unsynced.add(system.realPath(parent));
      if (name.endsWith(unloggedMark)) system.tryFSOperation(() => this.#syncNames(system.realPath(node)));
      return node;
    };
    nodes.rename = (node, newParent, ...rest) => {
      this.#unsynced.add(system.realPath(newParent));
      return rename(node, newParent, ...rest);
    };
    streams.fsync = ({ node, nfd }) =>
      system.tryFSOperation(() => {
        fsyncSync(nfd);
        this.#syncNames(system.realPath(node));
        return 0;
      });
  }

  /** Syncs folder names: Postgres syncs a new file but relies on the file system for its name, which POSIX does not guarantee. */
  #syncNames(path: string): void {
    this.#unsynced.delete(path);
    for (let folder = path; folder !== this.rootDir && folder !== dirname(folder); ) {
      folder = dirname(folder);
      if (!this.#unsynced.has(folder)) continue;
      syncNamesNow(folder);
      this.#unsynced.delete(folder);
    }
  }
}
