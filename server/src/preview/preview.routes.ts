import { ApiError } from '@parlance/contract/errors';
import { uuid } from '@parlance/contract/text';
import { isOnWire } from '@parlance/contract/wire';
import { getProfileOf } from '#people/people';
import { escapeHtml } from '#platform/html-escape';
import type { Http } from '#platform/http';
import type { Platform } from '#platform/platform';
import { type WebBuild, type WebFile, withHead } from '#platform/web-build';
import { isPageOfTheApp, sendWebFile } from '#platform/web-build.routes';
import { nobodyHead, pageHead, profileHead, publicPages } from './preview.ts';

// The build writes out the beginning of this screen; any page of the app would do.
const profileTemplate = '/__profile.html';

/** What those see who only read the head of a page, or ask which pages there are. */
export async function registerPreviews(http: Http, platform: Platform, build: WebBuild): Promise<void> {
  const { publicUrl } = platform.config;
  for (const page of publicPages) {
    const file = build.files.get(page.path);
    if (!file) continue;
    const described = await withHead(file, pageHead(page, publicUrl));
    http.get(page.path, async (request, reply) => sendWebFile(request, reply, described));
  }
  const template = build.files.get(profileTemplate) ?? build.fallback;
  if (template) registerProfiles(http, platform, template);

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

function registerProfiles(http: Http, platform: Platform, template: WebFile): void {
  http.get<{ Params: { userId: string } }>('/profile/:userId', async (request, reply) => {
    // Without its query: a dot in what a messenger appends to a link makes it no file.
    const [path = ''] = request.url.split('?', 1);
    if (!isPageOfTheApp(path, request.headers.accept)) return reply.callNotFound();
    const head = await headOf(platform, request.params.userId);
    if (head === null) return sendWebFile(request, reply.code(404), await withHead(template, nobodyHead));
    return sendWebFile(request, reply, await withHead(template, head));
  });
}

/** Null for nobody. A database that does not answer costs the preview, not the page. */
async function headOf(platform: Platform, userId: string) {
  if (!isOnWire(uuid, userId)) return null;
  try {
    return profileHead(await getProfileOf(platform, null, userId), platform.config.publicUrl);
  } catch (error) {
    if (error instanceof ApiError) return null;
    platform.log.error({ err: error }, 'a page went out without its preview');
    return nobodyHead;
  }
}
