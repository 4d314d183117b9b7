import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { LightMyRequestResponse } from 'fastify';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { newId } from '#platform/ids';
import { type Community, startCommunity } from '#test/personas';
import { serveBuild } from '#test/web-build';

const shell = '<!DOCTYPE html><html><head><title>Parlance</title></head><body>app</body></html>';
// A stand-in for the server build of the web app, which has its own end-to-end tests.
const serverBuild = `
const escape = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
let rendered = 0;
export const readSearch = (search) => {
  const query = new URLSearchParams(search).get('query') ?? undefined;
  return { filters: { learning: true, query }, search: query ?? '' };
};
export const renderPage = async ({ address, head, data }) => {
  if (address.endsWith('broken')) throw new Error('cannot be rendered');
  if (address.endsWith('deadly')) process.exit(1);
  const tags = head.map((tag) => {
    const attributes = Object.entries(tag).map(([name, value]) => name.toLowerCase() + '="' + escape(value) + '"');
    return '<' + ('rel' in tag ? 'link' : 'meta') + ' ' + attributes.join(' ') + '>';
  });
  const shown = data.profile
    ? '<h1>' + escape(data.profile.name) + '</h1>'
    : (data.found?.users ?? []).map(({ name }) => '<h3>' + escape(name) + '</h3>').join('');
  const json = JSON.stringify({ ...data, rendered: ++rendered }).replaceAll('<', '\\\\u003c');
  return '<html><head>' + tags.join('') + '</head><body>' + shown + '<script>' + json + '</script></body></html>';
};
`;
const publicUrl = 'https://parlance.example.org';

let community: Community;
let inject: (url: string, headers?: Record<string, string>) => Promise<LightMyRequestResponse>;
let get: (url: string, headers?: Record<string, string>) => Promise<{ status: number; html: string }>;

