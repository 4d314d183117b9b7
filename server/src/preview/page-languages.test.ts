import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Community, startCommunity } from '#test/personas';
import { serveBuild } from '#test/web-build';
import { ownPath } from './locale-switch.ts';

const publicUrl = 'https://parlance.example.org';
const serverBuild = `
const attributes = (tag) => Object.entries(tag).map(([name, value]) => name.toLowerCase() + '="' + value + '"').join(' ');
export const readSearch = (search) => ({ filters: { learning: true }, search: '' });
export const renderPage = async ({ address, words, head }) =>
  '<html lang="' + words.locale + '"><head>' +
  head.map((tag) => '<' + ('rel' in tag ? 'link' : 'meta') + ' ' + attributes(tag) + '>').join('') +
  '</head><body>' + address + '</body></html>';
`;
const shell = (lang: string) =>
  `<!DOCTYPE html><html lang="${lang}"><head><title>Parlance</title></head><body>app</body></html>`;

let community: Community;
let ask: (options: InjectOptions) => Promise<LightMyRequestResponse>;

/** The real routes over a build with these languages. */
async function serve(env: Record<string, string>, built = ['en', 'es', 'en-XA']): Promise<void> {
  community = await startCommunity({ env: { PUBLIC_URL: publicUrl, ...env } });
  const files: Record<string, string> = { 'index.js': serverBuild };
  for (const lang of built) files[`${lang === 'en' ? '' : `locales/${lang}/`}index.html`] = shell(lang);
  const http = await serveBuild(community, files);
  ask = (options) => http.inject({ ...options, headers: { accept: 'text/html', ...options.headers } });
}

const langOf = ({ body }: LightMyRequestResponse) => /<html lang="([\w-]+)"/.exec(body)?.[1];
const canonicalOf = ({ body }: LightMyRequestResponse) => /rel="canonical" href="([^"]*)"/.exec(body)?.[1];

