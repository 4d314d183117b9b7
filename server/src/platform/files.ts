import type { Readable } from 'node:stream';
import { toBody } from '@parlance/contract/error-table';
import { ApiError } from '@parlance/contract/errors';
import type { FastifyReply } from 'fastify';
import type { Clock } from './clock.ts';
import { contentTypeOf } from './content-types.ts';
import type { Jobs } from './jobs.ts';
import { type ByteRange, parseRange } from './range.ts';

export interface StoredFile {
  size: number;
  contentType: string;
}

/** Storage for pictures and voice messages. A key is written once; its extension determines the type, such as `voice/0197….webm`. */
export interface FileStore {
  /** Resolves once the file is durable. */
  put(key: string, bytes: Uint8Array, options: { contentType: string }): Promise<void>;
  stat(key: string): Promise<StoredFile | null>;
  /** The size is that of the whole file, also for a range. */
  read(key: string, range?: ByteRange): Promise<(StoredFile & { stream: Readable }) | null>;
  /** Removing a missing file succeeds. */
  remove(key: string): Promise<void>;
  /** Lists the keys in a folder such as `voice/`, unordered. */
  list(folder: string): AsyncIterable<string>;
  /** Removes leftovers of puts interrupted before this time. */
  sweep(before: Date): Promise<void>;
  close(): Promise<void>;
}

const dayMs = 24 * 3_600_000;
const sweepEverySeconds = 6 * 3600;

/** Schedules the removal of leftovers at least a day old: no put takes that long. */
export function scheduleSweep(jobs: Jobs, files: FileStore, clock: Clock): void {
  jobs.every(sweepEverySeconds, 'sweep-files', () => files.sweep(new Date(clock.now().getTime() - dayMs)));
}

// Every segment starts with a letter or digit, which excludes `..`, absolute paths and hidden files.
const segment = '[A-Za-z0-9][A-Za-z0-9_-]*';
const keyPattern = new RegExp(`^(?:${segment}/)*${segment}\\.[a-z0-9]+$`);
const folderPattern = new RegExp(`^(?:${segment}/)+$`);
const longestKey = 200;

/** Returns the content type of a key. Throws for a key outside the store or of unknown type. */
export function checkKey(key: string): string {
  const contentType = contentTypeOf(key);
  if (key.length > longestKey || !keyPattern.test(key) || contentType === undefined) {
    throw new Error('Not a key of the file store.');
  }
  return contentType;
}

/** Checks a key for writing: the given type must match the one served. */
export function checkKeyHasType(key: string, contentType: string): void {
  if (checkKey(key) !== contentType)
    throw new Error(`A file of type ${contentType} needs another extension.`);
}

export function checkFolder(folder: string): void {
  if (!folderPattern.test(folder)) throw new Error('Not a folder of the file store.');
}

export interface SendFileOptions {
  rangeHeader: string | undefined;
  cacheControl: string;
}

/** Sends the file or the requested range; returns false, without a reply, when the file does not exist. */
export async function sendFile(
  reply: FastifyReply,
  store: FileStore,
  key: string,
  { rangeHeader, cacheControl }: SendFileOptions,
): Promise<boolean> {
  const stored = await store.stat(key);
  if (!stored) return false;
  const range = parseRange(rangeHeader, stored.size);
  reply.header('accept-ranges', 'bytes').header('x-content-type-options', 'nosniff');
  if (range === 'unsatisfiable') {
    const refusal = new ApiError('RequestDataInvalid', {
      statusCode: 416,
      message: 'The file has no such range.',
    });
    void reply.code(416).header('content-range', `bytes */${stored.size}`).send(toBody(refusal));
    return true;
  }
  const file = await store.read(key, range);
  if (!file) return false;
  if (range) {
    reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${stored.size}`);
  }
  // Not awaited: a client that disconnects mid-stream is not an error.
  void reply
    .header('content-type', file.contentType)
    .header('content-length', range ? range.end - range.start + 1 : stored.size)
    .header('cache-control', cacheControl)
    .send(file.stream);
  return true;
}