beforeEach(async () => {
  community = await startCommunity({ env: { PUBLIC_URL: publicUrl, ADMIN_EMAILS: 'admin@example.org' } });
  const http = await serveBuild(community, { 'index.html': shell, 'index.js': serverBuild });
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
    expect(html).toContain('<body><h1>Aiko</h1><script>');
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
    expect(contentOf(html, 'og:title')).toBe('&quot;>&lt;script>alert(1)&lt;/script>$&amp; · Parlance');
    expect(html.match(/<script/g)).toHaveLength(1);
    expect(html).not.toMatch(/<img/);
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

  test('unknown, invalid and banned ids give the same page, which is not indexed', async () => {
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
      expect(html).toContain('"profile":null');
      expect(contentOf(html, 'robots')).toBe('noindex');
      expect(html).not.toMatch(/Ben|Hello|og:/);
    }
  });

  test('of a member who pauses is not indexed', async () => {
    const ana = await community.signUp('ana@example.org', { name: 'Ana', description: 'Hi', speaks: ['de'] });
    const robots = async () => contentOf((await get(`/profile/${ana.userId}`)).html, 'robots');
    expect(await robots()).toBe('noarchive, noimageindex');
    await ana.calls.updateUser({ pausedUntil: new Date('2031-01-01T00:00:00Z') });
    expect(await robots()).toBe('noindex');
  });

  test('is sent compressed, and only to those who want a page', async () => {
    const ana = await community.signUp('ana@example.org', { name: 'Ana', description: 'Hi', speaks: ['de'] });
    expect((await get(`/profile/${ana.userId}`, { accept: 'application/json' })).status).toBe(404);
    // A messenger's request, with parameters appended to the link.
    expect((await get(`/profile/${ana.userId}?from=a.b`, { accept: '*/*' })).status).toBe(200);
    const inForm = (form: string) => inject(`/profile/${ana.userId}`, { 'accept-encoding': form });
    const plain = await inForm('identity');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.body).toContain('<h1>Ana</h1>');
    const gzip = await inForm('gzip, br');
    expect(gunzipSync(gzip.rawPayload).equals(plain.rawPayload)).toBe(true);
    // The brotli form is available after a repeated request.
    const br = await vi.waitUntil(async () => {
      const answer = await inForm('gzip, br');
      return answer.headers['content-encoding'] === 'br' && answer;
    });
    expect(brotliDecompressSync(br.rawPayload).equals(plain.rawPayload)).toBe(true);
    expect(new Set([plain, gzip, br].map(({ headers }) => headers.etag)).size).toBe(3);
    // The ETag of any encoding matches.
    for (const { headers } of [plain, gzip, br]) {
      const again = await inject(`/profile/${ana.userId}`, {
        'accept-encoding': 'br',
        'if-none-match': String(headers.etag),
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
    expect(html).toMatch(/<body>(?:<h3>Eva<\/h3><h3>Ana|<h3>Ana<\/h3><h3>Eva)<\/h3><script/);
    expect((await get('/dashboard?query=eva')).html).toContain('<body><h3>Eva</h3><script');
  });

  test('is the page that starts the app where it cannot be rendered', async () => {
    community.log.expectError('a page was sent without its content');
    const { status, html } = await get('/dashboard?query=broken');
    expect(status).toBe(200);
    expect(html).toBe(shell);
    expect(community.log.lines).toContainEqual(
      expect.objectContaining({ msg: 'a page was sent without its content' }),
    );
  });
});

test('a page that crashes the render thread gets the app shell, and the next one is rendered', async () => {
  community.log.expectError('a page was sent without its content');
  await community.signUp('ana@example.org', { name: 'Ana', description: 'Hi', learns: { es: 0.2 } });
  expect((await get('/dashboard')).html).toContain('<h3>Ana</h3>');
  const [deadly, other] = await Promise.all([get('/dashboard?query=deadly'), get('/dashboard?query=ana')]);
  expect([deadly.status, other.status]).toEqual([200, 200]);
  expect(deadly.html).toBe(shell);
  expect(other.html).toContain('<h3>Ana</h3>');
});

describe('a page that was rendered a moment ago', () => {
  const renderOf = (html: string) => /"rendered":(\d+)/.exec(html)?.[1];

  test('goes out again to all who ask the same within five seconds', async () => {
    await community.signUp('ana@example.org', { name: 'Ana', description: 'Hi', learns: { es: 0.2 } });
    const first = await Promise.all([get('/dashboard'), get('/dashboard'), get('/dashboard?from=somewhere')]);
    expect(first.map(({ html }) => renderOf(html))).toEqual(['1', '1', '1']);
    expect(renderOf((await get('/dashboard?query=ana')).html)).toBe('2');
    community.clock.advance({ seconds: 4, ms: 999 });
    expect(renderOf((await get('/dashboard')).html)).toBe('1');
    community.clock.advance({ ms: 1 });
    expect(renderOf((await get('/dashboard')).html)).toBe('3');
  });

  test('is evicted before the response to a change of a member on it', async () => {
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

  test('allows its own inline scripts, also where the browser has it already', async () => {
    const policies = [];
    for (const name of ['ana', 'ben']) {
      const { userId } = await community.signUp(`${name}@example.org`, { name, description: 'Hi' });
      const { body, headers } = await inject(`/profile/${userId}`);
      const script = /<script>(.*?)<\/script>/s.exec(body)?.[1] ?? '';
      const hash = createHash('sha256').update(script).digest('base64');
      expect(headers['content-security-policy']).toBe(`script-src 'sha256-${hash}'`);
      const again = await inject(`/profile/${userId}`, { 'if-none-match': String(headers.etag) });
      expect([again.statusCode, again.headers['content-security-policy']]).toEqual([
        304,
        headers['content-security-policy'],
      ]);
      policies.push(headers['content-security-policy']);
    }
    expect(new Set(policies).size).toBe(2);
  });

  test('holds what the API would answer, and no more', async () => {
    const ana = await community.signUp('ana@example.org', { name: 'Ana', description: 'Hi' });
    const { html } = await get(`/profile/${ana.userId}`);
    const { profile } = JSON.parse(/<script>(.*?)<\/script>/s.exec(html)?.[1] ?? '');
    const answer = await community.http.inject({ url: `/v1/user/${ana.userId}/profile` });
    expect(profile).toEqual(answer.json());
  });

  test('has the clock of its minute, so that it is the same page a moment later', async () => {
    const ana = await community.signUp('ana@example.org', { name: 'Ana', description: 'Hi' });
    community.clock.advance({ seconds: 59 });
    const { html } = await get(`/profile/${ana.userId}`);
    const { renderedAt } = JSON.parse(/<script>(.*?)<\/script>/s.exec(html)?.[1] ?? '');
    const age = community.clock.now().getTime() - renderedAt;
    expect([age >= 0 && age < 60_000, renderedAt % 60_000]).toEqual([true, 0]);
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

  test('is rendered with limited concurrency; further requests get the app shell without an error', async () => {
    await community.signUp('ana@example.org', { name: 'Ana', description: 'Hi', learns: { es: 0.2 } });
    const from = (place: number) => ({ 'x-forwarded-for': `198.18.${place % 256}.${place >> 8}` });
    const answers = await Promise.all(
      Array.from({ length: 300 }, (_, place) => get(`/dashboard?query=${place}`, from(place))),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const rendered = answers.filter(({ html }) => renderOf(html) !== undefined);
    expect(rendered.length).toBeGreaterThanOrEqual(132);
    const plain = answers.filter(({ html }) => html === shell);
    expect(plain.length).toBeGreaterThan(100);
    expect(rendered.length + plain.length).toBe(300);
    const ids = Array.from({ length: 300 }, () => newId(community.clock));
    const people = await Promise.all(ids.map((id, place) => get(`/profile/${id}`, from(place))));
    expect(new Set(people.map(({ status }) => status))).toEqual(new Set([200, 404]));
    expect((await get('/dashboard')).html).toContain('<h3>Ana</h3>');
  });

  test('is rendered fairly per network: further requests of one network are refused, not those of others', async () => {
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
      expect(others.map(({ body }) => renderOf(body)).filter(Boolean)).toHaveLength(10);
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
      `${publicUrl}/privacy`,
    ]);
    expect((await get('/robots.txt')).html).toContain(`Sitemap: ${publicUrl}/sitemap.xml`);
  });
});