describe('the language of a page', () => {
  beforeEach(() => serve({ PSEUDO_LOCALES: 'on' }));

  test.each([
    ['/features', {}, 'en'],
    ['/features', { 'accept-language': 'es-MX,es;q=0.9,en;q=0.5' }, 'es'],
    ['/features', { 'accept-language': 'es', cookie: 'a=b; locale=en' }, 'en'],
    ['/features', { 'accept-language': 'en', cookie: 'xlocale=en-XA; locale=es' }, 'es'],
    ['/features?lang=es', { cookie: 'locale=en-XA' }, 'es'],
    ['/features?lang=en', { cookie: 'locale=es' }, 'en'],
    ['/features?lang=xx', { cookie: 'locale=es' }, 'es'],
    // No build has this language, so the page falls back.
    ['/features?lang=de', { 'accept-language': 'de' }, 'en'],
    ['/dashboard?query=a&lang=es', {}, 'es'],
    ['/login', { cookie: 'locale=es' }, 'es'],
    ['/login?lang=es', {}, 'en'],
    ['/nowhere/at/all', { 'accept-language': 'es' }, 'es'],
    ['/', { cookie: 'locale=es' }, 'es'],
    ['/profile/somebody', { cookie: 'locale=es' }, 'es'],
  ])('at %s with %o is %s', async (url, headers, expected) => {
    const answer = await ask({ url, headers });
    expect(langOf(answer)).toBe(expected);
    expect(answer.headers.vary).toBe('accept-encoding, accept-language, cookie');
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  test('is not served at an address of its own, and is known by a tag of its own', async () => {
    const [english, spanish] = [await ask({ url: '/features' }), await ask({ url: '/features?lang=es' })];
    expect(english.headers.etag).not.toBe(spanish.headers.etag);
    expect(langOf(await ask({ url: '/locales/es/index.html' }))).toBe('en');
    const known = { 'if-none-match': String(spanish.headers.etag) };
    expect((await ask({ url: '/features', headers: known })).statusCode).toBe(200);
    expect((await ask({ url: '/features?lang=es', headers: known })).statusCode).toBe(304);
  });

  test('is that of what the server renders, also when another language was asked for a moment ago', async () => {
    const { userId } = await community.signUp('ana@example.org', { name: 'Ana', description: 'Hello' });
    for (const lang of ['en', 'es', 'en-XA', 'es']) {
      const [found, profile] = await Promise.all([
        ask({ url: `/dashboard?lang=${lang}` }),
        ask({ url: `/profile/${userId}?lang=${lang}` }),
      ]);
      expect([langOf(found), langOf(profile)]).toEqual([lang, lang]);
    }
  });

  test('has an address that search engines find from every other one', async () => {
    const { userId } = await community.signUp('ana@example.org', { name: 'Ana', description: 'Hello' });
    for (const path of ['/features', '/dashboard', `/profile/${userId}`]) {
      const address = publicUrl + path;
      for (const [query, canonical] of [
        ['', address],
        ['?lang=en', address],
        ['?lang=es', `${address}?lang=es`],
        ['?query=a&lang=es', `${address}?lang=es`],
      ] as const) {
        const answer = await ask({ url: path + query, headers: { cookie: 'locale=es' } });
        expect(canonicalOf(answer)).toBe(canonical);
        const links = answer.body.matchAll(/rel="alternate" hreflang="([\w-]+)" href="([^"]*)"/g);
        expect([...links].map(([, lang, href]) => [lang, href])).toEqual([
          ['en', address],
          ['es', `${address}?lang=es`],
          ['en-XA', `${address}?lang=en-XA`],
          ['x-default', address],
        ]);
      }
    }
    const spanish = await ask({ url: `/profile/${userId}?lang=es` });
    expect(spanish.body).toContain('<meta name="robots" content="noarchive, noimageindex">');
    expect(spanish.body).toContain('<meta property="og:locale" content="es_ES">');
    const { body } = await ask({ url: '/sitemap.xml' });
    expect(body).toContain(`<loc>${publicUrl}/features?lang=es</loc>`);
    expect(body.match(/hreflang="x-default"/g)).toHaveLength(9);
  });
});

test('where English alone is built nothing speaks of others', async () => {
  await serve({}, ['en']);
  const answer = await ask({
    url: '/features?lang=es',
    headers: { 'accept-language': 'es', cookie: 'locale=es' },
  });
  expect([langOf(answer), canonicalOf(answer)]).toEqual(['en', `${publicUrl}/features`]);
  expect(answer.body).not.toContain('hreflang');
  expect((await ask({ url: '/sitemap.xml' })).body).not.toContain('xhtml');
});

describe('the choice of a language by a form', () => {
  beforeEach(() => serve({ PSEUDO_LOCALES: 'on' }));

  const choose = (form: Record<string, string>, headers: Record<string, string> = {}) =>
    ask({
      method: 'POST',
      url: '/locale',
      payload: new URLSearchParams(form).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        host: 'parlance.example.org',
        ...headers,
      },
    });

  test('sets the cookie for a year and leads back without the language in the address', async () => {
    const answer = await choose({ locale: 'es', to: '/dashboard?query=a&lang=en' });
    expect(answer.statusCode).toBe(303);
    expect(answer.headers).toMatchObject({
      location: '/dashboard?query=a',
      'set-cookie': 'locale=es; Path=/; Max-Age=31536000; SameSite=Lax; Secure',
      'cache-control': 'no-store',
    });
  });

  test('leads back to the page it was on where the page does not say it', async () => {
    const from = (referer: string) => choose({ locale: 'es' }, { referer });
    expect((await from(`${publicUrl}/dashboard?type=natives`)).headers.location).toBe(
      '/dashboard?type=natives',
    );
    expect((await from('https://elsewhere.example/dashboard')).headers.location).toBe('/');
    expect((await from('nonsense')).headers.location).toBe('/');
  });

  test('takes no language that is not offered, and no order from another site', async () => {
    for (const form of [{ locale: 'de' }, { locale: 'es; Domain=x' }, {}]) {
      const answer = await choose({ ...form } as Record<string, string>);
      expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([400, undefined]);
    }
    const foreign = await choose({ locale: 'es' }, { 'sec-fetch-site': 'cross-site' });
    expect([foreign.statusCode, foreign.headers['set-cookie']]).toEqual([403, undefined]);
  });

  test.each([
    ['//evil.example', null],
    ['/\\evil.example', null],
    ['/\t/evil.example', null],
    ['/\n/evil.example', null],
    ['\\\\evil.example', null],
    ['https://evil.example', null],
    ['javascript:alert(1)', null],
    ['/..//evil.example', null],
    ['/.//evil.example', null],
    ['evil.example', null],
    ['', null],
    ['/a?to=//evil.example', '/a?to=//evil.example'],
    ['/@evil.example', '/@evil.example'],
    ['/a\r\nset-cookie: b', '/aset-cookie:%20b'],
    ['/dashboard?lang=es#main', '/dashboard#main'],
  ])('does not redirect to another site by %j', async (to, expected) => {
    expect(ownPath(to)?.replace('%2F%2F', '//')).toBe(expected ?? undefined);
    const { location } = (await choose({ locale: 'es', to })).headers;
    expect(new URL(String(location), publicUrl).origin).toBe(publicUrl);
  });
});
