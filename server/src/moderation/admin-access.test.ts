import { apiPrefix } from '@parlance/contract/endpoint';
import { expect, test } from 'vitest';
import { routes } from '#slices';
import { startModerated } from '#test/moderation';

const anyId = '0197f0c0-0000-7000-8000-000000000000';
const adminRoutes = routes.filter(({ endpoint }) => endpoint.path.startsWith('/admin'));

test('a call is under /admin if and only if it is for admins; but for those that make a programme', () => {
  const forAdmins = routes.filter(({ endpoint }) => endpoint.access === 'admin');
  const isOfProgrammes = ({ endpoint }: (typeof routes)[number]) => endpoint.path.startsWith('/programme');
  expect(adminRoutes).toEqual(forAdmins.filter((route) => !isOfProgrammes(route)));
  expect(
    forAdmins.filter(isOfProgrammes).map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`),
  ).toEqual([
    'POST /programme',
    'POST /programme/demo',
    'POST /programme/{programmeId}/coordinator',
    'DELETE /programme/{programmeId}/coordinator/{userId}',
  ]);
  expect(adminRoutes.length).toBeGreaterThanOrEqual(8);
});

test('every admin call is 403/3000 for a visitor and an ordinary user, whatever they send', async () => {
  const { visitor, mallory, admin, url } = await startModerated();
  const answers = [];
  for (const { endpoint } of adminRoutes) {
    const path = apiPrefix + endpoint.path.replaceAll(/\{\w+\}/g, anyId);
    const bodies = endpoint.method === 'GET' ? [undefined] : [undefined, {}, { reason: 'x', text: 'x' }];
    for (const somebody of [visitor(), mallory]) {
      for (const body of bodies) {
        const answer = await somebody.send(endpoint.method, path, body);
        answers.push([path, answer.status, (await answer.json()).code]);
      }
      const unreadable = `${apiPrefix}${endpoint.path.replaceAll(/\{\w+\}/g, 'no-id')}`;
      const answer = await somebody.send(endpoint.method, unreadable);
      answers.push([unreadable, answer.status, (await answer.json()).code]);
    }
    // An admin is admitted, so the refusals above are not unconditional.
    const asAdmin = await admin.send(endpoint.method, path, endpoint.method === 'GET' ? undefined : {});
    expect([200, 400, 404]).toContain(asAdmin.status);
    const head = await fetch(url + path, { method: 'HEAD' });
    expect([403, 404]).toContain(head.status);
  }
  expect(answers.filter(([, status, code]) => status !== 403 || code !== 3000)).toEqual([]);
  expect(answers.length).toBeGreaterThan(adminRoutes.length * 4);
});

test('a bad token is 401 there too, and a banned admin does not exist: admins cannot be banned', async () => {
  const { admin } = await startModerated();
  const bad = await admin.send('GET', '/v1/admin/report', undefined, { authorization: 'Bearer nonsense' });
  expect([bad.status, (await bad.json()).code]).toEqual([401, 2000]);
  const ban = await admin.send('POST', `/v1/admin/user/${admin.userId}/ban`, { reason: 'x' });
  expect([ban.status, (await ban.json()).message]).toEqual([403, 'An admin cannot be banned.']);
});
