import { readFileSync } from 'node:fs';

/** A change to a folder, with relative paths. A `note` is an acknowledgement by the process. */
export type DiskRecord =
  | { op: 'open'; path: string; fd: number; truncates: boolean }
  | { op: 'close'; fd: number }
  | { op: 'write'; fd: number; at: number; bytes: Buffer }
  | { op: 'resize'; fd?: number; path?: string; size: number }
  | { op: 'folder'; path: string }
  | { op: 'rename'; from: string; to: string }
  | { op: 'link'; from: string; to: string }
  | { op: 'remove'; path: string }
  | { op: 'sync'; fd: number }
  | { op: 'note'; note: Note };

/** An acknowledgement or the progress of a process. */
export interface Note {
  row?: { id: number; version: number };
  table?: string;
  file?: { key: string; checksum: string };
  message?: string;
  secret?: string;
  isReady?: true;
}

/** Excludes SQLite's lock, which bypasses Node, and sockets, which have no content. */
export const isLogged = (path: string): boolean =>
  !/(^|\/)(parlance\.lock[^/]*|(socket|control)(\/.*)?)$/.test(path);

/** Encodes a record: two lengths, the record without its bytes, the bytes. */
export function encodeRecord(record: DiskRecord): Buffer {
  const { bytes = Buffer.alloc(0), ...rest } = record as DiskRecord & { bytes?: Buffer };
  const text = Buffer.from(JSON.stringify(rest));
  const lengths = Buffer.alloc(8);
  lengths.writeUInt32LE(text.length, 0);
  lengths.writeUInt32LE(bytes.length, 4);
  return Buffer.concat([lengths, text, bytes]);
}

export function readDiskLog(path: string): DiskRecord[] {
  const log = readFileSync(path);
  const records: DiskRecord[] = [];
  // A killed process can leave a partial record.
  for (let at = 0; at + 8 <= log.length; ) {
    const textEnd = at + 8 + log.readUInt32LE(at);
    const end = textEnd + log.readUInt32LE(at + 4);
    if (end > log.length) break;
    const record = JSON.parse(log.toString('utf8', at + 8, textEnd)) as DiskRecord;
    if (record.op === 'write') record.bytes = log.subarray(textEnd, end);
    records.push(record);
    at = end;
  }
  return records;
}

/** Describes a log as text. */
export function stepsOf(records: DiskRecord[]): string[] {
  const paths = new Map<number, string>();
  return records.flatMap((record) => {
    if (record.op === 'open') paths.set(record.fd, record.path);
    if (record.op === 'rename') return [`rename ${record.from} to ${record.to}`];
    if (record.op === 'note') return ['note'];
    return 'fd' in record && record.op !== 'close' ? [`${record.op} ${paths.get(record.fd ?? 0)}`] : [];
  });
}
