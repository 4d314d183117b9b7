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

/**
 * Where pictures and voice messages are kept: a folder or an object store. A key is written once and names its type
 * by its extension, such as `voice/0197….webm`.
 */
export interface FileStore {
  /** Returns once the file survives a crash of the machine. */
  put(key: string, bytes: Uint8Array, options: { contentType: string }): Promise<void>;
  stat(key: string): Promise<StoredFile | null>;
  /** Size is that of the whole file, also when only a range of it is streamed. */
  read(key: string, range?: ByteRange): Promise<(StoredFile & { stream: Readable }) | null>;
  /** Removing what is not there is fine. */
  remove(key: string): Promise<void>;
  /** The keys that begin with a folder such as `voice/`, in no order. */
  list(folder: string): AsyncIterable<string>;
  /** Removes what puts left behind that were cut off before this moment. */
  sweep(before: Date): Promise<void>;
  close(): Promise<void>;
}

const dayMs = 24 * 3_600_000;
const sweepEverySeconds = 6 * 3600;

/** Removes what puts left behind at least a day ago: no put takes that long. */
export function scheduleSweep(jobs: Jobs, files: FileStore, clock: Clock): void {
  jobs.every(sweepEverySeconds, 'sweep-files', () => files.sweep(new Date(clock.now().getTime() - dayMs)));
}

// Every segment begins with a letter or digit, so `..`, absolute paths and hidden files cannot be spelled.
const segment = '[A-Za-z0-9][A-Za-z0-9_-]*';
const keyPattern = new RegExp(`^(?:${segment}/)*${segment}\\.[a-z0-9]+$`);
const folderPattern = new RegExp(`^(?:${segment}/)+$`);
const longestKey = 200;

/** The content type a key stands for. A key that could leave the store or has no known type is refused. */
export function checkKey(key: string): string {
  const contentType = contentTypeOf(key);
  if (key.length > longestKey || !keyPattern.test(key) || contentType === undefined) {
    throw new Error('Not a key of the file store.');
  }
  return contentType;
}

/** As checkKey, for writing: the type given must be the one that will be answered. */
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

/** Answers with the file or the asked range of it; false when there is no such file and nothing was answered. */
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
  // Not awaited: a listener who closes the tab half-way is no error of ours.
  void reply
    .header('content-type', file.contentType)
    .header('content-length', range ? range.end - range.start + 1 : stored.size)
    .header('cache-control', cacheControl)
    .send(file.stream);
  return true;
}
