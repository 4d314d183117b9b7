import { join } from 'node:path';
import type { ResultOf } from '@parlance/contract/endpoint';
import type { FullProfile, SearchFilters, searchUsers } from '@parlance/contract/people';
import type { PageLocale } from '#platform/page-locale';
import type { WebFile } from '#platform/web-build';
import { workBeside } from '#platform/work-beside';
import { createPageQueue, type Visit } from './page-queue.ts';
import type { Edition } from './preview.ts';

type Found = ResultOf<typeof searchUsers>;
/** What a visitor's search asks for, and the one query string of all that ask for the same. */
interface AskedSearch {
  filters: SearchFilters;
  search: string;
}

/** What the thread has from its start; templates by language. */
export interface ThreadGiven {
  writerFile: string;
  publicUrl: string;
  offered: readonly PageLocale[];
  templates: { profile: Record<string, string>; search: Record<string, string> };
}

export type PageQuestion =
  | { what: 'read'; search: string }
  | { what: 'profile'; locale: PageLocale; named: PageLocale | null; profile: FullProfile }
  | { what: 'search'; locale: PageLocale; named: PageLocale | null; search: string; found: Found };

/** A page as the thread hands it over. */
export interface ThreadPage {
  etag: string;
  body: Uint8Array;
  gzip: Uint8Array;
}

/** Writes pages in a thread of its own, which starts with the first of them. */
export interface PageThread {
  /** Null where nothing was built, and where so many ask at once that this one goes without. Throws as a kept page does. */
  readSearch(search: string, visit: Visit): Promise<AskedSearch | null>;
  writeProfile(profile: FullProfile, edition: Edition): Promise<WebFile>;
  writeSearch(search: string, found: Found, edition: Edition): Promise<WebFile>;
  close(): Promise<void>;
}

const limits = { waitingMax: 64, withinMs: 4000, heapMaxMb: 192 };
const keptSearchesMax = 1000;
const keptSearchMaxLength = 500;

export function openPageThread({
  writerFolder,
  ...rest
}: Omit<ThreadGiven, 'writerFile'> & { writerFolder: string }): PageThread {
  const given: ThreadGiven = { ...rest, writerFile: join(writerFolder, 'page-writer.js') };
  const module = new URL('./page-thread.ts', import.meta.url);
  const thread = workBeside<PageQuestion, unknown>({ module, given, ...limits });
  // The same text always asks for the same.
  const searches = new Map<string, Promise<AskedSearch | null>>();
  const pass = createPageQueue();

  const write = async (question: PageQuestion): Promise<WebFile> => {
    const { etag, body, gzip } = (await thread.ask(question)) as ThreadPage;
    return {
      contentType: 'text/html; charset=utf-8',
      cacheControl: 'no-cache',
      etag,
      body: Buffer.from(body.buffer),
      encoded: { gzip: Buffer.from(gzip.buffer) },
    };
  };
  const of = ({ words, named }: Edition) => ({ locale: words.locale as PageLocale, named });

  return {
    async readSearch(search, visit) {
      const known = searches.get(search);
      if (known) return known;
      visit.charge();
      if (pass.isFull()) return null;
      const asked = pass(
        async () => (await thread.ask({ what: 'read', search })) as AskedSearch | null,
        visit.network,
      );
      if (search.length > keptSearchMaxLength) return asked;
      if (searches.size >= keptSearchesMax) searches.clear();
      searches.set(search, asked);
      asked.catch(() => searches.delete(search));
      return asked;
    },
    writeProfile: (profile, edition) => write({ what: 'profile', ...of(edition), profile }),
    writeSearch: (search, found, edition) => write({ what: 'search', ...of(edition), search, found }),
    close: () => thread.close(),
  };
}
