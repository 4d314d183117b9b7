import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { contentTypeOf } from './content-types.ts';
import { unlessMissing } from './durable-files.ts';
import { escapeHtml } from './html-escape.ts';

type Encoding = 'br' | 'gzip';

/** A file of the build with its compressed encodings, in memory. */
export interface WebFile {
  contentType: string;
  cacheControl: string;
  etag: string;
  body: Buffer;
  encoded: Partial<Record<Encoding, Buffer>>;
  /** A separate content security policy, where its inline scripts differ from the build's. */
  policy?: string;
}

/** The built web app, read once at start. */
export interface WebBuild {
  /** By URL path, such as `/assets/root-1a2b.js`. Empty without a build. */
  files: ReadonlyMap<string, WebFile>;
  /** By language: the page that starts the app at any of its URLs. */
  shells: ReadonlyMap<string, WebFile>;
  /** Content security policy sources for the inline scripts of the shells. */
  inlineScriptHashes: string[];
}

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);
// Nearly as small as the best quality, in a tenth of the time.
const brotliQuality = 5;
/** `locales/es/index.html` is the Spanish shell, `index.html` the English one. Neither has its own URL. */
const shellName = /^(?:locales\/([\w-]+)\/)?index\.html$/;
const oneYear = 'public, max-age=31536000, immutable';

/** Loads the build. A missing build is not an error: the server runs and reports it when a page is requested. */
export async function loadWebBuild(folder: string): Promise<WebBuild> {
  const names = await fileNames(folder);
  const present = new Set(names);
  const files = new Map<string, WebFile>();
  const shells = new Map<string, WebFile>();

  const readVariant = async (name: string) =>
    present.has(name) ? await readFile(join(folder, name)) : undefined;
  const read = await Promise.all(
    names
      .filter((name) => !/\.(?:br|gz)$/.test(name))
      .map(async (name) => ({
        name,
        body: await readFile(join(folder, name)),
        br: await readVariant(`${name}.br`),
        gz: await readVariant(`${name}.gz`),
      })),
  );
  for (const { name, body, br, gz } of read) {
    const file: WebFile = {
      contentType: contentTypeOf(name) ?? 'application/octet-stream',
      // Names under assets/ contain a content hash; other names stay the same when the content changes.
      cacheControl: name.startsWith('assets/') ? oneYear : 'no-cache',
      etag: etagOf(body),
      body,
      encoded: { ...(br && { br }), ...(gz && { gzip: gz }) },
    };
    const [isShell, locale = 'en'] = shellName.exec(name) ?? [];
    if (isShell) shells.set(locale, file);
    else files.set(`/${name}`, file);
  }
  const scripts = [...shells.values()].flatMap(({ body }) => scriptHashes(body.toString('utf8')));
  return { files, shells, inlineScriptHashes: [...new Set(scripts)] };
}

/** Adds meta elements to the shells, which are built before the configuration is known. */
export async function withHead(
  build: WebBuild,
  tags: readonly Readonly<Record<string, string>>[],
): Promise<WebBuild> {
  if (tags.length === 0) return build;
  const html = tags
    .map((tag) =>
      Object.entries(tag)
        .map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
        .join(''),
    )
    .map((attributes) => `<meta${attributes}/>`)
    .join('');
  const shells = await Promise.all(
    [...build.shells].map(async ([locale, { body, contentType }]): Promise<[string, WebFile]> => {
      const text = body.toString('utf8').replace('</head>', () => `${html}</head>`);
      return [locale, await readyFile(contentType, text)];
    }),
  );
  return { ...build, shells: new Map(shells) };
}

export const shellIn = ({ shells }: WebBuild, locale: string): WebFile | undefined =>
  shells.get(locale) ?? shells.get('en');

/** Creates an in-memory file with its encodings. Compression runs on the thread pool. */
export async function readyFile(contentType: string, text: string): Promise<WebFile> {
  const body = Buffer.from(text);
  const [br, gz] = await Promise.all([compressBest(body), deflate(body, { level: 9 })]);
  return { contentType, cacheControl: 'no-cache', etag: etagOf(body), body, encoded: { br, gzip: gz } };
}

/** Compresses at the best quality, which is slower. */
export const compressBest = (body: Buffer): Promise<Buffer> =>
  brotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  });

export function etagOf(body: Uint8Array): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, 27);
}

async function fileNames(folder: string): Promise<string[]> {
  const entries = await unlessMissing(readdir(folder, { withFileTypes: true, recursive: true }));
  return (entries ?? [])
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((name) => !name.split('/').some((segment) => segment.startsWith('.')));
}

/** Returns content security policy sources for the inline scripts of a page, as React writes them. */
export function scriptHashes(html: string): string[] {
  return html
    .split('<script')
    .slice(1)
    .map((script) => {
      // Browsers hash the parsed script, in which every line end is \n.
      const content = script.slice(script.indexOf('>') + 1, script.indexOf('</script>'));
      return `'sha256-${createHash('sha256').update(content.replace(/\r\n?/g, '\n')).digest('base64')}'`;
    });
}
