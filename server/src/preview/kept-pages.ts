import type { Clock } from '#platform/clock';
import { createGate } from '#platform/gate';
import type { WebFile } from '#platform/web-build';

/** A page as it goes out. */
export interface Page {
  status: number;
  file: WebFile;
}

export interface KeptPages {
  /** The page of a key, written by `write` unless it was a moment ago; null where it cannot be had now. */
  get(key: string, write: () => Promise<Page | null>): Promise<Page | null>;
}

/** How old a page may be when it is sent. */
const keptMs = 5_000;
const writtenAtOnceMax = 4;
/** How many wait for a page to be written; the others get the plain page, and the app fetches what it shows. */
const waitingMax = 32;
const keptPagesMax = 1_000;
const keptBytesMax = 16 * 1024 * 1024;

interface Kept {
  page: Promise<Page | null>;
  /** When its writing began; null while it waits for its turn. */
  beganAt: number | null;
  bytes: number;
}

/**
 * Pages for visitors, each written once for all who ask for it within some seconds, and only a few at once: each costs a
 * read of the database and the milliseconds of this one thread.
 */
export function keepPages(clock: Clock): KeptPages {
  const kept = new Map<string, Kept>();
  const pass = createGate({ atOnce: writtenAtOnceMax, waitingMax });
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
    try {
      entry.beganAt = clock.now().getTime();
      const page = await write();
      if (!page) forget(key, entry);
      else if (kept.get(key) === entry) {
        entry.bytes = sizeOf(page);
        bytes += entry.bytes;
        makeRoom();
      }
      return page;
    } catch (error) {
      forget(key, entry);
      throw error;
    }
  };

  return {
    async get(key, write) {
      const known = kept.get(key);
      if (known && isFresh(known)) return known.page;
      if (known) forget(key, known);
      if (pass.isFull()) return null;
      const entry: Kept = { page: Promise.resolve(null), beganAt: null, bytes: 0 };
      kept.set(key, entry);
      entry.page = pass(() => writeNow(key, entry, write));
      return entry.page;
    },
  };
}

const sizeOf = ({ file }: Page): number =>
  Object.values(file.encoded).reduce((sum, { length }) => sum + length, file.body.length);
