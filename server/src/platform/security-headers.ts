import type { FastifyInstance } from 'fastify';

export interface SecurityHeaderOptions {
  publicUrl: string;
  googleClientId?: string | undefined;
  analyticsUrl?: string | null;
  /** False keeps every page out of search engines. */
  isIndexed?: boolean;
  /** Sources such as `'sha256-…'` of a page's inline scripts. */
  inlineScriptHashes: string[];
}

// The origin of Google's sign-in script, button and dialog; allowed only where Google sign-in is configured.
const google = 'https://accounts.google.com/gsi';

/**
 * Returns the policy of the pages. Styles need no 'unsafe-inline': React sets `style` through the DOM, which the policy does not
 * restrict; style attributes in served HTML would be dropped, so rendered pages must have none.
 */
export function contentSecurityPolicy(options: SecurityHeaderOptions): string {
  const { protocol, host } = new URL(options.publicUrl);
  const isSecure = protocol === 'https:';
  const withGoogle = (path: string) => (options.googleClientId ? [`${google}${path}`] : []);
  const directives: Record<string, string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...options.inlineScriptHashes, ...withGoogle('/client')],
    'style-src': ["'self'", ...withGoogle('/style')],
    'img-src': ["'self'", 'data:', 'blob:'],
    'media-src': ["'self'", 'blob:'],
    'font-src': ["'self'"],
    // 'self' includes WebSockets only in newer browsers; older Safari versions need the explicit address.
    'connect-src': [
      "'self'",
      `${isSecure ? 'wss' : 'ws'}://${host}`,
      ...withGoogle('/'),
      ...(options.analyticsUrl ? [new URL(options.analyticsUrl).origin] : []),
    ],
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
    ...(options.googleClientId && { 'frame-src': withGoogle('/') }),
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    ...(isSecure && { 'upgrade-insecure-requests': [] }),
  };
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ');
}

const permissionsPolicy = [
  'microphone=(self)',
  'camera=(self)',
  ...['geolocation', 'payment', 'usb', 'midi', 'serial', 'display-capture'].map((feature) => `${feature}=()`),
].join(', ');

/** Sets headers in onRequest, so that errors have them too and a route can replace one. Call it on the root instance before any route. */
export function registerSecurityHeaders(fastify: FastifyInstance, options: SecurityHeaderOptions): void {
  const everywhere: Record<string, string> = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-resource-policy': 'same-origin',
    // A year, and only behind TLS: on plain http it would lock a developer out of localhost.
    ...(options.publicUrl.startsWith('https:') && {
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    }),
  };
  const pageHeaders = {
    ...everywhere,
    'content-security-policy': contentSecurityPolicy(options),
    'permissions-policy': permissionsPolicy,
    // Google's dialog is a popup that has to communicate with the page.
    'cross-origin-opener-policy': options.googleClientId ? 'same-origin-allow-popups' : 'same-origin',
    'x-frame-options': 'DENY',
    ...(options.isIndexed === false && { 'x-robots-tag': 'noindex' }),
  };
  // An API response is never a page: no scripts, no framing, no caching.
  const apiHeaders = {
    ...everywhere,
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cache-control': 'no-store',
  };
  fastify.addHook('onRequest', (request, reply, done) => {
    // The route as well, because /%761/data is routed as /v1/data; the URL as well, because no route can match it.
    const api = isApi(request.url) || isApi(request.routeOptions.url ?? '');
    reply.headers(api ? apiHeaders : pageHeaders);
    done();
  });
}

function isApi(url: string): boolean {
  return /^\/v1(?:[/?]|$)/.test(url);
}
