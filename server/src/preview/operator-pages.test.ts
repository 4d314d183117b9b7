import { expect, test } from 'vitest';
import { withHead } from '#platform/web-build';
import { startCommunity } from '#test/personas';
import { serveBuild } from '#test/web-build';
import { operatorTags } from './operator-pages.ts';

const shell = '<!DOCTYPE html><html><head><title>Parlance</title></head><body>app</body></html>';
// A stand-in for the server build of the web app, which has its own end-to-end tests.
const serverBuild = `
export const readSearch = (search) => ({ filters: { learning: true }, search });
export const renderPage = async ({ head, data }) =>
  head.map((tag) => Object.values(tag).join(' ')).join(' ') + JSON.stringify(data);
`;

async function serve(env: Record<string, string>) {
  const community = await startCommunity({ env });
  const http = await serveBuild(community, {
    'index.html': shell,
    'locales/de/index.html': shell,
    'index.js': serverBuild,
  });
  return (url: string) => http.inject({ url, headers: { accept: 'text/html' } });
}

test('without an own page /privacy says what is stored, in the reader’s language', async () => {
  const get = await serve({ CONTACT_EMAIL: 'hello@example.org' });
  const english = await get('/privacy');
  expect(english.statusCode).toBe(200);
  expect(english.body).toContain('"heading":"What is stored"');
  expect(english.body).toContain('"email":"hello@example.org"');
  expect(english.body).toContain('The operator answers questions about your data.');
  expect(english.body).toContain('operator-contact');
  expect(english.body).not.toContain('operator-terms');
  expect((await get('/privacy?lang=de')).body).toContain('"heading":"Was gespeichert wird"');
  expect((await get('/sitemap.xml')).body).toContain('/privacy');
  const contact = await get('/contact');
  expect([contact.statusCode, contact.headers.location]).toEqual([302, 'mailto:hello@example.org']);
  // Unknown addresses show the app.
  expect((await get('/terms')).body).toBe(shell);
});

test('a page that could not be rendered is the shell once, and is rendered for the next reader', async () => {
  const community = await startCommunity();
  community.log.expectError('a page was sent without its content');
  const http = await serveBuild(community, {
    'index.html': shell,
    'index.js': `
      let rendered = 0;
      export const renderPage = async () => {
        if (rendered++ === 0) throw new Error('not yet');
        return 'rendered';
      };`,
  });
  const get = async () => (await http.inject({ url: '/features', headers: { accept: 'text/html' } })).body;
  expect([await get(), await get(), await get()]).toEqual([shell, 'rendered', 'rendered']);
});

test('/privacy says who sees a profile: anybody, or members only where visitors see none', async () => {
  const open = await (await serve({}))('/privacy');
  expect(open.body).toContain('Anybody, also without an account, can see your name');
  expect(open.body).not.toContain('Members can see your name');
  expect(open.body).toContain('The operator has not given an address for questions.');
  const closed = await (await serve({ VISITORS: 'off' }))('/privacy');
  expect(closed.body).toContain('Members can see your name');
  expect(closed.body).not.toContain('also without an account');
});

test('the operator’s own pages are redirected to', async () => {
  const [privacy, terms] = ['https://example.org/privacy?a=1', 'https://example.org/terms'];
  const get = await serve({ PRIVACY_URL: privacy, TERMS_URL: terms });
  expect((await get('/privacy')).headers.location).toBe(privacy);
  expect((await get('/terms')).headers.location).toBe(terms);
  expect((await get('/sitemap.xml')).body).not.toContain('/privacy');
  expect((await get('/features')).body).toContain('operator-terms');
});

test('the shells get the meta elements, and stay as built without them', async () => {
  const file = { contentType: 'text/html', cacheControl: 'no-cache', etag: 'x', encoded: {} };
  const build = {
    files: new Map(),
    shells: new Map([['en', { ...file, body: Buffer.from(shell) }]]),
    inlineScriptHashes: [],
  };
  const none = { privacyUrl: null, termsUrl: null, contactEmail: null };
  expect(await withHead(build, operatorTags(none))).toBe(build);
  const { shells } = await withHead(build, operatorTags({ ...none, termsUrl: 'https://example.org' }));
  const html = shells.get('en')?.body.toString();
  expect(html).toContain('<meta name="operator-terms" content="on"/></head>');
  expect(html).not.toContain('operator-contact');
});
