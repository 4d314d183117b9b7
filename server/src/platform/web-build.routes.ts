import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type PageLocale, readersLocale } from './page-locale.ts';
import { readyFile, shellIn, type WebBuild, type WebFile } from './web-build.ts';

// Addresses of the server: an unknown one below these is an error, never the app's page.
const serverAddress = /^\/(?:v1|socket\.io|health|metrics|docs|dev|calendar|media|audio|locale)(?:\/|$)/;
// The one page of the app that lives among them: the gallery of its components.
const gallery = '/dev/ui';

const notBuilt = 'The web app has not been built. Run "npm start", which builds and serves it.\n';

/**
 * Serves the web app at every address nothing else answers. What is neither a file nor a page of the app goes to the
 * not-found handler.
 */
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

/** Only ever a key of the map in memory, so an address cannot reach a file outside the build. */
function addressOf(url: string): string | null {
  const [path = '/'] = url.split('?', 1);
  try {
    const address = decodeURIComponent(path);
    return address.length > 1 ? address.replace(/\/$/, '') : address;
  } catch {
    return null;
  }
}

/** Whether the app's page is the right answer at an address that no file has. */
export function isPageOfTheApp(address: string, accept = '*/*'): boolean {
  if (address.startsWith('/assets/')) return false;
  if (serverAddress.test(address) && address !== gallery) return false;
  if (/\btext\/html\b/i.test(accept)) return true;
  // curl and monitors accept anything; a script or picture that is missing must still be a 404.
  const lastSegment = address.slice(address.lastIndexOf('/') + 1);
  return accept.includes('*/*') && !lastSegment.includes('.');
}

/** Serves what stays as it is while the server runs: made and compressed when it is first asked for. */
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

/** Sends the smallest form that is accepted, or nothing when it is known already. */
export function sendWebFile(request: FastifyRequest, reply: FastifyReply, file: WebFile): FastifyReply {
  const encoding = chooseEncoding(request.headers['accept-encoding'], file);
  reply
    .header('cache-control', file.cacheControl)
    .header('vary', isPage(file) ? pageVary : 'accept-encoding');
  // Also with 304: a browser replaces the headers that it has by those.
  if (file.policy) reply.header('content-security-policy', file.policy);
  const known = knownTag(request.headers['if-none-match'], file, encoding);
  if (known) return reply.header('etag', known).code(304).send();
  if (encoding) reply.header('content-encoding', encoding);
  const body = (encoding && file.encoded[encoding]) ?? file.body;
  return reply.header('etag', tagOf(file, encoding)).header('content-type', file.contentType).send(body);
}

// The forms differ in bytes, so they differ in tag: a cache must not join a range of one to another.
const tagOf = ({ etag }: WebFile, encoding: string | null): string =>
  encoding ? `"${etag}-${encoding}"` : `"${etag}"`;

/** The tag of the form that is known already, whichever it is: a form may have come later than another. */
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
