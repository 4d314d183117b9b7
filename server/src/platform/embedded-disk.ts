import { fsyncSync } from 'node:fs';
import { dirname } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { syncNamesNow } from './durable-files.ts';

/** What of Emscripten's file system in a folder is used here. */
interface NodeFileSystem {
  node_ops: {
    mknod(parent: Node, name: string, ...rest: unknown[]): Node;
    rename(node: Node, newParent: Node, ...rest: unknown[]): unknown;
  };
  stream_ops: { fsync?(stream: { node: Node; nfd: number }): number };
  realPath(node: Node): string;
  /** Turns errors of Node into those that C knows. */
  tryFSOperation<Result>(operation: () => Result): Result;
}
type Node = object;

/**
 * Postgres is told to wait for the disk, by the one call that arrives here: PGlite starts it with `-F`, which leaves waiting out, and
 * what it would choose by itself (fdatasync) does nothing in Emscripten.
 */
export const durableStartParams = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  ...['-c', 'fsync=on', '-c', 'wal_sync_method=fsync'],
];

/**
 * The file that tells which table is emptied after a crash. Postgres empties before it repairs: where only its log knew of the mark, the
 * table would still be in the way when it is made anew, and no start would get past that.
 */
const unloggedMark = '_init';

/** A folder in which fsync does what it says; the one that PGlite brings has none and answers that all is well. */
export class DurableFolder extends NodeFS {
  /** Folders with names that may not be on the disk. */
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

  /** Postgres syncs a new table's file and trusts the file system with its name, which Linux keeps and POSIX does not promise. */
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
