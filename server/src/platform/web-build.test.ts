import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { precompress } from './precompress.ts';
import { registerWebBuild } from './web-build.routes.ts';
import { loadWebBuild } from './web-build.ts';

const script = 'export const words = 1;\n'.repeat(200);
const inlineScript = 'window.started = "<b>";\nstart();';
const spaPage = `<!doctype html><title>app</title><script>${inlineScript}</script>`;
const spanishPage = `<!doctype html><title>la aplicación</title><script type="module">\r\nimport "/assets/root-1.js"\r\n</script>`;
const buildFiles: Record<string, string> = {
  'index.html': spaPage,
  'locales/es/index.html': spanishPage,
  'assets/root-1.js': script,
  'assets/tiny-2.css': 'p{}',
  'assets/font-3.woff2': 'x'.repeat(3000),
  'robots.txt': 'User-agent: *',
  '.vite/manifest.json': '{}',
};

let folder: string;
let fastify: FastifyInstance;

async function writeBuild(to: string, files: Record<string, string>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(to, name)), { recursive: true });
    await writeFile(join(to, name), content);
  }
}

async function serve(from: string): Promise<FastifyInstance> {
  const created = Fastify();
  registerWebBuild(created, await loadWebBuild(from), ['en', 'es']);
  created.get('/v1/data', async () => ({}));
  created.setNotFoundHandler((_request, reply) => reply.code(404).send({ code: 4000 }));
  return created;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parlance-web-'));
  await writeFile(join(folder, 'secret.txt'), 'secret');
  await writeBuild(join(folder, 'client'), buildFiles);
  await precompress(join(folder, 'client'));
  fastify = await serve(join(folder, 'client'));
});
afterAll(async () => {
  await fastify.close();
  await rm(folder, { recursive: true, force: true });
});

const browser = {
  accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
  'accept-encoding': 'gzip, deflate, br',
};
const get = (url: string, headers: Record<string, string> = {}) => fastify.inject({ url, headers });

describe('the built web app', () => {
  test('hashed assets are kept for a year, pages are asked for again each time', async () => {
    const asset = await get('/assets/root-1.js');
    expect(asset.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
      'content-length': String(script.length),
      vary: 'accept-encoding',
    });
    expect(asset.body).toBe(script);
    const page = await get('/login', browser);
    expect(page.headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-type': 'text/html; charset=utf-8',
    });
    expect((await get('/robots.txt')).headers['cache-control']).toBe('no-cache');
  });

  test('pages get the app, in the language of the reader', async () => {
    for (const url of [
      '/',
      '/dashboard',
      '/profile/0197',
      '/dev/ui',
      '/some.thing',
      '/v1x',
      '/index.html/x',
    ]) {
      const page = await get(url, browser);
      expect(page.statusCode).toBe(200);
      expect(page.body).toBe(spaPage);
    }
    expect((await get('/dashboard', { ...browser, 'accept-language': 'es' })).body).toBe(spanishPage);
    expect((await get('/dashboard', { accept: '*/*' })).body).toBe(spaPage);
    expect((await get('/dashboard')).body).toBe(spaPage);
  });

  test.each([
    '/v1/nowhere',
    '/v1',
    '/socket.io/x',
    '/health/x',
    '/metrics',
    '/docs/x',
    '/dev/outbox',
    '/calendar/x.ics',
    '/media/x',
    '/audio/x',
    '/locale/x',
    '/assets/gone-9.js',
    '/%',
  ])('%s is never the page of the app', async (url) => {
    const response = await get(url, browser);
    expect(response.statusCode).toBeGreaterThanOrEqual(400);
    expect(response.body).not.toContain('<title>');
  });

  test('a missing script, picture or JSON is not found', async () => {
    for (const [url, accept] of [
      ['/gone.js', '*/*'],
      ['/gone.png', 'image/avif,image/webp,*/*;q=0.8'],
      ['/dashboard', 'application/json'],
    ] as const) {
      expect((await get(url, { accept })).json()).toEqual({ code: 4000 });
    }
  });

  test('the smallest accepted form is sent', async () => {
    const brotli = await get('/assets/root-1.js', { 'accept-encoding': 'gzip, deflate, br' });
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(script);
    expect(brotli.headers['content-length']).toBe(String(brotli.rawPayload.length));
    const gzip = await get('/assets/root-1.js', { 'accept-encoding': 'br;q=0, gzip;q=0.5' });
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(script);
    expect((await get('/assets/root-1.js', { 'accept-encoding': '*' })).headers['content-encoding']).toBe(
      'br',
    );
    for (const encoding of ['identity', '*;q=0', 'brotli']) {
      const plain = await get('/assets/root-1.js', { 'accept-encoding': encoding });
      expect(plain.headers['content-encoding']).toBeUndefined();
      expect(plain.body).toBe(script);
    }
  });

  test('only text above one kilobyte is compressed, and the compressed forms have no address', async () => {
    expect((await readdir(join(folder, 'client', 'assets'))).sort()).toEqual([
      'font-3.woff2',
      'root-1.js',
      'root-1.js.br',
      'root-1.js.gz',
      'tiny-2.css',
    ]);
    expect((await get('/assets/root-1.js.br')).statusCode).toBe(404);
    expect((await get('/assets/tiny-2.css', browser)).body).toBe('p{}');
  });

  test('a matching ETag gets 304', async () => {
    const first = await get('/login', browser);
    const etag = String(first.headers.etag);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await get('/login', { ...browser, 'if-none-match': known });
      expect(again.statusCode).toBe(304);
      expect(again.body).toBe('');
      expect(again.headers.etag).toBe(etag);
    }
    expect((await get('/login', { ...browser, 'if-none-match': '"other"' })).statusCode).toBe(200);
    const tags = [browser['accept-encoding'], 'gzip', 'identity'].map(
      async (encoding) => (await get('/assets/root-1.js', { 'accept-encoding': encoding })).headers.etag,
    );
    expect(new Set(await Promise.all(tags)).size).toBe(3);
  });

  test('HEAD answers the headers of GET', async () => {
    const head = await fastify.inject({ method: 'HEAD', url: '/assets/root-1.js' });
    expect(head.statusCode).toBe(200);
    expect(head.headers['content-length']).toBe(String(script.length));
    expect(head.body).toBe('');
  });

  test.each(['/../secret.txt', '/%2e%2e/secret.txt', '/assets/..%2f..%2fsecret.txt', '/.vite/manifest.json'])(
    'nothing outside the build is served at %s',
    async (url) => {
      const response = await get(url);
      expect(response.statusCode).toBe(404);
      expect(response.body).not.toContain('secret');
    },
  );

  test('inline scripts are known by the hash a browser would compute', async () => {
    const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    const build = await loadWebBuild(join(folder, 'client'));
    expect(build.inlineScriptHashes.sort()).toEqual(
      [hashOf(inlineScript), hashOf('\nimport "/assets/root-1.js"\n')].sort(),
    );
  });

  test('without a build the server says what to run, and the API works', async () => {
    const served = await serve(join(folder, 'not-there'));
    const page = await served.inject({ url: '/login', headers: browser });
    expect(page.statusCode).toBe(503);
    expect(page.body).toContain('Run "npm start"');
    expect((await served.inject('/v1/data')).statusCode).toBe(200);
    expect((await served.inject('/v1/nowhere')).statusCode).toBe(404);
    await served.close();
  });
});
