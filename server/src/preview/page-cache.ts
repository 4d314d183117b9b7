import type { Clock } from '#platform/clock';
import { compressBest, type WebFile } from '#platform/web-build';
import { createPageQueue, type Visit } from './page-queue.ts';

/** A rendered page. */
export interface Page {
  status: number;
  file: WebFile;
  /** The ids of the members on it. */
  shows: ReadonlySet<string>;
}

export interface PageCache {
  /** The cached page, else the result of `write`, charged to the visit; null if overloaded. Throws above the network's share. */
  get(key: string, visit: Visit, write: () => Promise<Page | null>): Promise<Page | null>;
  /** Evicts pages that show a member, including those in progress that might. */
  drop(userId: string): void;
}

/** Maximum age of a page when sent. */
const ttlMs = 5_000;
const pagesMax = 1_000;
const bytesMax = 16 * 1024 * 1024;

interface CacheEntry {
  page: Promise<Page | null>;
  /** Start of rendering; null while queued. */
  beganAt: number | null;
  /** Null until rendered. */
  shows: ReadonlySet<string> | null;
  isAskedAgain: boolean;
  bytes: number;
}

/** A cache with request coalescing: each page is rendered once within some seconds, since it takes a database read and CPU. */
export function createPageCache(clock: Clock, areRatesOn = true): PageCache {
  const cache = new Map<string, CacheEntry>();
  const enqueue = createPageQueue(areRatesOn);
  let bytes = 0;

  const isFresh = ({ beganAt }: CacheEntry) => {
    const age = beganAt === null ? 0 : clock.now().getTime() - beganAt;
    return age >= 0 && age < ttlMs;
  };
  const forget = (key: string, entry: CacheEntry) => {
    if (cache.get(key) !== entry) return;
    cache.delete(key);
    bytes -= entry.bytes;
  };
  /** Evicts the oldest pages first. */
  const makeRoom = () => {
    for (const [key, entry] of cache) {
      const isFull = cache.size > pagesMax || bytes > bytesMax;
      if (!isFull && isFresh(entry)) break;
      forget(key, entry);
    }
  };
  const writeNow = async (key: string, entry: CacheEntry, write: () => Promise<Page | null>) => {
    entry.beganAt = clock.now().getTime();
    const page = await write();
    if (!page) forget(key, entry);
    else if (cache.get(key) === entry) {
      entry.shows = page.shows;
      entry.bytes = sizeOf(page);
      bytes += entry.bytes;
      makeRoom();
    }
    return page;
  };
  /** Compresses a page with brotli on its second request only: most pages are requested once. */
  const compressMore = async (key: string, entry: CacheEntry) => {
    const page = await entry.page;
    if (!page || page.file.encoded.br) return;
    const br = await compressBest(page.file.body);
    if (cache.get(key) !== entry) return;
    page.file.encoded.br = br;
    entry.bytes += br.length;
    bytes += br.length;
    makeRoom();
  };

  return {
    async get(key, visit, write) {
      const known = cache.get(key);
      if (known && isFresh(known)) {
        // The callers that wait for the page receive the error.
        if (!known.isAskedAgain) compressMore(key, known).catch(() => {});
        known.isAskedAgain = true;
        return known.page;
      }
      if (known) forget(key, known);
      visit.charge();
      if (enqueue.isFull(visit.network)) return null;
      const entry: CacheEntry = {
        page: Promise.resolve(null),
        beganAt: null,
        shows: null,
        isAskedAgain: false,
        bytes: 0,
      };
      cache.set(key, entry);
      entry.page = enqueue(() => writeNow(key, entry, write), visit.network);
      entry.page.catch(() => forget(key, entry));
      return entry.page;
    },
    drop(userId) {
      for (const [key, entry] of cache) if (entry.shows?.has(userId) ?? true) forget(key, entry);
    },
  };
}

const sizeOf = ({ file }: Page): number =>
  Object.values(file.encoded).reduce((sum, { length }) => sum + length, file.body.length);
