import { beforeEach, describe, expect, test } from 'vitest';
import { startGoogle } from '#test/google';
import { type Community, startCommunity } from '#test/personas';

const closed = {
  statusCode: 403,
  code: 3003,
  message: 'Accounts here need an email address of uni.example, *.uni.example.',
};
const env = {
  SIGN_UP: 'domains',
  SIGN_UP_DOMAINS: 'uni.example, *.UNI.example',
  ADMIN_EMAILS: 'admin@example.org',
};

let app: Community;

// Rules: docs/specification/access.md#who-may-sign-up
describe('SIGN_UP=domains', () => {
  beforeEach(async () => {
    app = await startCommunity({ env });
  });

  test.each(['ann@uni.example', 'ann@mail.uni.example', 'admin@example.org'])(
    '%s may sign up',
    async (address) => {
      await app.signUp(address);
    },
  );

  test.each(['ann@example.org', 'ann@evil-uni.example', '+4915112345678'])('%s may not', async (address) => {
    await expect(app.signUp(address)).rejects.toMatchObject(closed);
  });

  test('an address changes within the domains only, and the old one stays', async () => {
    const me = await app.signUp('ann@uni.example');
    const move = async (email: string) =>
      me.calls.updateEmail({ email, token: await app.prove(me, email, 'update-email') });
    await expect(move('ann@example.org')).rejects.toMatchObject(closed);
    expect((await me.calls.getUser()).email).toBe('ann@uni.example');
    await move('ann@mail.uni.example');
    expect((await me.calls.getUser()).email).toBe('ann@mail.uni.example');
  });

  test('Google opens it only for addresses that Google assigns', async () => {
    const google = await startGoogle();
    app = await startCommunity({ env: { ...env, ...google.env } });
    const enter = async (identity: { sub: string; email: string; hd?: string }) =>
      app
        .visitor()
        .calls.createUser({ googleIdentityToken: await google.identityToken(app.clock.now(), identity) });
    await expect(enter({ sub: 'g1', email: 'left@uni.example' })).rejects.toMatchObject(closed);
    await expect(enter({ sub: 'g2', email: 'ann@gmail.com' })).rejects.toMatchObject(closed);
    await enter({ sub: 'g3', email: 'ann@uni.example', hd: 'uni.example' });
  });

  test('connecting Google brings no address from outside', async () => {
    const google = await startGoogle();
    app = await startCommunity({ env: { ...env, ...google.env } });
    const me = await app.signUp('ann@uni.example');
    await me.calls.updatePhone({
      phone: '+4915112345678',
      token: await app.prove(me, '+4915112345678', 'update-phone'),
    });
    await me.calls.disconnectWayIn({ way: 'email' });
    const identity = { sub: 'g1', email: 'ann@gmail.com' };
    const googleIdentityToken = await google.identityToken(app.clock.now(), identity);
    await me.calls.connectGoogle({ googleIdentityToken });
    expect(await me.calls.getUser()).toMatchObject({ email: null, googleUserId: 'g1' });
  });
});

describe('VISITORS', () => {
  const publicCalls = (userId: string) => [
    '/v1/user/search',
    `/v1/user/${userId}/profile`,
    `/v1/user/${userId}/language`,
    `/v1/user/${userId}/schedule`,
  ];

  test('off: public calls need a token; invitations, sign-in and static data do not', async () => {
    app = await startCommunity({ env: { SIGN_UP: 'open', VISITORS: 'off' } });
    const me = await app.signUp('ann@example.org', { name: 'Ann', description: 'Hi', speaks: ['en'] });
    for (const path of publicCalls(me.userId)) {
      const answer = await app.visitor().send('GET', path);
      expect([path, answer.status, ((await answer.json()) as { code: number }).code]).toEqual([
        path,
        401,
        2002,
      ]);
      expect((await me.send('GET', path)).status).toBe(200);
    }
    expect((await app.visitor().send('GET', '/v1/invitation/none')).status).toBe(404);
    expect(await app.visitor().calls.getStaticData()).toMatchObject({ hasVisitors: false });
  });

  test('off: no page is indexed, the sitemap is empty, and pages of members hold nobody', async () => {
    app = await startCommunity({ env: { VISITORS: 'off' } });
    const me = await app.signUp('ann@example.org', { name: 'Zyxwina', description: 'Hi', speaks: ['en'] });
    const page = (path: string) => app.visitor().send('GET', path, undefined, { accept: 'text/html' });
    for (const path of ['/features', '/dashboard', `/profile/${me.userId}`]) {
      const answer = await page(path);
      expect(answer.headers.get('x-robots-tag')).toBe('noindex');
      expect(await answer.text()).not.toContain('Zyxwina');
    }
    const sitemap = await (await page('/sitemap.xml')).text();
    expect(sitemap).toContain('<urlset');
    expect(sitemap).not.toContain('<url>');
  });

  test('on: nothing changes for an open instance', async () => {
    app = await startCommunity();
    const me = await app.signUp('ann@example.org', { name: 'Ann', description: 'Hi', speaks: ['en'] });
    for (const path of publicCalls(me.userId))
      expect((await app.visitor().send('GET', path)).status).toBe(200);
    expect((await app.visitor().send('GET', '/features')).headers.get('x-robots-tag')).toBeNull();
    expect(await (await app.visitor().send('GET', '/sitemap.xml')).text()).toContain('<url>');
    const data = await app.visitor().calls.getStaticData();
    for (const field of ['hasVisitors', 'signUp', 'oidcName']) expect(data).not.toHaveProperty(field);
    expect(await me.calls.getUser()).not.toHaveProperty('oidcSubject');
  });
});
