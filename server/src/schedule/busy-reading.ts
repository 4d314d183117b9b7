import { join } from 'node:path';
import { serialize } from 'node:v8';
import { createFairQueue } from '#platform/fair-queue';
import type { Platform } from '#platform/platform';
import { createProcessPool } from '#platform/process-pool';
import type { BusyRange, BusyWindow } from './busy-times.ts';

const dayMs = 86_400_000;
const fileMaxBytes = 5_000_000;
const requestTimeoutMs = 15_000;
const redirectsMax = 3;
const etagMaxLength = 200;
const lookBackMs = dayMs;
const lookAheadMs = 120 * dayMs;

/** What is sent to the process that parses the file. */
export interface CalendarToRead {
  body: Uint8Array;
  knownHash: string | null;
  window: BusyWindow;
}

/** `ranges` is null if the file has the known hash. */
export interface ReadCalendar {
  hash: string;
  ranges: BusyRange[] | null;
}

/** What is known of a calendar from the last time; null where it has to be read anew. */
export interface KnownCalendar {
  etag: string | null;
  hash: string;
}

export interface Reading {
  etag: string | null;
  /** Null if nothing has changed. */
  changed: { hash: string; ranges: BusyRange[] } | null;
}

const parse = createProcessPool<ReadCalendar>({
  module: join(import.meta.dirname, 'busy-process.ts'),
  concurrency: 1,
  queueMax: 50,
  timeoutMs: 20_000,
  heapMaxMb: 192,
});

// Members of one provider are read a few at a time, so that the provider does not refuse this server.
const queueRequest = createFairQueue({ concurrency: 8, queueMax: 200, concurrencyPerActor: 2 });

/** Requests and parses a calendar. Throws if it cannot be read; the busy times of before stay valid then. */
export async function readCalendar(
  platform: Platform,
  {
    address,
    userId,
    zone,
    known,
  }: { address: URL; userId: string; zone: string; known: KnownCalendar | null },
): Promise<Reading> {
  const response = await queueRequest(
    () =>
      platform.outbound.request(address.href, {
        method: 'GET',
        headers: {
          accept: 'text/calendar',
          'user-agent': 'Parlance',
          ...(known?.etag ? { 'if-none-match': known.etag } : {}),
        },
        timeoutMs: requestTimeoutMs,
        maxBytes: fileMaxBytes,
        redirectsMax,
      }),
    address.hostname,
  );
  const { status, headers, body, isTruncated } = response;
  if (known?.etag && status === 304) return { etag: known.etag, changed: null };
  if (status !== 200 || isTruncated) throw new Error(`answered ${status}`);
  const now = platform.clock.now().getTime();
  const window = { start: now - lookBackMs, end: now + lookAheadMs, zone };
  const toRead: CalendarToRead = { body, knownHash: known?.hash ?? null, window };
  const { hash, ranges } = await parse(serialize(toRead), userId);
  const etag = headers.etag !== undefined && headers.etag.length <= etagMaxLength ? headers.etag : null;
  return { etag, changed: ranges && { hash, ranges } };
}
