import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { HeadTag, PageRenderer } from '@parlance/contract/page-renderer';
import type { PageLocale } from '#platform/page-locale';
import type { WebFile } from '#platform/web-build';
import { createWorkerThread } from '#platform/worker-thread';
import { createPageQueue, type Visit } from './page-queue.ts';
import type { Edition, VisitorPage } from './preview.ts';

type Search = ReturnType<PageRenderer['readSearch']>;

export interface RenderThreadData {
  serverBuild: string;
  publicUrl: string;
  offered: readonly PageLocale[];
  /** Head tags of every page. */
  head: readonly HeadTag[];
}

interface PageQuestion extends VisitorPage {
  what: 'page';
  /** Path and query. */
  address: string;
  locale: PageLocale;
  named: PageLocale | null;
}
export type RenderQuestion = { what: 'search'; search: string } | PageQuestion;

/** A page as the thread transfers it. */
export interface RenderedBytes {
  etag: string;
  body: Uint8Array;
  gzip: Uint8Array;
  /** CSP sources of the inline scripts; their data differs from page to page. */
  scriptHashes: string[];
}

/** Renders pages in a worker thread, which starts on the first request. */
export interface RenderThread {
  /** Null if this node is overloaded. Throws if the visitor's network exceeds its share. */
  readSearch(search: string, visit: Visit): Promise<Search | null>;
  render(address: string, edition: Edition, page: VisitorPage): Promise<WebFile>;
  close(): Promise<void>;
}

interface RenderThreadOptions extends Omit<RenderThreadData, 'serverBuild'> {
  /** The folder of the web app's server build. */
  folder: string;
  /** The content security policy of a page with these inline scripts. */
  policyOf(scriptHashes: string[]): string;
  /** Whether the share of one network in the queue is limited. */
  areRatesOn: boolean;
}

const limits = { queueMax: 64, timeoutMs: 4000, heapMaxMb: 192 };
const cachedSearchesMax = 1000;
const cachedSearchMaxLength = 500;

/** Null without a web build. */
export function openRenderThread({
  folder,
  policyOf,
  areRatesOn,
  ...rest
}: RenderThreadOptions): RenderThread | null {
  const serverBuild = join(folder, 'index.js');
  if (!existsSync(serverBuild)) return null;
  const data: RenderThreadData = { ...rest, serverBuild };
  const module = new URL('./render-thread.ts', import.meta.url);
  const thread = createWorkerThread<RenderQuestion, unknown>({ module, given: data, ...limits });
  const searches = new Map<string, Promise<Search>>();
  const enqueue = createPageQueue(areRatesOn);

  return {
    async readSearch(search, visit) {
      const known = searches.get(search);
      if (known) return known;
      visit.charge();
      if (enqueue.isFull(visit.network)) return null;
      const read = enqueue(
        async () => (await thread.ask({ what: 'search', search })) as Search,
        visit.network,
      );
      if (search.length > cachedSearchMaxLength) return read;
      if (searches.size >= cachedSearchesMax) searches.clear();
      searches.set(search, read);
      read.catch(() => searches.delete(search));
      return read;
    },
    async render(address, { words, named }, page) {
      const question: PageQuestion = { what: 'page', address, locale: words.locale, named, ...page };
      const { etag, body, gzip, scriptHashes } = (await thread.ask(question)) as RenderedBytes;
      return {
        contentType: 'text/html; charset=utf-8',
        cacheControl: 'no-cache',
        etag,
        body: Buffer.from(body.buffer),
        encoded: { gzip: Buffer.from(gzip.buffer) },
        policy: policyOf(scriptHashes),
      };
    },
    close: () => thread.close(),
  };
}
