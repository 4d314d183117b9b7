import type { Clock } from '#platform/clock';
import { compressBest, type WebFile } from '#platform/web-build';
import { createPageQueue, type Visit } from './page-queue.ts';

/** A page as it goes out. */
export interface Page {
  status: number;
  file: WebFile;
  /** Who is on it. */
  shows: ReadonlySet<string>;
}

export interface KeptPages {
  /**
   * The page of a key, written by `write` unless it was a moment ago, which costs the visit nothing; null where this node has too
   * much to write. Throws where the visitor's network has.
   */
  get(key: string, visit: Visit, write: () => Promise<Page | null>): Promise<Page | null>;
  /** Keeps no page any longer that shows somebody, nor one that is being written and might. */
  drop(userId: string): void;
}

/** How old a page may be when it is sent. */
const keptMs = 5_000;
const keptPagesMax = 1_000;
const keptBytesMax = 16 * 1024 * 1024;

interface Kept {
  page: Promise<Page | null>;
  /** When its writing began; null while it waits for its turn. */
  beganAt: number | null;
  /** Null while it is not known. */
  shows: ReadonlySet<string> | null;
  isAskedAgain: boolean;
  bytes: number;
}

/**
 * Pages for visitors, each written once for all who ask for it within some seconds, and only a few at once: each costs a
 * read of the database and milliseconds of a processor.
 */
export function keepPages(clock: Clock, areRatesOn = true): KeptPages {
  const kept = new Map<string, Kept>();
  const pass = createPageQueue(areRatesOn);
  let bytes = 0;

  const isFresh = ({ beganAt }: Kept) => {
    const age = beganAt === null ? 0 : clock.now().getTime() - beganAt;
    return age >= 0 && age < keptMs;
  };
  const forget = (key: string, entry: Kept) => {
    if (kept.get(key) !== entry) return;
    kept.delete(key);
    bytes -= entry.bytes;
  };
  /** Those that were written first go first. */
  const makeRoom = () => {
    for (const [key, entry] of kept) {
      const isFull = kept.size > keptPagesMax || bytes > keptBytesMax;
      if (!isFull && isFresh(entry)) break;
      forget(key, entry);
    }
  };
  const writeNow = async (key: string, entry: Kept, write: () => Promise<Page | null>) => {
    entry.beganAt = clock.now().getTime();
    const page = await write();
    if (!page) forget(key, entry);
    else if (kept.get(key) === entry) {
      entry.shows = page.shows;
      entry.bytes = sizeOf(page);
      bytes += entry.bytes;
      makeRoom();
    }
    return page;
  };
  /** Most pages are asked for once. One that is asked for again is worth the time of its smallest form. */
  const compressMore = async (key: string, entry: Kept) => {
    const page = await entry.page;
    if (!page || page.file.encoded.br) return;
    const br = await compressBest(page.file.body);
    if (kept.get(key) !== entry) return;
    page.file.encoded.br = br;
    entry.bytes += br.length;
    bytes += br.length;
    makeRoom();
  };

  return {
    async get(key, visit, write) {
      const known = kept.get(key);
      if (known && isFresh(known)) {
        // Whoever waits for the page hears that it failed.
        if (!known.isAskedAgain) compressMore(key, known).catch(() => {});
        known.isAskedAgain = true;
        return known.page;
      }
      if (known) forget(key, known);
      visit.charge();
      if (pass.isFull(visit.network)) return null;
      const entry: Kept = {
        page: Promise.resolve(null),
        beganAt: null,
        shows: null,
        isAskedAgain: false,
        bytes: 0,
      };
      kept.set(key, entry);
      entry.page = pass(() => writeNow(key, entry, write), visit.network);
      entry.page.catch(() => forget(key, entry));
      return entry.page;
    },
    drop(userId) {
      for (const [key, entry] of kept) if (entry.shows?.has(userId) ?? true) forget(key, entry);
    },
  };
}

const sizeOf = ({ file }: Page): number =>
  Object.values(file.encoded).reduce((sum, { length }) => sum + length, file.body.length);
