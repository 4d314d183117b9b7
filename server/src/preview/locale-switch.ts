import type { IncomingHttpHeaders } from 'node:http';
import { ApiError } from '@parlance/contract/errors';
import type { Http } from '#platform/http';
import { localeCookie, type PageLocale } from '#platform/page-locale';

const yearSeconds = 365 * 24 * 3600;
const formMaxBytes = 4096;

interface Switch {
  offered: readonly PageLocale[];
  publicUrl: string;
}

/** The choice of a language by a plain form, which works before the app has come and without it. */
export function registerLocaleSwitch(http: Http, { offered, publicUrl }: Switch): void {
  const isSecure = publicUrl.startsWith('https:') ? '; Secure' : '';
  void http.register((own, _options, done) => {
    own.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: formMaxBytes },
      (_request, body, parsed) => parsed(null, new URLSearchParams(String(body))),
    );
    own.post(`/${localeCookie}`, { config: { cost: 1 } }, async (request, reply) => {
      // Another site may send its visitors here, not change their language.
      if (request.headers['sec-fetch-site'] === 'cross-site') throw new ApiError('NotAllowed');
      const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
      const chosen = offered.find((locale) => locale === form.get('locale'));
      if (!chosen) throw new ApiError('RequestDataInvalid');
      return reply
        .header(
          'set-cookie',
          `${localeCookie}=${chosen}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax${isSecure}`,
        )
        .header('cache-control', 'no-store')
        .redirect(ownPath(form.get('to')) ?? ownPath(referredFrom(request.headers)) ?? '/', 303);
    });
    done();
  });
}

/** The address of the page with the form, as its browser says it; only where that page is ours. */
function referredFrom({ referer, host }: IncomingHttpHeaders): string | null {
  const page = URL.parse(referer ?? '');
  return page && page.host === host ? page.pathname + page.search : null;
}

/** A path on this server without the language it names, or null: nobody is sent elsewhere. */
export function ownPath(address: string | null): string | null {
  if (!address?.startsWith('/')) return null;
  const base = 'http://own.invalid';
  // A browser takes `//`, `/\\` and a path with a line break in it for another host; so does this.
  const parsed = URL.parse(address, base);
  if (parsed?.origin !== base || parsed.pathname.startsWith('//')) return null;
  parsed.searchParams.delete('lang');
  return parsed.pathname + parsed.search + parsed.hash;
}
