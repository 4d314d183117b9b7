import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type PageLocale, readersLocale } from './page-locale.ts';
import { readyFile, shellIn, type WebBuild, type WebFile } from './web-build.ts';

// Server paths: an unknown URL below these is an error, never the app's page.
const serverAddress = /^\/(?:v1|socket\.io|health|metrics|docs|dev|calendar|media|audio|locale)(?:\/|$)/;
// The one app page below these paths: the component gallery.
const gallery = '/dev/ui';

const notBuilt = 'The web app has not been built. Run "npm start", which builds and serves it.\n';

/** Serves the web app for all unmatched URLs. Unknown files and pages go to the not-found handler. */
export function registerWebBuild(
  fastify: FastifyInstance,
  build: WebBuild,
  offered: readonly PageLocale[] = ['en'],
): void {
  fastify.get('/*', { config: { cost: 1 } }, async (request, reply) => {
    const address = addressOf(request.url);
    if (address === null) return reply.callNotFound();
    const file = build.files.get(address);
    if (file) return sendWebFile(request, reply, file);
    if (!isPageOfTheApp(address, request.headers.accept)) return reply.callNotFound();
    const shell = shellIn(build, readersLocale(request.headers, offered));
    if (shell) return sendWebFile(request, reply, shell);
    return reply
      .code(503)
      .header('cache-control', 'no-store')
      .type('text/plain; charset=utf-8')
      .send(notBuilt);
  });
}

/** Returns a key of the in-memory map, so a URL cannot reach a file outside the build. */
function addressOf(url: string): string | null {
  const [path = '/'] = url.split('?', 1);
  try {
    const address = decodeURIComponent(path);
    return address.length > 1 ? address.replace(/\/$/, '') : address;
  } catch {
    return null;
  }
}

/** Whether a URL without a file gets the app's page. */
export function isPageOfTheApp(address: string, accept = '*/*'): boolean {
  if (address.startsWith('/assets/')) return false;
  if (serverAddress.test(address) && address !== gallery) return false;
  if (/\btext\/html\b/i.test(accept)) return true;
  // curl and monitors accept anything; a missing script or picture must still be a 404.
  const lastSegment = address.slice(address.lastIndexOf('/') + 1);
  return accept.includes('*/*') && !lastSegment.includes('.');
}

/** Serves content that is constant while the server runs; created and compressed on first request. */
export function registerReady(
  fastify: FastifyInstance,
  address: string,
  make: () => { contentType: string; text: string; headers?: Record<string, string> },
): void {
  let ready: { file: Promise<WebFile>; headers: Record<string, string> } | undefined;
  const makeNow = () => {
    const { contentType, text, headers = {} } = make();
    return { file: readyFile(contentType, text), headers };
  };
  fastify.get(address, { config: { cost: 1 } }, async (request, reply) => {
    ready ??= makeNow();
    return sendWebFile(request, reply.headers(ready.headers), await ready.file);
  });
}

const pageVary = 'accept-encoding, accept-language, cookie';
const isPage = ({ contentType }: WebFile): boolean => contentType.startsWith('text/html');

/** Sends the smallest accepted encoding, or a 304. */
export function sendWebFile(request: FastifyRequest, reply: FastifyReply, file: WebFile): FastifyReply {
  const encoding = chooseEncoding(request.headers['accept-encoding'], file);
  reply
    .header('cache-control', file.cacheControl)
    .header('vary', isPage(file) ? pageVary : 'accept-encoding');
  // Also sent with a 304, whose headers replace the cached ones.
  if (file.policy) reply.header('content-security-policy', file.policy);
  const known = knownTag(request.headers['if-none-match'], file, encoding);
  if (known) return reply.header('etag', known).code(304).send();
  if (encoding) reply.header('content-encoding', encoding);
  const body = (encoding && file.encoded[encoding]) ?? file.body;
  return reply.header('etag', tagOf(file, encoding)).header('content-type', file.contentType).send(body);
}

// Encodings differ in bytes and so in tag: a cache must not combine ranges of two.
const tagOf = ({ etag }: WebFile, encoding: string | null): string =>
  encoding ? `"${etag}-${encoding}"` : `"${etag}"`;

/** Returns the client's cached tag of any encoding: an encoding can be added later. */
function knownTag(header: string | undefined, file: WebFile, wanted: string | null): string | undefined {
  if (header === undefined) return undefined;
  const given = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (given.includes('*')) return tagOf(file, wanted);
  return [wanted, 'br', 'gzip', null].map((form) => tagOf(file, form)).find((tag) => given.includes(tag));
}

function chooseEncoding(header = '', file: WebFile): 'br' | 'gzip' | null {
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    weights.set(name, weight === undefined ? 1 : Number(weight));
  }
  const isAccepted = (name: string) => (weights.get(name) ?? weights.get('*') ?? 0) > 0;
  return (['br', 'gzip'] as const).find((name) => file.encoded[name] && isAccepted(name)) ?? null;
}
