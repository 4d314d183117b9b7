import type { IncomingHttpHeaders } from 'node:http';
import { ApiError } from '@parlance/contract/errors';
import { uuid } from '@parlance/contract/text';
import { isOnWire } from '@parlance/contract/wire';
import type { PageWriter } from '@parlance/contract/written-page';
import { wordsOf } from '@parlance/words/server';
import type { Words } from '@parlance/words/words';
import { getProfileOf, searchAsVisitor } from '#people/people';
import { escapeHtml } from '#platform/html-escape';
import type { Http } from '#platform/http';
import { namedLocale, type PageLocale, readersLocale } from '#platform/page-locale';
import type { Platform } from '#platform/platform';
import type { TakeCall } from '#platform/request-rates';
import {
  fallbackIn,
  type PageHead,
  pageIn,
  type WebBuild,
  type WebFile,
  withHead,
} from '#platform/web-build';
import { isPageOfTheApp, sendWebFile } from '#platform/web-build.routes';
import { type KeptPages, keepPages, type Page } from './kept-pages.ts';
import { registerLocaleSwitch } from './locale-switch.ts';
import { openPageWriter, toHtml } from './page-writer.ts';
import {
  addressIn,
  alternatesOf,
  type Edition,
  nobodyHead,
  pageHead,
  profileHead,
  publicPages,
} from './preview.ts';

// The build writes out the beginning of this screen; any page of the app would do.
const profileTemplate = '/__profile.html';

interface Pages {
  platform: Platform;
  build: WebBuild;
  offered: readonly PageLocale[];
  /** Null where a page goes out without what it shows, which the app then fetches. */
  loadWriter(): Promise<PageWriter<Words> | null>;
  kept: KeptPages;
}

interface PreviewOptions {
  build: WebBuild;
  /** Where the build has put what the server writes pages with. */
  writerFolder: string;
  /** The languages that pages come in. */
  offered: readonly PageLocale[];
  takeCall: TakeCall;
}

