import { expect, test } from 'vitest';
import { startCommunity, type Visitor } from '#test/personas';

const html = { accept: 'text/html' };
/** A search with an invalid filter: it has the same weight and is answered at once. */
const searchByApi = async ({ send }: Visitor) => (await send('GET', '/v1/user/search?limit=none')).status;
const openPage = ({ send }: Visitor, path: string) => send('GET', path, undefined, html);

async function manySearches(visitor: Visitor, count: number): Promise<number> {
  const statuses = await Promise.all(Array.from({ length: count }, () => searchByApi(visitor)));
  return statuses.filter((status) => status === 400).length;
}

test('pages of the search and searches of the API are one rate of a network; a kept page is free', async () => {
  const app = await startCommunity();
  const ana = await app.signUp('ana@example.org', { name: 'Ana', description: 'Hi', learns: { es: 0.2 } });
  const visitor = app.visitor({ ip: '203.0.113.7' });
  expect((await openPage(visitor, '/dashboard?query=ana')).status).toBe(200);
  expect((await openPage(visitor, `/profile/${ana.userId}`)).status).toBe(200);
  expect(await manySearches(visitor, 410)).toBe(398);

  for (const path of ['/dashboard?query=eva', '/dashboard?query=ben', `/profile/${ana.userId}?lang=de`]) {
    const refused = await openPage(visitor, path);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    expect(await refused.text()).toContain('<p>That was a lot at once. Please wait a moment.</p>');
  }
  const kept = await openPage(visitor, '/dashboard?query=ana');
  expect([kept.status, await kept.text()]).toEqual([200, expect.stringContaining('Ana')]);
  expect((await openPage(visitor, `/profile/${ana.userId}`)).status).toBe(200);
  const other = app.visitor({ ip: '203.0.114.7' });
  expect((await openPage(other, '/dashboard?query=eva')).status).toBe(200);
});

test('a network that opened pages has so many searches less', async () => {
  const app = await startCommunity();
  const visitor = app.visitor({ ip: '203.0.113.7' });
  for (let place = 0; place < 20; place++) await openPage(visitor, `/dashboard?query=name${place}`);
  expect(await manySearches(visitor, 400)).toBe(380);
});
