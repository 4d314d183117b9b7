import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { LightMyRequestResponse } from 'fastify';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { newId } from '#platform/ids';
import { type Community, startCommunity } from '#test/personas';
import { serveBuild } from '#test/web-build';

const page = (name: string) =>
  `<!DOCTYPE html><html><head><title>Parlance</title></head><body>${name}</body></html>`;
// The real one is a part of the web app, with tests of its own there.
const writer = `
const escape = (text) => text.replaceAll('<', '&lt;');
let written = 0;
export const readSearch = (search) => {
  const query = new URLSearchParams(search).get('query') ?? undefined;
  return { filters: { learning: true, query }, search: query ?? '' };
};
export const writeDashboard = (search, { users }) => {
  if (search === 'broken') throw new Error('cannot be written');
  if (search === 'deadly') process.exit(1);
  return { html: users.map(({ name }) => '<h3>' + escape(name) + '</h3>').join(''), answer: { users, written: ++written } };
};
export const writeProfile = (profile) => ({ html: '<h1>' + escape(profile.name) + '</h1>', answer: profile });
`;
const publicUrl = 'https://parlance.example.org';

let community: Community;
let inject: (url: string, headers?: Record<string, string>) => Promise<LightMyRequestResponse>;
let get: (url: string, headers?: Record<string, string>) => Promise<{ status: number; html: string }>;

beforeEach(async () => {
  community = await startCommunity({ env: { PUBLIC_URL: publicUrl, ADMIN_EMAILS: 'admin@example.org' } });
  const http = await serveBuild(community, {
    'index.html': page('app'),
    'features/index.html': page('landing'),
    'dashboard/index.html': page('<div data-written="for-visitors"></div>'),
    '__profile.html': page('<div data-written="for-all"></div>').replace('<title>Parlance</title>', ''),
    'page-writer.js': writer,
  });
  inject = (url, headers = {}) => http.inject({ url, headers: { accept: 'text/html', ...headers } });
  get = async (url, headers) => {
    const answer = await inject(url, headers);
    return { status: answer.statusCode, html: answer.body };
  };
});

const contentOf = (html: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)">`).exec(html)?.[1];