/** What visitors see before the app has come, and those who only read the head of a page or ask which pages there are. */
export async function registerPreviews(
  http: Http,
  platform: Platform,
  { build, writerFolder, offered, takeCall }: PreviewOptions,
): Promise<void> {
  const { publicUrl } = platform.config;
  const loadWriter = openPageWriter(writerFolder);
  const pages: Pages = { platform, build, offered, loadWriter, kept: keepPages(platform.clock) };
  for (const path of publicPages) if (build.files.has(path)) registerPage(http, pages, path);
  if (build.files.has(profileTemplate) || build.fallback) registerProfiles(http, pages);
  registerLocaleSwitch(http, { offered, publicUrl, takeCall });

  http.get('/robots.txt', async (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .send(`User-agent: *\nDisallow: /calendar/\nDisallow: /dev/\n\nSitemap: ${publicUrl}/sitemap.xml\n`),
  );
  const sitemap = sitemapOf(publicUrl, offered);
  http.get('/sitemap.xml', async (_request, reply) =>
    reply.type('application/xml; charset=utf-8').send(sitemap),
  );
}

/** Every page in every language, each with the others beside it. */
function sitemapOf(publicUrl: string, offered: readonly PageLocale[]): string {
  const entries = publicPages.flatMap((path) => {
    const links = alternatesOf(publicUrl + path, offered)
      .map(([lang, href]) => `<xhtml:link rel="alternate" hreflang="${lang}" href="${escapeHtml(href)}"/>`)
      .join('');
    const addresses = new Set(offered.map((locale) => addressIn(publicUrl + path, locale)));
    return [...addresses].map((address) => `<url><loc>${escapeHtml(address)}</loc>${links}</url>`);
  });
  const xhtml = offered.length > 1 ? ' xmlns:xhtml="http://www.w3.org/1999/xhtml"' : '';
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"${xhtml}>${entries.join('')}</urlset>\n`;
}

/** The language of a page that search engines read: its address decides, then whoever asks for it. */
function editionOf(
  { platform, offered }: Pages,
  { url, headers }: { url: string; headers: IncomingHttpHeaders },
): Edition {
  const named = namedLocale(url, offered);
  const words = wordsOf(named ?? readersLocale(headers, offered));
  return { words, named, offered, publicUrl: platform.config.publicUrl };
}

const keyOf = ({ words, named }: Edition): string => `${words.locale}${named === null ? '' : ' by address'}`;

function registerPage(http: Http, pages: Pages, path: (typeof publicPages)[number]): void {
  // What is the same for everybody who reads the language is made once.
  const plain = new Map<string, Promise<WebFile | null>>();
  const write = async (edition: Edition, written?: string) => {
    const file = pageIn(pages.build, edition.words.locale, path);
    return file ? withHead(file, { ...pageHead(path, edition), written }) : null;
  };
  http.get(path, async (request, reply) => {
    const edition = editionOf(pages, request);
    const filled = path === '/dashboard' ? await writeSearch(pages, request.url, edition, write) : null;
    const key = keyOf(edition);
    if (!plain.has(key)) plain.set(key, write(edition));
    const file = filled?.file ?? (await plain.get(key));
    return file ? sendWebFile(request, reply, file) : reply.callNotFound();
  });
}

function registerProfiles(http: Http, pages: Pages): void {
  const { build } = pages;
  const templateIn = (locale: string) => pageIn(build, locale, profileTemplate) ?? fallbackIn(build, locale);
  const withTemplate = async (locale: string, head: PageHead) => {
    const template = templateIn(locale);
    if (!template) throw new Error('There is no page to write a profile into.');
    return withHead(template, head);
  };
  const plain = new Map<string, Promise<WebFile>>();
  http.get<{ Params: { userId: string } }>('/profile/:userId', async (request, reply) => {
    // Without its query: a dot in what a messenger appends to a link makes it no file.
    const [path = ''] = request.url.split('?', 1);
    if (!isPageOfTheApp(path, request.headers.accept)) return reply.callNotFound();
    const edition = editionOf(pages, request);
    const { locale } = edition.words;
    if (!plain.has(locale)) plain.set(locale, withTemplate(locale, nobodyHead));
    const nobody: Page = { status: 404, file: (await plain.get(locale)) as WebFile };
    const { userId } = request.params;
    const page = isOnWire(uuid, userId)
      ? await pages.kept.get(`profile ${keyOf(edition)} ${userId}`, async () => {
          const head = await headOf(pages, userId, edition);
          return head === 'nobody' ? nobody : head && { status: 200, file: await withTemplate(locale, head) };
        })
      : nobody;
    return sendWebFile(request, reply.code(page?.status ?? 200), (page ?? nobody).file);
  });
}

/** Null where a database that does not answer costs the preview, not the page. */
async function headOf(
  { platform, loadWriter }: Pages,
  userId: string,
  edition: Edition,
): Promise<PageHead | 'nobody' | null> {
  try {
    const profile = await getProfileOf(platform, null, userId);
    const writer = await loadWriter();
    const written = writer ? toHtml(writer.writeProfile(profile, edition.words)) : undefined;
    return { ...profileHead(profile, edition), written };
  } catch (error) {
    if (error instanceof ApiError) return 'nobody';
    platform.log.error({ err: error }, 'a page went out without its preview');
    return null;
  }
}

/** The page of what a visitor finds at this address. Where that fails, the app tries it again and says so. */
async function writeSearch(
  { platform, loadWriter, kept }: Pages,
  url: string,
  edition: Edition,
  write: (edition: Edition, written: string) => Promise<WebFile | null>,
): Promise<Page | null> {
  try {
    const writer = await loadWriter();
    const [, search = ''] = url.split('?', 2);
    if (!writer) return null;
    const asked = writer.readSearch(search);
    return await kept.get(`search ${keyOf(edition)} ${asked.search}`, async () => {
      const found = await searchAsVisitor(platform, asked.filters);
      const written = toHtml(writer.writeDashboard(asked.search, found, edition.words));
      const file = await write(edition, written);
      return file && { status: 200, file };
    });
  } catch (error) {
    platform.log.error({ err: error }, 'a page went out without what it shows');
    return null;
  }
}
