import type { IncomingHttpHeaders } from 'node:http';
import { ApiError } from '@parlance/contract/errors';
import { uuid } from '@parlance/contract/text';
import { isOnWire } from '@parlance/contract/wire';
import { wordsOf } from '@parlance/words/server';
import { getProfileOf, isPaused, searchAsVisitor } from '#people/people';
import { escapeHtml } from '#platform/html-escape';
import type { Http } from '#platform/http';
import { namedLocale, type PageLocale, readersLocale } from '#platform/page-locale';
import type { Platform } from '#platform/platform';
import type { TakeCall } from '#platform/request-rates';
import { compressBest, shellIn, type WebBuild, type WebFile } from '#platform/web-build';
import { isPageOfTheApp, registerReady, sendWebFile } from '#platform/web-build.routes';
import { registerLocaleSwitch } from './locale-switch.ts';
import { operatorTags, registerOperatorPages } from './operator-pages.ts';
import { createPageCache, type Page, type PageCache } from './page-cache.ts';
import { type Visit, visitOf } from './page-queue.ts';
import { openRenderThread, type RenderThread } from './page-renderer.ts';
import { followPeople } from './preview.effects.ts';
import { addressIn, alternatesOf, type Edition, publicPages, type VisitorPage } from './preview.ts';
import { privacyText } from './privacy-text.ts';

// The page clock in steps: the same data rendered a moment later has the same ETag.
const clockStepMs = 60_000;

interface Pages {
  platform: Platform;
  build: WebBuild;
  offered: readonly PageLocale[];
  thread: RenderThread;
  pageCache: PageCache;
  takeCall: TakeCall;
}

type SentTo = [request: Parameters<typeof sendWebFile>[0], reply: Parameters<typeof sendWebFile>[1]];

interface PreviewOptions {
  build: WebBuild;
  /** The folder of the web app's server build. */
  serverBuild: string;
  /** The content security policy of a page with these inline scripts. */
  policyOf(scriptHashes: string[]): string;
  offered: readonly PageLocale[];
  takeCall: TakeCall;
}

/** Serves rendered pages for visitors, and robots.txt and sitemap for crawlers. */
export async function registerPreviews(
  http: Http,
  platform: Platform,
  { build, serverBuild, policyOf, offered, takeCall }: PreviewOptions,
): Promise<void> {
  const { publicUrl, rateLimits: areRatesOn, operator, hasVisitors } = platform.config;
  const head = operatorTags(operator);
  const thread = openRenderThread({ folder: serverBuild, policyOf, publicUrl, offered, head, areRatesOn });
  registerOperatorPages(http, operator);
  if (thread) {
    http.addHook('onClose', () => thread.close());
    const pageCache = createPageCache(platform.clock, areRatesOn);
    followPeople(platform, pageCache);
    const pages: Pages = { platform, build, offered, thread, pageCache, takeCall };
    registerPlainPage(http, pages, '/features', () => ({}));
    if (operator.privacyUrl === null) {
      registerPlainPage(http, pages, '/privacy', (words) => ({
        privacy: privacyText(words, platform.config),
      }));
    }
    // Otherwise these addresses get the shell, which leads visitors to the sign-in.
    if (hasVisitors) {
      registerSearch(http, pages);
      registerProfiles(http, pages);
    }
  }
  registerLocaleSwitch(http, { offered, publicUrl });

  registerReady(http, '/robots.txt', () => ({
    contentType: 'text/plain; charset=utf-8',
    text: `User-agent: *\nDisallow: /calendar/\nDisallow: /dev/\n\nSitemap: ${publicUrl}/sitemap.xml\n`,
  }));
  registerReady(http, '/sitemap.xml', () => ({
    contentType: 'application/xml; charset=utf-8',
    text: sitemapOf(
      publicUrl,
      offered,
      hasVisitors ? publicPages.filter((path) => path !== '/privacy' || operator.privacyUrl === null) : [],
    ),
  }));
}

/** Every page in every language, with its alternates. */
function sitemapOf(publicUrl: string, offered: readonly PageLocale[], paths: readonly string[]): string {
  const entries = paths.flatMap((path) => {
    const links = alternatesOf(publicUrl + path, offered)
      .map(([lang, href]) => `<xhtml:link rel="alternate" hreflang="${lang}" href="${escapeHtml(href)}"/>`)
      .join('');
    const addresses = new Set(offered.map((locale) => addressIn(publicUrl + path, locale)));
    return [...addresses].map((address) => `<url><loc>${escapeHtml(address)}</loc>${links}</url>`);
  });
  const xhtml = offered.length > 1 ? ' xmlns:xhtml="http://www.w3.org/1999/xhtml"' : '';
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"${xhtml}>${entries.join('')}</urlset>\n`;
}

/** The language of a page: from its address, else from the request. */
function editionOf(
  { platform, offered }: Pages,
  { url, headers }: { url: string; headers: IncomingHttpHeaders },
): Edition {
  const named = namedLocale(url, offered);
  const words = wordsOf(named ?? readersLocale(headers, offered));
  return { words, named, offered, publicUrl: platform.config.publicUrl };
}

const keyOf = ({ words, named }: Edition): string => `${words.locale}${named === null ? '' : ' by address'}`;