describe('the preview of a person', () => {
  test('says what a visitor sees: name, languages, description, portrait', async () => {
    const aiko = await community.signUp('aiko@example.org', {
      name: 'Aiko',
      description: 'Likes\nlong   walks.',
      speaks: ['ja'],
      learns: { es: 0.2, en: 0.4 },
    });
    const { status, html } = await get(`/profile/${aiko.userId}`);
    expect(status).toBe(200);
    expect(html).toContain('<title data-for-now="">Aiko · Parlance</title>');
    expect(html).toContain('<div data-written="for-all"><h1>Aiko</h1><script type="application/json"');
    expect(contentOf(html, 'og:title')).toBe('Aiko · Parlance');
    expect(contentOf(html, 'description')).toBe(
      'Speaks Japanese. Learning Spanish and English. Likes long walks.',
    );
    expect(contentOf(html, 'og:type')).toBe('profile');
    expect(contentOf(html, 'og:url')).toBe(`${publicUrl}/profile/${aiko.userId}`);
    expect(contentOf(html, 'og:image')).toBe(`${publicUrl}/og.png`);
    expect(html).toContain(`<link rel="canonical" href="${publicUrl}/profile/${aiko.userId}">`);
    expect(html).not.toContain('aiko@example.org');
    expect(contentOf(html, 'robots')).toBe('noarchive, noimageindex');
  });

  test('a hostile name or description stays text', async () => {
    const name = '"><script>alert(1)</script>$&';
    const eve = await community.signUp('eve@example.org', {
      name,
      description: `</title><img src=x onerror=alert(1)> ' " & $\` ${'👨‍👩‍👧‍👦'.repeat(125)}`,
      speaks: ['de'],
      learns: { es: 0 },
    });
    const { html } = await get(`/profile/${eve.userId}`);
    expect(html).toContain(
      '<title data-for-now="">&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;$&amp; · Parlance</title>',
    );
    // The answer of the API stands in the page as JSON, which ends where it should.
    const json = /<script type="application\/json" id="written-answer">(.*?)<\/script>/.exec(html)?.[1] ?? '';
    expect(JSON.parse(json)).toMatchObject({ name });
    expect(json).not.toContain('<');
    const rest = html.replace(json, '');
    expect(rest.match(/<script/g)).toHaveLength(1);
    expect(rest).not.toMatch(/<img|onerror=alert\(1\)>/);
    expect(html.match(/<\/title>/g)).toHaveLength(1);
    const description = contentOf(html, 'og:description') ?? '';
    expect(description).toMatch(/👨‍👩‍👧‍👦…$/u);
  });

  test.each([
    { length: 200, what: 'as it is', ending: 'w' },
    { length: 201, what: 'to 199 and three dots', ending: '…' },
  ])('a description of $length characters is told $what', async ({ length, ending }) => {
    const ana = await community.signUp('ana@example.org', { name: 'Ana', description: 'w'.repeat(length) });
    const description = contentOf((await get(`/profile/${ana.userId}`)).html, 'description') ?? '';
    expect([description.length, description.at(-1)]).toEqual([200, ending]);
  });

  test('nobody, an id that is none and somebody banned look the same, and are not indexed', async () => {
    const ben = await community.signUp('ben@example.org', {
      name: 'Ben',
      description: 'Hello',
      speaks: ['de'],
    });
    await community.platform.db
      .updateTable('users')
      .set({ banned_at: community.clock.now() })
      .where('user_id', '=', ben.userId)
      .execute();
    const pages = [ben.userId, newId(community.clock), 'nobody', '%22%3E%3Cscript%3E'].map((id) =>
      get(`/profile/${id}`),
    );
    for (const { status, html } of await Promise.all(pages)) {
      expect(status).toBe(404);
      expect(html).toContain('<title data-for-now="">Parlance</title>');
      expect(html).toContain('<div data-written="for-all"></div>');
      expect(contentOf(html, 'robots')).toBe('noindex');
      expect(html).not.toMatch(/Ben|Hello|og:|<script/);
    }
  });

  test('is sent compressed, and only to those who want a page', async () => {
    const ana = await community.signUp('ana@example.org', { name: 'Ana', description: 'Hi', speaks: ['de'] });
    expect((await get(`/profile/${ana.userId}`, { accept: 'application/json' })).status).toBe(404);
    // As messengers ask, with what was appended to the link.
    expect((await get(`/profile/${ana.userId}?from=a.b`, { accept: '*/*' })).status).toBe(200);
    const http = await serveBuild(community, { 'index.html': page('app') });
    const inForm = (form: string) =>
      http.inject({
        url: `/profile/${ana.userId}`,
        headers: { accept: 'text/html', 'accept-encoding': form },
      });
    const plain = await inForm('identity');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.body).toContain('<title>Ana · Parlance</title>');
    const gzip = await inForm('gzip, br');
    expect(gunzipSync(gzip.rawPayload).equals(plain.rawPayload)).toBe(true);
    // The smallest form comes once the page was asked for again.
    const br = await vi.waitUntil(async () => {
      const answer = await inForm('gzip, br');
      return answer.headers['content-encoding'] === 'br' && answer;
    });
    expect(brotliDecompressSync(br.rawPayload).equals(plain.rawPayload)).toBe(true);
    expect(new Set([plain, gzip, br].map(({ headers }) => headers.etag)).size).toBe(3);
    // Whoever has one of the forms has the page.
    for (const { headers } of [plain, gzip, br]) {
      const again = await http.inject({
        url: `/profile/${ana.userId}`,
        headers: { accept: 'text/html', 'accept-encoding': 'br', 'if-none-match': String(headers.etag) },
      });
      expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', headers.etag]);
    }
  });
});

describe('the page of the search', () => {
  test('has the people in it that a visitor finds there', async () => {
    await community.signUp('ana@example.org', { name: 'Ana', description: 'Hi', learns: { es: 0.2 } });
    await community.signUp('eva@example.org', { name: 'Eva', description: 'Hi', learns: { es: 0.2 } });
    const { html } = await get('/dashboard');
    expect(html).toMatch(
      /<div data-written="for-visitors">(?:<h3>Eva<\/h3><h3>Ana|<h3>Ana<\/h3><h3>Eva)<\/h3><script/,
    );
    expect((await get('/dashboard?query=eva')).html).toContain('for-visitors"><h3>Eva</h3><script');
  });

  test('goes out without them where they cannot be written', async () => {
    community.log.expectError('a page went out without what it shows');
    const { status, html } = await get('/dashboard?query=broken');
    expect(status).toBe(200);
    expect(html).toContain('<div data-written="for-visitors"></div>');
    expect(community.log.lines).toContainEqual(
      expect.objectContaining({ msg: 'a page went out without what it shows' }),
    );
  });
});

