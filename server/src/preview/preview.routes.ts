import type { IncomingHttpHeaders } from 'node:http';
import { ApiError } from '@parlance/contract/errors';
import { uuid } from '@parlance/contract/text';
import { isOnWire } from '@parlance/contract/wire';
import { wordsOf } from '@parlance/words/server';
import { getProfileOf, searchAsVisitor } from '#people/people';
import { escapeHtml } from '#platform/html-escape';
import type { Http } from '#platform/http';
import { namedLocale, type PageLocale, readersLocale } from '#platform/page-locale';
import type { Platform } from '#platform/platform';
import type { TakeCall } from '#platform/request-rates';
import { fallbackIn, pageIn, type WebBuild, type WebFile, withHead } from '#platform/web-build';
import { isPageOfTheApp, registerReady, sendWebFile } from '#platform/web-build.routes';
import { type KeptPages, keepPages, type Page } from './kept-pages.ts';
import { registerLocaleSwitch } from './locale-switch.ts';
import { type Visit, visitOf } from './page-queue.ts';
import { openPageThread, type PageThread } from './page-writer.ts';
import { followPeople } from './preview.effects.ts';
import { addressIn, alternatesOf, type Edition, nobodyHead, pageHead, publicPages } from './preview.ts';

// The build writes out the beginning of this screen; any page of the app would do.
const profileTemplate = '/__profile.html';

interface Pages {
  platform: Platform;
  build: WebBuild;
  offered: readonly PageLocale[];
  thread: PageThread;
  kept: KeptPages;
  takeCall: TakeCall;
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
  const templates = {
    profile: inEach(offered, (locale) => templateIn(build, locale)),
    search: inEach(offered, (locale) => pageIn(build, locale, '/dashboard')),
  };
  const thread = openPageThread({ writerFolder, publicUrl, offered, templates });
  http.addHook('onClose', () => thread.close());
  const kept = keepPages(platform.clock);
  followPeople(platform, kept);
  const pages: Pages = { platform, build, offered, thread, kept, takeCall };
  for (const path of publicPages) if (build.files.has(path)) registerPage(http, pages, path);
  if (templateIn(build, 'en')) registerProfiles(http, pages);
  registerLocaleSwitch(http, { offered, publicUrl });

  registerReady(http, '/robots.txt', () => ({
    contentType: 'text/plain; charset=utf-8',
    text: `User-agent: *\nDisallow: /calendar/\nDisallow: /dev/\n\nSitemap: ${publicUrl}/sitemap.xml\n`,
  }));
  registerReady(http, '/sitemap.xml', () => ({
    contentType: 'application/xml; charset=utf-8',
    text: sitemapOf(publicUrl, offered),
  }));
}

const templateIn = (build: WebBuild, locale: string) =>
  pageIn(build, locale, profileTemplate) ?? fallbackIn(build, locale);

const inEach = (offered: readonly PageLocale[], pageOf: (locale: PageLocale) => WebFile | null | undefined) =>
  Object.fromEntries(offered.map((locale) => [locale, pageOf(locale)?.body.toString('utf8') ?? '']));

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
  const write = async (edition: Edition) => {
    const file = pageIn(pages.build, edition.words.locale, path);
    return file ? withHead(file, pageHead(path, edition)) : null;
  };
  http.get(path, { config: { cost: 1 } }, async (request, reply) => {
    const edition = editionOf(pages, request);
    const visit = visitOf(pages.platform, request.raw, pages.takeCall);
    const filled = path === '/dashboard' ? await writeSearch(pages, request.url, visit, edition) : null;
    if (filled) return sendWebFile(request, reply, filled.file);
    const key = keyOf(edition);
    if (!plain.has(key)) plain.set(key, write(edition));
    const file = await plain.get(key);
    return file ? sendWebFile(request, reply, file) : reply.callNotFound();
  });
}

function registerProfiles(http: Http, pages: Pages): void {
  const plain = new Map<string, Promise<WebFile>>();
  const writeNobody = async (locale: string) => {
    const template = templateIn(pages.build, locale);
    if (!template) throw new Error('There is no page to write a profile into.');
    return withHead(template, nobodyHead);
  };
  const config = { cost: 1 };
  http.get<{ Params: { userId: string } }>('/profile/:userId', { config }, async (request, reply) => {
    // Without its query: a dot in what a messenger appends to a link makes it no file.
    const [path = ''] = request.url.split('?', 1);
    if (!isPageOfTheApp(path, request.headers.accept)) return reply.callNotFound();
    const edition = editionOf(pages, request);
    const { locale } = edition.words;
    if (!plain.has(locale)) plain.set(locale, writeNobody(locale));
    const nobody = (await plain.get(locale)) as WebFile;
    const { userId } = request.params;
    const page = isOnWire(uuid, userId)
      ? await writeProfile(
          pages,
          userId,
          visitOf(pages.platform, request.raw, pages.takeCall),
          edition,
          nobody,
        )
      : { status: 404, file: nobody };
    return sendWebFile(request, reply.code(page?.status ?? 200), page?.file ?? nobody);
  });
}

/** The page of a person. Null where what it needs does not answer: that costs what it shows, not the page. */
async function writeProfile(
  { platform, thread, kept }: Pages,
  userId: string,
  visit: Visit,
  edition: Edition,
  nobody: WebFile,
): Promise<Page | null> {
  const shows = new Set([userId]);
  try {
    return await kept.get(`profile ${keyOf(edition)} ${userId}`, visit, async () => {
      const profile = await getProfileOf(platform, null, userId).catch(nullWhereRefused);
      if (!profile) return { status: 404, file: nobody, shows };
      return { status: 200, file: await thread.writeProfile(profile, edition), shows };
    });
  } catch (error) {
    refuseWhereLater(error);
    platform.log.error({ err: error }, 'a page went out without its preview');
    return null;
  }
}

/** Over a rate or a share of the queue: a crawler would take the page without its content for the page. */
function refuseWhereLater(error: unknown): void {
  if (error instanceof ApiError && error.timeout !== undefined) throw error;
}

function nullWhereRefused(error: unknown): null {
  if (error instanceof ApiError) return null;
  throw error;
}

/** The page of what a visitor finds at this address. Where that fails, the app tries it again and says so. */
async function writeSearch(
  { platform, thread, kept }: Pages,
  url: string,
  visit: Visit,
  edition: Edition,
): Promise<Page | null> {
  try {
    const [, search = ''] = url.split('?', 2);
    const asked = await thread.readSearch(search, visit);
    if (!asked) return null;
    return await kept.get(`search ${keyOf(edition)} ${asked.search}`, visit, async () => {
      const found = await searchAsVisitor(platform, asked.filters);
      return {
        status: 200,
        file: await thread.writeSearch(asked.search, found, edition),
        shows: new Set(found.users.map(({ userId }) => userId)),
      };
    });
  } catch (error) {
    refuseWhereLater(error);
    platform.log.error({ err: error }, 'a page went out without what it shows');
    return null;
  }
}
