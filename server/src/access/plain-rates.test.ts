import { apiPrefix } from '@parlance/contract/endpoint';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createHttp } from '#platform/http';
import { limitPlainRoutes } from '#platform/request-rates';
import { routesFor } from '#slices';
import { type Community, startCommunity, type Visitor } from '#test/personas';
import { watchRoutes } from '#test/registered-routes';

/** Routes that must respond while a network floods this node. */
const exempt = ['GET /health/live', 'GET /health/ready', 'GET /metrics'];

const ip = '203.0.113.7';

/** Requests 1,010 invalid calendar URLs, which use up the rate without database queries; returns how many are not refused. */
async function flood({ http }: Community): Promise<number> {
  const send = () => http.inject({ url: '/calendar/none', headers: { 'x-forwarded-for': ip } });
  const answers = await Promise.all(Array.from({ length: 1010 }, send));
  return answers.filter(({ statusCode }) => statusCode === 404).length;
}

test('every address outside the contract counts against the rate of the network, except health checks and metrics', async () => {
  const [app, addresses] = await watchRoutes(() => startCommunity());
  const calls = routesFor(app.platform.config).map(
    ({ endpoint: { method, path } }) => `${method} ${apiPrefix}${path}`,
  );
  const plain = addresses.filter((address) => !calls.includes(address) && !exempt.includes(address));
  expect(plain).toContain('GET /media/*');
  const visitor = app.visitor({ ip });
  expect(await flood(app)).toBe(1000);
  const escaped: string[] = [];
  for (const address of [...plain, 'POST /nowhere', 'GET /v1/nowhere']) {
    const [method = '', path = ''] = address.replaceAll(/\{\w+\}|\*/g, 'x').split(' ');
    const answer = await visitor.send(method, path);
    const { code, timeout } = (await answer.json().catch(() => ({}))) as { code?: number; timeout?: number };
    const isRefused = answer.status === 429 && code === 6001 && answer.headers.get('retry-after') === '1';
    if (!isRefused || timeout !== 1) escaped.push(`${address}: ${answer.status}`);
  }
  expect(escaped).toEqual([]);
  for (const address of exempt) expect((await visitor.send('GET', address.slice(4))).status).toBe(200);
});

test('the rate is shared by a network, separate from its calls, and refills fifty calendars a second', async () => {
  const app = await startCommunity();
  await flood(app);
  const statusFor = async (address: string, path: string) =>
    (await app.visitor({ ip: address }).send('GET', path)).status;
  expect(await statusFor('203.0.113.8', '/robots.txt')).toBe(429);
  expect(await statusFor('203.0.114.7', '/robots.txt')).toBe(200);
  expect(await statusFor(ip, '/v1/data')).toBe(200);
  app.clock.advance({ seconds: 1 });
  expect(await flood(app)).toBe(50);
});

test('the refusal is a translated page for browsers and an error body for programs', async () => {
  const app = await startCommunity();
  const visitor = app.visitor({ ip, acceptLanguage: 'ar' });
  await flood(app);
  const page = await visitor.send('GET', '/features', undefined, { accept: 'text/html,*/*;q=0.8' });
  expect([page.status, page.headers.get('content-type'), page.headers.get('retry-after')]).toEqual([
    429,
    'text/html; charset=utf-8',
    '1',
  ]);
  expect(await page.text()).toMatch(/<html lang="ar" dir="rtl">.*<p>طلبات كثيرة دفعة واحدة/);
  const script = await visitor.send('GET', '/features', undefined, { accept: '*/*' });
  expect(await script.json()).toMatchObject({ code: 6001, statusCode: 429, timeout: 1 });
});

/** Requests what a browser without a cache loads for the search page with fifty members. */
async function openDashboard({ send }: Visitor, picture: string): Promise<number[]> {
  const page = await send('GET', '/dashboard', undefined, { accept: 'text/html' });
  const files = new Set((await page.text()).match(/\/assets\/[\w.-]+/g));
  const loads = [...files, ...Array<string>(50).fill(picture)].map(async (address) => {
    const answer = await send('GET', address);
    await answer.arrayBuffer();
    return answer.status;
  });
  return [page.status, ...(await Promise.all(loads))];
}

test('a fast reader without a cache stays below the rate', {
  timeout: 60_000,
}, async () => {
  const app = await startCommunity();
  const picture = await pictureOf(app);
  const reader = app.visitor({ ip });
  const statuses: number[] = [];
  for (let visit = 0; visit < 10; visit++) statuses.push(...(await openDashboard(reader, picture)));
  expect(statuses.length).toBeGreaterThan(10 * 51);
  expect(new Set(statuses)).toEqual(new Set([200]));
});

async function pictureOf(app: Community): Promise<string> {
  const ana = await app.signUp('ana@example.org', { name: 'Ana', description: 'Hi', learns: { es: 0.2 } });
  const create = { width: 8, height: 8, channels: 3, background: '#c00' } as const;
  const image = new Blob([new Uint8Array(await sharp({ create }).png().toBuffer())]);
  await ana.calls.updateProfileImage({ image });
  const { profileImageUrl } = await ana.calls.getOwnProfile();
  return profileImageUrl ?? '';
}

test('RATE_LIMITS=off disables this rate', async () => {
  const app = await startCommunity({ env: { RATE_LIMITS: 'off' } });
  expect(await flood(app)).toBe(1010);
});

test('refuses to register a route without a weight', async () => {
  const { log } = await startCommunity();
  const http = await createHttp(log.log);
  limitPlainRoutes(http, { takeCall: () => {}, takePlain: () => {} });
  expect(() => http.get('/new', async () => 'new')).toThrow('GET /new names no cost.');
  http.get('/counted', { config: { cost: 1 } }, async () => 'counted');
  await http.close();
});
