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
  /** By address, such as `/assets/root-1a2b.js`. Empty when nothing was built. */
  files: ReadonlyMap<string, WebFile>;
  /** By language: the page that starts the app at any address of its own. */
  shells: ReadonlyMap<string, WebFile>;
  /** Sources for the content security policy: the shells start the app with inline scripts. */
  inlineScriptHashes: string[];
}

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);
// Nearly as small as the best, at a tenth of the time.
const brotliQuality = 5;
/** `locales/es/index.html` is the Spanish shell; `index.html` is the English one. Neither has an address of its own. */
const shellName = /^(?:locales\/([\w-]+)\/)?index\.html$/;
const oneYear = 'public, max-age=31536000, immutable';

/** A folder without a build is not an error: the server runs, and says what is missing when a page is asked for. */
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
      // Names under assets/ carry a hash of their content; everything else keeps its name when it changes.
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

/** The page that starts the app in a language. */
export const shellIn = ({ shells }: WebBuild, locale: string): WebFile | undefined =>
  shells.get(locale) ?? shells.get('en');

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

/** Sources for the content security policy: the inline scripts of a page, as React writes them. */
export function scriptHashes(html: string): string[] {
  return html
    .split('<script')
    .slice(1)
    .map((script) => {
      // Browsers hash what their parser gives them, and it turns every line end into \n.
      const content = script.slice(script.indexOf('>') + 1, script.indexOf('</script>'));
      return `'sha256-${createHash('sha256').update(content.replace(/\r\n?/g, '\n')).digest('base64')}'`;
    });
}
