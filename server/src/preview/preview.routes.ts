import { ApiError } from '@parlance/contract/errors';
import { uuid } from '@parlance/contract/text';
import { isOnWire } from '@parlance/contract/wire';
import type { PageWriter } from '@parlance/contract/written-page';
import { getProfileOf, searchAsVisitor } from '#people/people';
import { escapeHtml } from '#platform/html-escape';
import type { Http } from '#platform/http';
import type { Platform } from '#platform/platform';
import { type PageHead, type WebBuild, type WebFile, withHead } from '#platform/web-build';
import { isPageOfTheApp, sendWebFile } from '#platform/web-build.routes';
import { type KeptPages, keepPages, type Page } from './kept-pages.ts';
import { openPageWriter, toHtml } from './page-writer.ts';
import { nobodyHead, pageHead, profileHead, publicPages } from './preview.ts';

// The build writes out the beginning of this screen; any page of the app would do.
const profileTemplate = '/__profile.html';

interface Pages {
  platform: Platform;
  /** Null where a page goes out without what it shows, which the app then fetches. */
  loadWriter(): Promise<PageWriter | null>;
  kept: KeptPages;
}

/** What visitors see before the app has come, and those who only read the head of a page or ask which pages there are. */
export async function registerPreviews(
  http: Http,
  platform: Platform,
  build: WebBuild,
  writerFolder: string,
): Promise<void> {
  const { publicUrl } = platform.config;
  const pages: Pages = {
    platform,
    loadWriter: openPageWriter(writerFolder),
    kept: keepPages(platform.clock),
  };
  for (const page of publicPages) {
    const file = build.files.get(page.path);
    if (!file) continue;
    const head = pageHead(page, publicUrl);
    const plain = await withHead(file, head);
    const write = (written: string) => withHead(file, { ...head, written });
    http.get(page.path, async (request, reply) => {
      const written = page.path === '/dashboard' ? await writeSearch(pages, request.url, write) : null;
      return sendWebFile(request, reply, written?.file ?? plain);
    });
  }
  const template = build.files.get(profileTemplate) ?? build.fallback;
  if (template) await registerProfiles(http, pages, template);

  http.get('/robots.txt', async (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .send(`User-agent: *\nDisallow: /calendar/\nDisallow: /dev/\n\nSitemap: ${publicUrl}/sitemap.xml\n`),
  );
  const addresses = publicPages.map(({ path }) => `<url><loc>${escapeHtml(publicUrl + path)}</loc></url>`);
  http.get('/sitemap.xml', async (_request, reply) =>
    reply
      .type('application/xml; charset=utf-8')
      .send(
        `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${addresses.join('')}</urlset>\n`,
      ),
  );
}

async function registerProfiles(http: Http, pages: Pages, template: WebFile): Promise<void> {
  const plain = await withHead(template, nobodyHead);
  const nobody: Page = { status: 404, file: plain };
  http.get<{ Params: { userId: string } }>('/profile/:userId', async (request, reply) => {
    // Without its query: a dot in what a messenger appends to a link makes it no file.
    const [path = ''] = request.url.split('?', 1);
    if (!isPageOfTheApp(path, request.headers.accept)) return reply.callNotFound();
    const { userId } = request.params;
    const page = isOnWire(uuid, userId)
      ? await pages.kept.get(`profile ${userId}`, async () => {
          const head = await headOf(pages, userId);
          return head === 'nobody' ? nobody : head && { status: 200, file: await withHead(template, head) };
        })
      : nobody;
    return sendWebFile(request, reply.code(page?.status ?? 200), page?.file ?? plain);
  });
}

/** Null where a database that does not answer costs the preview, not the page. */
async function headOf({ platform, loadWriter }: Pages, userId: string): Promise<PageHead | 'nobody' | null> {
  try {
    const profile = await getProfileOf(platform, null, userId);
    const writer = await loadWriter();
    const written = writer ? toHtml(writer.writeProfile(profile)) : undefined;
    return { ...profileHead(profile, platform.config.publicUrl), written };
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
  write: (written: string) => Promise<WebFile>,
): Promise<Page | null> {
  try {
    const writer = await loadWriter();
    const [, search = ''] = url.split('?', 2);
    if (!writer) return null;
    const asked = writer.readSearch(search);
    return await kept.get(`search ${asked.search}`, async () => {
      const found = await searchAsVisitor(platform, asked.filters);
      return { status: 200, file: await write(toHtml(writer.writeDashboard(asked.search, found))) };
    });
  } catch (error) {
    platform.log.error({ err: error }, 'a page went out without what it shows');
    return null;
  }
}
