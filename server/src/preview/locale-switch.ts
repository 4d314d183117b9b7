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

/** Switches the language by a plain form, which works before the app loads or without it. */
export function registerLocaleSwitch(http: Http, { offered, publicUrl }: Switch): void {
  const isSecure = publicUrl.startsWith('https:') ? '; Secure' : '';
  void http.register((own, _options, done) => {
    own.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: formMaxBytes },
      (_request, body, parsed) => parsed(null, new URLSearchParams(String(body))),
    );
    own.post(`/${localeCookie}`, { config: { cost: 1 } }, async (request, reply) => {
      // Cross-site links are allowed, but another site cannot change the language.
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

/** The address of the page with the form from the Referer header, if it is on this host. */
function referredFrom({ referer, host }: IncomingHttpHeaders): string | null {
  const page = URL.parse(referer ?? '');
  return page && page.host === host ? page.pathname + page.search : null;
}

/** A path on this server without its language parameter, or null, which prevents open redirects. */
export function ownPath(address: string | null): string | null {
  if (!address?.startsWith('/')) return null;
  const base = 'http://own.invalid';
  // Parsed as a browser does: `//`, `/\\` and paths with line breaks lead to another host.
  const parsed = URL.parse(address, base);
  if (parsed?.origin !== base || parsed.pathname.startsWith('//')) return null;
  parsed.searchParams.delete('lang');
  return parsed.pathname + parsed.search + parsed.hash;
}