test('a page that ends its writer goes out without what it shows, and the one behind it is whole', async () => {
  community.log.expectError('a page went out without what it shows');
  await community.signUp('ana@example.org', { name: 'Ana', description: 'Hi', learns: { es: 0.2 } });
  expect((await get('/dashboard')).html).toContain('<h3>Ana</h3>');
  const [deadly, other] = await Promise.all([get('/dashboard?query=deadly'), get('/dashboard?query=ana')]);
  expect([deadly.status, other.status]).toEqual([200, 200]);
  expect(deadly.html).toContain('<div data-written="for-visitors"></div>');
  expect(other.html).toContain('<h3>Ana</h3>');
});

describe('a page that was written a moment ago', () => {
  const writtenIn = (html: string) => /"written":(\d+)/.exec(html)?.[1];

  test('goes out again to all who ask the same within five seconds', async () => {
    await community.signUp('ana@example.org', { name: 'Ana', description: 'Hi', learns: { es: 0.2 } });
    const first = await Promise.all([get('/dashboard'), get('/dashboard'), get('/dashboard?from=somewhere')]);
    expect(first.map(({ html }) => writtenIn(html))).toEqual(['1', '1', '1']);
    expect(writtenIn((await get('/dashboard?query=ana')).html)).toBe('2');
    community.clock.advance({ seconds: 4, ms: 999 });
    expect(writtenIn((await get('/dashboard')).html)).toBe('1');
    community.clock.advance({ ms: 1 });
    expect(writtenIn((await get('/dashboard')).html)).toBe('3');
  });

  test('is gone with the answer to what happened to somebody on it', async () => {
    const profile = { description: 'Hi', learns: { es: 0.2 } };
    const admin = await community.signUp('admin@example.org');
    const ana = await community.signUp('ana@example.org', { name: 'Ana', ...profile });
    const ben = await community.signUp('ben@example.org', { name: 'Ben', ...profile });
    const shown = async ({ userId }: { userId: string }) => {
      const own = await get(`/profile/${userId}`);
      return [own.status, /<h1>(.*?)<\/h1>/.exec(own.html)?.[1], own.html, (await get('/dashboard')).html];
    };
    const [, , , first] = await shown(ana);
    await shown(ben);

    await ana.calls.updateUser({ name: 'Anna' });
    expect(await shown(ana)).toEqual([
      200,
      'Anna',
      expect.anything(),
      expect.stringContaining('<h3>Anna</h3>'),
    ]);
    expect(first).toContain('<h3>Ana</h3>');
    await ana.calls.createLanguage({ languageCode: 'ja', target: true, proficiency: 0.2 });
    expect((await shown(ana))[2]).toContain('Japanese');
    expect((await shown(ana))[2]).toMatch(/"lastActiveAt":"/);
    await ana.calls.updateUser({ showsActivity: false });
    expect((await shown(ana))[2]).toMatch(/"lastActiveAt":null/);

    await admin.calls.banUser({ userId: ana.userId, reason: 'Spam' });
    const banned = await shown(ana);
    expect(banned[0]).toBe(404);
    expect(banned.join()).not.toContain('Anna');
    await admin.calls.unbanUser({ userId: ana.userId });
    expect((await shown(ana))[0]).toBe(200);
    await ben.calls.deleteUser({ token: await community.prove(ben, ben.address, 'delete-user') });
    const deleted = await shown(ben);
    expect(deleted[0]).toBe(404);
    expect(deleted.join()).not.toContain('Ben');
  });

  test('is the same for a member as for a visitor', async () => {
    const ana = await community.signUp('ana@example.org', { name: 'Ana', description: 'Hi' });
    const url = `/profile/${ana.userId}`;
    const asMember = await get(url, { authorization: `Bearer ${ana.tokens.accessToken}` });
    expect(asMember.html).not.toMatch(/isBlockedByUser|meetsUser|"thanks"/);
    expect((await get(url)).html).toBe(asMember.html);
  });

  test('is asked for again before it is used again, and its forms are told apart', async () => {
    const ana = await community.signUp('ana@example.org', {
      name: 'Ana',
      description: 'Hi',
      learns: { es: 0.2 },
    });
    for (const url of ['/dashboard', `/profile/${ana.userId}`]) {
      const { headers } = await inject(url);
      expect(headers['cache-control']).toBe('no-cache');
      expect(headers.vary).toBe('accept-encoding, accept-language, cookie');
      expect((await inject(url, { 'if-none-match': String(headers.etag) })).statusCode).toBe(304);
    }
  });

  test('is written only a few at once: of a crowd the rest gets the plain page, and nobody an error', async () => {
    await community.signUp('ana@example.org', { name: 'Ana', description: 'Hi', learns: { es: 0.2 } });
    const from = (place: number) => ({ 'x-forwarded-for': `198.18.${place % 256}.${place >> 8}` });
    const answers = await Promise.all(
      Array.from({ length: 300 }, (_, place) => get(`/dashboard?query=${place}`, from(place))),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const written = answers.filter(({ html }) => writtenIn(html) !== undefined);
    expect(written.length).toBeGreaterThanOrEqual(132);
    const plain = answers.filter(({ html }) => html.includes('<div data-written="for-visitors"></div>'));
    expect(plain.length).toBeGreaterThan(100);
    expect(written.length + plain.length).toBe(300);
    const ids = Array.from({ length: 300 }, () => newId(community.clock));
    const people = await Promise.all(ids.map((id, place) => get(`/profile/${id}`, from(place))));
    expect(new Set(people.map(({ status }) => status))).toEqual(new Set([200, 404]));
    expect((await get('/dashboard')).html).toContain('<h3>Ana</h3>');
  });

  test('is written for one network in its turn: the rest of its crowd is refused, and others find theirs', async () => {
    await community.signUp('ana@example.org', { name: 'Ana', description: 'Hi', learns: { es: 0.2 } });
    const ask = (what: string, count: number, ip: string) =>
      Array.from({ length: count }, (_, place) =>
        inject(what + String(place).padStart(3, '0'), { 'x-forwarded-for': ip }),
      );
    for (const [what, otherWhat] of [
      ['/dashboard?query=crowd', '/dashboard?query=ana&from='],
      [`/profile/${newId(community.clock).slice(0, -3)}`, '/dashboard?query=A'],
    ] as const) {
      const crowd = Promise.all(ask(what, 300, '203.0.113.7'));
      const others = await Promise.all(ask(otherWhat, 10, '203.0.114.7'));
      expect(others.map(({ body }) => writtenIn(body)).filter(Boolean)).toHaveLength(10);
      const refused = (await crowd).filter(({ statusCode }) => statusCode === 429);
      expect(refused.length).toBeGreaterThan(50);
      expect(refused[0]?.headers['retry-after']).toBe('5');
    }
  });
});

describe('the public pages', () => {
  test('have a title, a description, a canonical address and a picture', async () => {
    for (const path of ['/features', '/dashboard']) {
      const { status, html } = await get(path);
      expect(status).toBe(200);
      expect(contentOf(html, 'og:title')).toContain('Parlance');
      expect(contentOf(html, 'description')).toBe(contentOf(html, 'og:description'));
      expect(contentOf(html, 'og:image')).toBe(`${publicUrl}/og.png`);
      expect(contentOf(html, 'twitter:card')).toBe('summary_large_image');
      expect(html).toContain(`<link rel="canonical" href="${publicUrl}${path}">`);
    }
  });

  test('stand in the sitemap, and no person does', async () => {
    await community.signUp('ana@example.org', { name: 'Ana', description: 'Hi', speaks: ['de'] });
    const { html } = await get('/sitemap.xml');
    expect([...html.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address)).toEqual([
      `${publicUrl}/features`,
      `${publicUrl}/dashboard`,
    ]);
    expect((await get('/robots.txt')).html).toContain(`Sitemap: ${publicUrl}/sitemap.xml`);
  });
});
