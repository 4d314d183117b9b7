import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type DiskRecord, isLogged } from './disk-log.ts';
import { type FileChange, settle, type Whim } from './settled-file.ts';

/** Which syncs a disk ignores. */
export type Forgets = 'everything' | 'folders';

/** A file or folder without its names. Synced and unsynced state are separate. */
interface Node {
  /** Synced names in a folder; undefined for a file. */
  names?: Map<string, Node>;
  /** The names as seen by the running process. */
  seen?: Map<string, Node>;
  /** Name changes since the last sync of the folder. */
  renamings: { name: string; node: Node | undefined }[][];
  /** Synced bytes, or the file that contains them. */
  bytes: Buffer | { file: string };
  changes: FileChange[];
}

/**
 * A simulated disk with synced and unsynced state. After a power cut any subset of an unsynced file's sectors is written, and a name is
 * the old or the new one until its folder is synced.
 */
export class RememberedDisk {
  readonly #root: Node;
  readonly #open = new Map<number, Node>();
  readonly #forgets: Forgets | undefined;

  /** Starts with a fully synced folder. With `forgets` it ignores syncs, as if the program had left them out. */
  constructor(folder: string, forgets?: Forgets) {
    this.#root = readNode(folder, '');
    this.#forgets = forgets;
  }

  do(record: DiskRecord): void {
    switch (record.op) {
      case 'open':
        this.#openFile(record);
        break;
      case 'close':
        this.#open.delete(record.fd);
        break;
      case 'write':
        this.#opened(record.fd).changes.push({ at: record.at, bytes: record.bytes });
        break;
      case 'resize': {
        const node = record.fd === undefined ? this.#at(record.path ?? '') : this.#opened(record.fd);
        node?.changes.push({ size: record.size });
        break;
      }
      case 'folder':
        this.#name([[record.path, newNode(true)]]);
        break;
      case 'rename':
        this.#name([
          [record.from, undefined],
          [record.to, this.#known(record.from)],
        ]);
        break;
      case 'link':
        this.#name([[record.to, this.#known(record.from)]]);
        break;
      case 'remove':
        this.#remove(record.path);
        break;
      case 'sync':
        this.#sync(this.#opened(record.fd));
        break;
      case 'note':
        break;
    }
  }

  /** Writes the state of the disk after a power cut now. */
  cut(into: string, whim: Whim): void {
    writeNode(this.#root, into, whim, true);
  }

  /** Writes the state as seen by the process: a difference from the real folder means that the log is incomplete. */
  writeSeen(into: string): void {
    writeNode(this.#root, into, { chance: () => true, below: (count) => count - 1 }, false);
  }

  #openFile({ path, fd, truncates }: { path: string; fd: number; truncates: boolean }): void {
    let node = this.#at(path);
    if (!node) {
      node = newNode(false);
      this.#name([[path, node]]);
    } else if (truncates) node.changes.push({ size: 0 });
    this.#open.set(fd, node);
  }

  #opened(fd: number): Node {
    const node = this.#open.get(fd);
    if (!node) throw new Error(`the log never opened ${fd}`);
    return node;
  }

  #sync(node: Node): void {
    if (this.#forgets === 'everything' || (this.#forgets === 'folders' && node.names)) return;
    sync(node);
  }

  #at(path: string): Node | undefined {
    let node: Node | undefined = this.#root;
    for (const name of path === '.' ? [] : path.split('/')) node = node?.seen?.get(name);
    return node;
  }

  #known(path: string): Node {
    const node = this.#at(path);
    if (!node) throw new Error(`the log never made ${path}`);
    return node;
  }

  /** Changes names of one folder atomically. */
  #name(changes: [path: string, node: Node | undefined][]): void {
    const folders = new Set(changes.map(([path]) => dirname(path)));
    if (folders.size > 1) throw new Error(`a file changed its folder: ${changes.map(([path]) => path)}`);
    const folder = this.#known([...folders][0] ?? '');
    const renaming = changes.map(([path, node]) => ({ name: basename(path), node }));
    folder.renamings.push(renaming);
    apply(renaming, folder.seen);
  }

  #remove(path: string): void {
    for (const name of this.#known(path).seen?.keys() ?? []) this.#remove(join(path, name));
    this.#name([[path, undefined]]);
  }
}

function newNode(isFolder: boolean): Node {
  const names = isFolder ? { names: new Map<string, Node>(), seen: new Map<string, Node>() } : {};
  return { ...names, renamings: [], bytes: Buffer.alloc(0), changes: [] };
}

function readNode(root: string, path: string): Node {
  const node = newNode(true);
  for (const entry of readdirSync(join(root, path), { withFileTypes: true })) {
    const inside = join(path, entry.name);
    if (!isLogged(inside)) continue;
    const child = entry.isDirectory() ? readNode(root, inside) : newNode(false);
    if (!entry.isDirectory()) child.bytes = { file: join(root, inside) };
    node.names?.set(entry.name, child);
    node.seen?.set(entry.name, child);
  }
  return node;
}

function apply(renaming: Node['renamings'][number], names: Map<string, Node> | undefined): void {
  for (const { name, node } of renaming) {
    if (node) names?.set(name, node);
    else names?.delete(name);
  }
}

const bytesOf = ({ bytes }: Node): Buffer => (Buffer.isBuffer(bytes) ? bytes : readFileSync(bytes.file));

function sync(node: Node): void {
  for (const renaming of node.renamings.splice(0)) apply(renaming, node.names);
  if (node.changes.length === 0) return;
  node.bytes = settle(bytesOf(node), node.changes, 'everything');
  node.changes = [];
}

function writeNode(node: Node, path: string, whim: Whim, isCut: boolean): void {
  if (node.names && node.seen) {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    const names = isCut ? survivingNames(node, whim) : node.seen;
    for (const [name, child] of names) writeNode(child, join(path, name), whim, isCut);
  } else if (node.changes.length > 0) {
    writeFileSync(path, settle(bytesOf(node), node.changes, isCut ? whim : 'everything'));
  } else if (Buffer.isBuffer(node.bytes)) writeFileSync(path, node.bytes);
  else copyFileSync(node.bytes.file, path);
}

/** Keeps a random subset of changes, in order for each name. */
function survivingNames(node: Node, whim: Whim): Map<string, Node> {
  const names = new Map(node.names);
  const old = new Set<string>();
  const keepsMost = whim.chance(0.5);
  for (const renaming of node.renamings) {
    const isLost = renaming.some(({ name }) => old.has(name)) || whim.chance(keepsMost ? 0.1 : 0.7);
    if (isLost) for (const { name } of renaming) old.add(name);
    else apply(renaming, names);
  }
  return names;
}