const config = { cost: 1 };

function renderedAt({ platform }: Pages): number {
  const now = platform.clock.now().getTime();
  return now - (now % clockStepMs);
}

/** Sends a page, or the plain app shell if it could not be rendered: the app then loads the data itself. */
function sendPage(
  [request, reply]: SentTo,
  { build }: Pages,
  { words }: Edition,
  page: Pick<Page, 'status' | 'file'> | null,
) {
  const file = page?.file ?? shellIn(build, words.locale);
  return file ? sendWebFile(request, reply.code(page?.status ?? 200), file) : reply.callNotFound();
}

/** A page that is identical for all readers of a language, so it is rendered once. */
function registerPlainPage(
  http: Http,
  pages: Pages,
  path: Exclude<VisitorPage['path'], 'profile'>,
  dataIn: (words: Edition['words']) => VisitorPage['data'],
): void {
  const rendered = new Map<string, Promise<WebFile>>();
  const render = async (edition: Edition) => {
    const file = await pages.thread.render(path, edition, { path, data: dataIn(edition.words) });
    return { ...file, encoded: { ...file.encoded, br: await compressBest(file.body) } };
  };
  http.get(path, { config }, async (request, reply) => {
    const edition = editionOf(pages, request);
    const key = keyOf(edition);
    const file = rendered.get(key) ?? render(edition);
    rendered.set(key, file);
    try {
      return sendPage([request, reply], pages, edition, { status: 200, file: await file });
    } catch (error) {
      rendered.delete(key);
      pages.platform.log.error({ err: error }, 'a page was sent without its content');
      return sendPage([request, reply], pages, edition, null);
    }
  });
}

function registerSearch(http: Http, pages: Pages): void {
  http.get('/dashboard', { config }, async (request, reply) => {
    const edition = editionOf(pages, request);
    const visit = visitOf(pages.platform, request.raw, pages.takeCall);
    const page = await renderSearch(pages, request.url, visit, edition);
    return sendPage([request, reply], pages, edition, page);
  });
}

function registerProfiles(http: Http, pages: Pages): void {
  http.get<{ Params: { userId: string } }>('/profile/:userId', { config }, async (request, reply) => {
    // Without the query: a dot in tracking parameters does not make the path a file.
    const [path = ''] = request.url.split('?', 1);
    if (!isPageOfTheApp(path, request.headers.accept)) return reply.callNotFound();
    const edition = editionOf(pages, request);
    const { userId } = request.params;
    const visit = visitOf(pages.platform, request.raw, pages.takeCall);
    const page = await renderProfile(pages, isOnWire(uuid, userId) ? userId : null, visit, edition);
    return sendPage([request, reply], pages, edition, page);
  });
}

/** The page of a member, or of a missing one if the id is null. Null if it cannot be rendered now. */
async function renderProfile(
  pages: Pages,
  userId: string | null,
  visit: Visit,
  edition: Edition,
): Promise<Page | null> {
  const { platform, thread, pageCache } = pages;
  const shows = new Set(userId === null ? [] : [userId]);
  try {
    return await pageCache.get(`profile ${keyOf(edition)} ${userId}`, visit, async () => {
      const { profile, isAway } = await platform.replica.read(platform, (source) =>
        readProfile(source, userId),
      );
      const data = { profile, renderedAt: renderedAt(pages) };
      const shown = { path: 'profile', data, isPaused: isAway } as const;
      const file = await thread.render(`/profile/${userId ?? 'none'}`, edition, shown);
      return { status: profile ? 200 : 404, file, shows };
    });
  } catch (error) {
    refuseWhereLater(error);
    platform.log.error({ err: error }, 'a page was sent without its content');
    return null;
  }
}

async function readProfile(source: Platform, userId: string | null) {
  const profile = userId === null ? null : await getProfileOf(source, null, userId).catch(nullWhereRefused);
  return { profile, isAway: profile !== null && (await isPaused(source, profile.userId)) };
}

/** Rethrows a rate or queue refusal: a crawler would index the page without its content. */
function refuseWhereLater(error: unknown): void {
  if (error instanceof ApiError && error.timeout !== undefined) throw error;
}

function nullWhereRefused(error: unknown): null {
  if (error instanceof ApiError) return null;
  throw error;
}

/** The page of search results at an address. Null if it cannot be rendered now. */
async function renderSearch(pages: Pages, url: string, visit: Visit, edition: Edition): Promise<Page | null> {
  const { platform, thread, pageCache } = pages;
  try {
    const [, query = ''] = url.split('?', 2);
    const asked = await thread.readSearch(query, visit);
    if (!asked) return null;
    const { search, filters } = asked;
    return await pageCache.get(`search ${keyOf(edition)} ${search}`, visit, async () => {
      const found = await searchAsVisitor(platform, filters);
      const data = { found, renderedAt: renderedAt(pages) };
      const file = await thread.render(`/dashboard?${search}`, edition, { path: '/dashboard', data });
      return { status: 200, file, shows: new Set(found.users.map(({ userId }) => userId)) };
    });
  } catch (error) {
    refuseWhereLater(error);
    platform.log.error({ err: error }, 'a page was sent without its content');
    return null;
  }
}
