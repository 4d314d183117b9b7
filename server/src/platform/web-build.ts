import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { contentTypeOf } from './content-types.ts';
import { unlessMissing } from './durable-files.ts';

type Encoding = 'br' | 'gzip';

/** A file of the build with its precompressed forms, all in memory. */
export interface WebFile {
  contentType: string;
  cacheControl: string;
  etag: string;
  body: Buffer;
  encoded: Partial<Record<Encoding, Buffer>>;
  /** A content security policy of its own, where its inline scripts are not those of the build. */
  policy?: string;
}

/** The built web app, read once at start. */
export interface WebBuild {
  /** By address, such as `/assets/root-1a2b.js` or `/features`. Empty when nothing was built. */
  files: ReadonlyMap<string, WebFile>;
  /** The pages of each other language by address, as far as they differ. */
  localized: ReadonlyMap<string, ReadonlyMap<string, WebFile>>;
  /** The page that starts the app at any address of its own. */
  fallback: WebFile | null;
  /** Sources for the content security policy: the build's pages start themselves with inline scripts. */
  inlineScriptHashes: string[];
  inlineStyleHashes: string[];
}

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);
// Nearly as small as the best, at a tenth of the time.
const brotliQuality = 5;
/** `locales/es/features/index.html` is the Spanish page at `/features`, and at no address of its own. */
const localizedName = /^locales\/([\w-]+)\/(.+)$/;
const oneYear = 'public, max-age=31536000, immutable';

/** A folder without a build is not an error: the server runs, and says what is missing when a page is asked for. */
export async function loadWebBuild(folder: string): Promise<WebBuild> {
  const names = await fileNames(folder);
  const present = new Set(names);
  const files = new Map<string, WebFile>();
  const localized = new Map<string, Map<string, WebFile>>();
  const scripts = new Set<string>();
  const styles = new Set<string>();

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
    const [, locale = '', inLocale = name] = localizedName.exec(name) ?? [];
    const filesOf = locale ? (localized.get(locale) ?? new Map<string, WebFile>()) : files;
    if (locale) localized.set(locale, filesOf);
    filesOf.set(addressOf(inLocale), {
      contentType: contentTypeOf(name) ?? 'application/octet-stream',
      // Names under assets/ carry a hash of their content; everything else keeps its name when it changes.
      cacheControl: name.startsWith('assets/') ? oneYear : 'no-cache',
      etag: etagOf(body),
      body,
      encoded: { ...(br && { br }), ...(gz && { gzip: gz }) },
    });
    if (name.endsWith('.html')) {
      for (const hash of inlineHashes(body.toString('utf8'), 'script')) scripts.add(hash);
      for (const hash of inlineHashes(body.toString('utf8'), 'style')) styles.add(hash);
    }
  }

  return {
    files,
    localized,
    fallback: files.get('/') ?? null,
    inlineScriptHashes: [...scripts],
    inlineStyleHashes: [...styles],
  };
}

/** A page in a language, or the only one there is. */
export const pageIn = (build: WebBuild, locale: string, address: string): WebFile | undefined =>
  build.localized.get(locale)?.get(address) ?? build.files.get(address);

/** The page that starts the app in a language. */
export const fallbackIn = (build: WebBuild, locale: string): WebFile | null =>
  build.localized.get(locale)?.get('/') ?? build.fallback;

/** Something that stays as it is while the server runs, with its compressed forms. Compressing has threads of its own. */
export async function readyFile(contentType: string, text: string): Promise<WebFile> {
  const body = Buffer.from(text);
  const [br, gz] = await Promise.all([compressBest(body), deflate(body, { level: 9 })]);
  return { contentType, cacheControl: 'no-cache', etag: etagOf(body), body, encoded: { br, gzip: gz } };
}

/** The smaller of the two forms, which takes longer. */
export const compressBest = (body: Buffer): Promise<Buffer> =>
  brotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  });

/** By which a body is known. */
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

/** `features/index.html` is served at `/features`. */
function addressOf(name: string): string {
  if (name === 'index.html') return '/';
  return `/${name.replace(/\/index\.html$/, '')}`;
}

/** Sources for the content security policy: the inline elements of a page. */
export function inlineHashes(html: string, tag: 'script' | 'style'): string[] {
  const elements = html.matchAll(new RegExp(`<${tag}\\b([^>]*)>([\\s\\S]*?)</${tag}\\s*>`, 'gi'));
  return [...elements]
    .filter(([, attributes = '']) => !/\ssrc\s*=/i.test(attributes))
    .map(([, , content = '']) => {
      // Browsers hash what their parser gives them, and it turns every line end into \n.
      const parsed = content.replace(/\r\n?/g, '\n');
      return `'sha256-${createHash('sha256').update(parsed).digest('base64')}'`;
    });
}
