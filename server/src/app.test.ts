import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { api } from '@parlance/contract/api';
import { buildOpenApi } from '@parlance/contract/openapi';
import { expect, test } from 'vitest';
import { routes } from '#slices';
import { startTestApp } from '#test/app';
import { startCommunity } from '#test/personas';

test('every call of the contract is served, and nothing else', () => {
  const served = routes.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`).toSorted();
  const declared = Object.values(api)
    .map(({ method, path }) => `${method} ${path}`)
    .toSorted();
  expect(served).toEqual(declared);
});

test('static data has an ETag and is not sent twice', async () => {
  const { url } = await startTestApp();
  const first = await fetch(`${url}/v1/data`);
  const etag = first.headers.get('etag') ?? '';
  expect([first.status, (await first.json()).languages.length]).toEqual([200, 50]);
  const second = await fetch(`${url}/v1/data`, { headers: { 'if-none-match': etag } });
  expect([second.status, await second.text()]).toEqual([304, '']);
});

test.each(['/v1/data', '/v1/openapi.json', '/docs', '/sitemap.xml', '/robots.txt'])(
  '%s is sent compressed, identical in every encoding, and as 304 for a matching ETag',
  async (path) => {
    const { http } = await startTestApp();
    const ask = (headers: Record<string, string>) => http.inject({ url: path, headers });
    const plain = await ask({});
    const br = await ask({ 'accept-encoding': 'gzip, br' });
    const gzip = await ask({ 'accept-encoding': 'gzip' });
    expect(brotliDecompressSync(br.rawPayload).equals(plain.rawPayload)).toBe(true);
    expect(gunzipSync(gzip.rawPayload).equals(plain.rawPayload)).toBe(true);
    for (const [form, accepted] of [
      [plain, ''],
      [br, 'br'],
      [gzip, 'gzip'],
    ] as const) {
      const { etag = '', vary } = form.headers;
      expect(vary).toContain('accept-encoding');
      const again = await ask({ 'if-none-match': String(etag), 'accept-encoding': accepted });
      expect([again.statusCode, again.body]).toEqual([304, '']);
    }
    expect((await ask({ 'if-none-match': '"other"' })).statusCode).toBe(200);
  },
);

test('static data follows the admin', async () => {
  const { signUp, url } = await startCommunity({ env: { ADMIN_EMAILS: 'admin@example.org' } });
  const read = async () => {
    const answer = await fetch(`${url}/v1/data`);
    return { etag: answer.headers.get('etag'), admin: (await answer.json()).adminUserId };
  };
  const before = await read();
  expect(before.admin).toBeUndefined();
  const { userId } = await signUp('admin@example.org');
  const after = await read();
  expect(after.admin).toBe(userId);
  expect(after.etag).not.toBe(before.etag);
});

test('where analytics goes is told to the pages, and they may go there and nowhere else', async () => {
  const address = 'https://analytics.example.org/collect?site=1';
  const { url } = await startTestApp({ env: { ANALYTICS_URL: address } });
  expect((await (await fetch(`${url}/v1/data`)).json()).analyticsUrl).toBe(address);
  const policy = (await fetch(`${url}/docs/none`)).headers.get('content-security-policy') ?? '';
  expect(policy).toMatch(/connect-src [^;]* https:\/\/analytics\.example\.org(;| )/);
  const silent = await startTestApp();
  expect(await (await fetch(`${silent.url}/v1/data`)).json()).not.toHaveProperty('analyticsUrl');
});

test('the reference is served for people and programs', async () => {
  const { url } = await startTestApp();
  const document = await (await fetch(`${url}/v1/openapi.json`)).json();
  expect(Object.keys(document.paths)).toEqual(Object.keys(buildOpenApi('1').paths));
  const page = await (await fetch(`${url}/docs`)).text();
  expect(page).toContain('/v1/user/{userId}/schedule/{scheduleSlotId}/book');
});

test('health: live while it runs, ready while the database answers; metrics by route', async () => {
  const { url, http } = await startTestApp();
  expect((await fetch(`${url}/health/live`)).status).toBe(200);
  expect((await fetch(`${url}/health/ready`)).status).toBe(200);
  await fetch(`${url}/v1/nothing/at/all`);
  const metrics = await (await fetch(`${url}/metrics`)).text();
  expect(metrics).toContain(
    'http_request_duration_seconds_count{method="GET",route="/health/ready",status="200"} 1',
  );
  expect(http.server.listening).toBe(true);
});

test('metrics tell what is open, what waits and what ran: sockets, connections, mails, jobs', async () => {
  const { signUp, prove, visitor, runJobs, url, clock } = await startCommunity();
  const [ana, ben] = [await signUp('ana@example.org'), await signUp('ben@example.org')];
  for (const address of ['cleo@example.org', 'dan@example.org']) await prove(visitor(), address);
  await ana.connect();
  const startsAt = new Date(clock.now().getTime() + 3_600_000);
  const { scheduleSlotId } = await ana.calls.createSlot({ startsAt, duration: 30 });
  await ben.calls.bookSlot({ userId: ana.userId, scheduleSlotId });
  clock.advance({ seconds: 40 });
  const figures = await (await fetch(`${url}/metrics`)).text();
  const figure = (name: string) =>
    Number(new RegExp(`^${RegExp.escape(name)} (\\S+)$`, 'm').exec(figures)?.[1]);
  expect(figure('sockets_open')).toBe(1);
  expect(figure('database_connections')).toBeGreaterThan(0);
  expect(figure('database_waiting')).toBe(0);
  expect(figure('mails_total{outcome="sent"}')).toBe(2);
  expect(figure('mails_due')).toBeGreaterThan(0);
  expect(figure('mails_oldest_due_seconds')).toBe(40);
  await runJobs();
  const later = await (await fetch(`${url}/metrics`)).text();
  expect(later).toContain('jobs_total{job="mails",outcome="completed"} 1\n');
});

test('the development outbox is not there in production', async () => {
  const { url } = await startTestApp({
    env: {
      NODE_ENV: 'production',
      TOKEN_SECRET: 'x'.repeat(40),
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'Parlance <hello@example.org>',
      PUBLIC_URL: 'https://parlance.example.org',
    },
  });
  const answer = await fetch(`${url}/dev/outbox.json`);
  expect([answer.status, (await answer.json()).code]).toEqual([404, 4000]);
  expect((await fetch(`${url}/v1/data`)).headers.get('strict-transport-security')).toContain('max-age');
});
