import { exportJWK, generateKeyPair } from 'jose';
import { beforeEach, describe, expect, test } from 'vitest';
import { sendJson, startProvider, type TestProvider } from '#test/oidc-provider';
import { type Community, startCommunity, type Visitor } from '#test/personas';

const refusal = (statusCode: number, code: number) => ({ statusCode, code });
const refused = refusal(422, 5013);
const anna = { email: 'Anna@Uni.example', email_verified: true };
const people = {
  anna,
  ben: { email: 'ben@uni.example', email_verified: true },
  mallory: { email: 'anna@uni.example', email_verified: false },
  silent: { email: 'silent@uni.example' },
  quoted: { email: 'quoted@uni.example', email_verified: 'true' },
  nobody: {},
  // What the tests of affiliation ask for, as a list and as one text.
  student: { ...anna, eduperson_scoped_affiliation: ['member@uni.example', 'student@uni.example'] },
  alone: {
    email: 'alone@uni.example',
    email_verified: true,
    eduperson_scoped_affiliation: 'student@uni.example',
  },
  guest: {
    email: 'guest@uni.example',
    email_verified: true,
    eduperson_scoped_affiliation: 'guest@uni.example',
  },
};

let provider: TestProvider;
let app: Community;

// The provider has the time of the machine, so the application starts with it, too.
const start = (env: Record<string, string> = {}) =>
  startCommunity({ env: { ...provider.env, ...env }, now: new Date().toISOString() });

beforeEach(async () => {
  provider = await startProvider(people);
  app = await start();
});

interface Trip {
  visitor: Visitor;
  cookie: string;
  url: string;
}

async function begin(visitor = app.visitor()): Promise<Trip> {
  const response = await visitor.send('POST', '/v1/oidc');
  const { url } = (await response.json()) as { url: string };
  const [cookie = ''] = (response.headers.getSetCookie()[0] ?? '').split(';');
  return { visitor, cookie, url };
}

interface Completed {
  oidcToken: string;
  email: string | null;
  isEmailVerified: boolean;
}

async function complete({ visitor, cookie }: Trip, answer: Record<string, string>): Promise<Completed> {
  const response = await visitor.send('POST', '/v1/oidc/complete', answer, { cookie });
  const body = (await response.json()) as Completed;
  if (!response.ok) throw body;
  return body;
}

async function identify(person: string): Promise<Completed> {
  const trip = await begin();
  return complete(trip, await provider.visit(trip.url, person));
}

const enter = async (call: 'authenticate' | 'createUser', person: string) =>
  app.visitor().calls[call]({ oidcToken: (await identify(person)).oidcToken });

// Rules: docs/specification/access.md#organisation
describe('sign-in at an identity provider', () => {
  test('without an account it is 404/4002; the same token signs up with the verified address, then signs in', async () => {
    const { oidcToken, ...told } = await identify('anna');
    expect(told).toEqual({ email: 'anna@uni.example', isEmailVerified: true });
    const { calls } = app.visitor();
    await expect(calls.authenticate({ oidcToken })).rejects.toMatchObject(refusal(404, 4002));
    const created = app.withTokens(await calls.createUser({ oidcToken }));
    expect(await created.calls.getUser()).toMatchObject({
      email: 'anna@uni.example',
      oidcIssuer: provider.issuer,
      oidcSubject: 'anna',
    });
    expect(app.withTokens(await enter('authenticate', 'anna')).userId).toBe(created.userId);
  });

  test('a token works once, and for ten minutes', async () => {
    await enter('createUser', 'anna');
    const { calls } = app.visitor();
    const { oidcToken } = await identify('anna');
    await calls.authenticate({ oidcToken });
    await expect(calls.authenticate({ oidcToken })).rejects.toMatchObject(refusal(422, 5004));
    const { oidcToken: late } = await identify('anna');
    app.clock.advance({ minutes: 10 });
    await expect(calls.authenticate({ oidcToken: late })).rejects.toMatchObject(refusal(422, 5004));
    await expect(calls.authenticate({ oidcToken: 'none' })).rejects.toMatchObject(refusal(422, 5004));
  });

  test('20 concurrent uses of one token create one account', async () => {
    const { oidcToken } = await identify('anna');
    const { calls } = app.visitor();
    const uses = Array.from({ length: 20 }, () => calls.createUser({ oidcToken }));
    const made = (await Promise.allSettled(uses)).filter(({ status }) => status === 'fulfilled');
    expect(made).toHaveLength(1);
  });

  test('neither token nor identity can be read in the database', async () => {
    const { oidcToken } = await identify('anna');
    const { rows } = await app.platform.pool.query('SELECT * FROM oidc_tokens');
    const stored = Buffer.concat([rows[0].token_hash, rows[0].sealed_identity]).toString('latin1');
    for (const secret of [oidcToken, 'anna', provider.issuer]) expect(stored).not.toContain(secret);
    app.clock.advance({ hours: 2 });
    await app.runJobs();
    expect((await app.platform.pool.query('SELECT * FROM oidc_tokens')).rowCount).toBe(0);
  });

  test('the cookie is sealed, for this call only, and not for scripts', async () => {
    const response = await app.visitor().send('POST', '/v1/oidc');
    const [cookie = ''] = response.headers.getSetCookie();
    const { url } = (await response.json()) as { url: string };
    expect(cookie).toMatch(/^oidc=[\w-]+; Max-Age=600; Path=\/v1\/oidc; HttpOnly; SameSite=Lax$/);
    const { state, nonce } = Object.fromEntries(new URL(url).searchParams);
    const sealed = Buffer.from(/oidc=([\w-]+)/.exec(cookie)?.[1] ?? '', 'base64url').toString('latin1');
    for (const secret of [state, nonce]) expect(sealed).not.toContain(secret);
    const https = await start({ PUBLIC_URL: 'https://tandem.uni.example', TRIAL_MACHINE: 'on' });
    const [secure] = (await https.visitor().send('POST', '/v1/oidc')).headers.getSetCookie();
    expect(secure).toMatch(/; Secure$/);
  });

  test('the cookie is taken back at the end', async () => {
    const { visitor, cookie, url } = await begin();
    const answer = await provider.visit(url, 'anna');
    const response = await visitor.send('POST', '/v1/oidc/complete', answer, { cookie });
    expect(response.headers.getSetCookie()).toEqual([
      'oidc=; Max-Age=0; Path=/v1/oidc; HttpOnly; SameSite=Lax',
    ]);
  });

  test('another node completes what one began', async () => {
    const node = await app.startNode();
    const trip = await begin(app.visitor({ app: node }));
    const answer = await provider.visit(trip.url, 'anna');
    expect(await complete({ ...trip, visitor: app.visitor() }, answer)).toMatchObject({
      isEmailVerified: true,
    });
  });

  test('reads the description of the provider once an hour, and never at the start', async () => {
    expect(provider.asked).toEqual([]);
    const descriptions = () => provider.asked.filter((path) => path.startsWith('/.well-known')).length;
    await Promise.all([begin(), begin()]);
    await begin();
    expect(descriptions()).toBe(1);
    app.clock.advance({ minutes: 59 });
    await begin();
    expect(descriptions()).toBe(1);
    app.clock.advance({ minutes: 2 });
    await begin();
    expect(descriptions()).toBe(2);
  });
});

const refusesUs = 'the identity provider does not accept this server: check OIDC_CLIENT_SECRET';

describe('refused with 422/5013', () => {
  const changed = (url: string, name: string, value: string) => {
    const address = new URL(url);
    address.searchParams.set(name, value);
    return address.href;
  };

  test('a code used twice', async () => {
    const trip = await begin();
    const answer = await provider.visit(trip.url, 'anna');
    await complete(trip, answer);
    await expect(complete(trip, answer)).rejects.toMatchObject(refused);
  });

  test('another state, no cookie, and the cookie of another browser', async () => {
    const trip = await begin();
    const answer = await provider.visit(trip.url, 'anna');
    await expect(complete(trip, { ...answer, state: 'other' })).rejects.toMatchObject(refused);
    for (const cookie of ['', 'oidc=AAAA', `oidc=${'A'.repeat(200)}`, (await begin()).cookie])
      await expect(complete({ ...trip, cookie }, answer)).rejects.toMatchObject(refused);
    expect(await complete(trip, answer)).toMatchObject({ isEmailVerified: true });
  });

  test('another nonce', async () => {
    const trip = await begin();
    const answer = await provider.visit(changed(trip.url, 'nonce', 'other'), 'anna');
    await expect(complete(trip, answer)).rejects.toMatchObject(refused);
  });

  test('another code challenge', async () => {
    const trip = await begin();
    const answer = await provider.visit(changed(trip.url, 'code_challenge', 'A'.repeat(43)), 'anna');
    await expect(complete(trip, answer)).rejects.toMatchObject(refused);
  });

  test('the answer of another provider (mix-up), with its name, with ours and without', async () => {
    const other = await startProvider(people);
    const trip = await begin();
    const foreign = await other.visit(trip.url.replace(provider.issuer, other.issuer), 'anna');
    expect(foreign.iss).toBe(other.issuer);
    const { iss: _, ...nameless } = foreign;
    for (const answer of [foreign, nameless, { ...foreign, iss: provider.issuer }])
      await expect(complete(trip, answer)).rejects.toMatchObject(refused);
  });

  test('an attempt that began ten minutes ago', async () => {
    const trip = await begin();
    const answer = await provider.visit(trip.url, 'anna');
    app.clock.advance({ minutes: 10 });
    await expect(complete(trip, answer)).rejects.toMatchObject(refused);
  });

  test('an expired identity token', async () => {
    provider = await startProvider(people, { IdToken: 60 });
    app = await start();
    const trip = await begin();
    const answer = await provider.visit(trip.url, 'anna');
    app.clock.advance({ minutes: 5 });
    await expect(complete(trip, answer)).rejects.toMatchObject(refused);
  });

  test('an identity token that another key signed', async () => {
    const { publicKey } = await generateKeyPair('RS256');
    const trip = await begin();
    const answer = await provider.visit(trip.url, 'anna');
    const key = { ...(await exportJWK(publicKey)), alg: 'RS256', use: 'sig' };
    provider.faults.set('/jwks', sendJson({ keys: [key] }));
    await expect(complete(trip, answer)).rejects.toMatchObject(refused);
  });

  test('the description of somebody else', async () => {
    const trip = await begin();
    const answer = await provider.visit(trip.url, 'anna');
    provider.faults.set('/me', sendJson({ sub: 'ben', email: 'ben@uni.example', email_verified: true }));
    await expect(complete(trip, answer)).rejects.toMatchObject(refused);
  });

  test('a wrong secret of ours, which the log reports', async () => {
    app = await start({ OIDC_CLIENT_SECRET: 'another-secret-of-at-least-32-characters' });
    app.log.expectError(refusesUs);
    await expect(identify('anna')).rejects.toMatchObject(refused);
    expect(app.log.lines.some(({ msg }) => msg === refusesUs)).toBe(true);
  });
});

test('300 attempts of one network at once, then one in two seconds', async () => {
  const attempt = async (ip = '203.0.113.7') => {
    const headers = { 'x-forwarded-for': ip, 'content-type': 'application/json' };
    const payload = { code: 'c', state: 's' };
    return (await app.http.inject({ method: 'POST', url: '/v1/oidc/complete', headers, payload })).statusCode;
  };
  const statuses = await Promise.all(Array.from({ length: 302 }, () => attempt()));
  expect(statuses.filter((status) => status === 429)).toHaveLength(2);
  expect(await attempt('203.0.114.7')).toBe(422);
  app.clock.advance({ seconds: 2 });
  expect([await attempt(), await attempt()]).toEqual([422, 429]);
});

describe('a provider that does not answer is 503/7000, and the next attempt works', () => {
  const absent = refusal(503, 7000);

  test('at the start of a sign-in', async () => {
    await provider.close();
    await expect(app.visitor().calls.beginOidc()).rejects.toMatchObject(absent);
  });

  test('after a failed description, which is not remembered', async () => {
    const path = '/.well-known/openid-configuration';
    provider.faults.set(path, (response) => response.writeHead(502).end('<html>'));
    await expect(app.visitor().calls.beginOidc()).rejects.toMatchObject(absent);
    provider.faults.set(path, sendJson({ issuer: 'https://other.example' }));
    await expect(app.visitor().calls.beginOidc()).rejects.toMatchObject(absent);
    provider.faults.clear();
    await begin();
  });

  test('at the end: the code and the cookie stay usable', async () => {
    const trip = await begin();
    const answer = await provider.visit(trip.url, 'anna');
    provider.faults.set('/token', (response) => response.destroy());
    await expect(complete(trip, answer)).rejects.toMatchObject(absent);
    provider.faults.set('/token', (response) => response.writeHead(502).end('<html>'));
    await expect(complete(trip, answer)).rejects.toMatchObject(absent);
    provider.faults.clear();
    expect(await complete(trip, answer)).toMatchObject({ email: 'anna@uni.example' });
  });
});

describe('addresses', () => {
  test.each(['mallory', 'silent', 'quoted', 'nobody'])(
    'of %s are not verified: 422/5004 until a code proves one',
    async (person) => {
      const { oidcToken, isEmailVerified } = await identify(person);
      expect(isEmailVerified).toBe(false);
      const guest = app.visitor();
      await expect(guest.calls.authenticate({ oidcToken })).rejects.toMatchObject(refusal(404, 4002));
      await expect(guest.calls.createUser({ oidcToken })).rejects.toMatchObject(refusal(422, 5004));
      const email = 'proven@example.org';
      await expect(guest.calls.createUser({ oidcToken, email, token: 'x' })).rejects.toMatchObject(
        refusal(422, 5004),
      );
      const token = await app.prove(guest, email, 'sign-up');
      const created = app.withTokens(await guest.calls.createUser({ oidcToken, email, token }));
      expect(await created.calls.getUser()).toMatchObject({ email, oidcSubject: person });
      expect(app.withTokens(await enter('authenticate', person)).userId).toBe(created.userId);
    },
  );

  test('an account with the verified address is not linked: 422/5007', async () => {
    await app.signUp('anna@uni.example');
    for (const call of ['authenticate', 'createUser'] as const)
      await expect(enter(call, 'anna')).rejects.toMatchObject(refusal(422, 5007));
  });

  test('with OIDC_OWNS_EMAIL=on it is, and its owner is told', async () => {
    app = await start({ OIDC_OWNS_EMAIL: 'on' });
    const me = await app.signUp('anna@uni.example');
    await expect(enter('createUser', 'anna')).rejects.toMatchObject(refusal(422, 5007));
    const linked = app.withTokens(await enter('authenticate', 'anna'));
    expect(linked.userId).toBe(me.userId);
    expect((await linked.calls.getUser()).oidcSubject).toBe('anna');
    const subjects = app.sent().map(({ subject }) => subject);
    expect(subjects).toContain('A sign-in of your organisation was connected');
  });

  test('OIDC_OWNS_EMAIL=on links no unverified address', async () => {
    app = await start({ OIDC_OWNS_EMAIL: 'on' });
    const me = await app.signUp('anna@uni.example');
    await expect(enter('authenticate', 'mallory')).rejects.toMatchObject(refusal(404, 4002));
    expect(await me.calls.getUser()).not.toHaveProperty('oidcSubject');
  });

  test('OIDC_OWNS_EMAIL=on does not replace another identity: 422/5007', async () => {
    app = await start({ OIDC_OWNS_EMAIL: 'on' });
    await enter('createUser', 'anna');
    await expect(enter('authenticate', 'student')).rejects.toMatchObject(refusal(422, 5007));
  });
});

describe('the identity', () => {
  test('registering again is 422/5014', async () => {
    await enter('createUser', 'anna');
    await expect(enter('createUser', 'anna')).rejects.toMatchObject(refusal(422, 5014));
  });

  test('is the issuer with the subject: the same subject elsewhere is somebody else', async () => {
    const me = app.withTokens(await enter('createUser', 'ben'));
    await app.platform.pool.query(
      "UPDATE users SET oidc_issuer = 'https://other.example' WHERE user_id = $1",
      [me.userId],
    );
    await expect(enter('authenticate', 'ben')).rejects.toMatchObject(refusal(422, 5007));
  });

  test('of a banned member cannot come back: 403/3001', async () => {
    app = await start({ ADMIN_EMAILS: 'admin@example.org' });
    const admin = await app.signUp('admin@example.org');
    const me = app.withTokens(await enter('createUser', 'anna'));
    await admin.calls.banUser({ userId: me.userId, reason: 'spam' });
    await expect(enter('authenticate', 'anna')).rejects.toMatchObject(refusal(403, 3001));
    await app.platform.pool.query('DELETE FROM users WHERE user_id = $1', [me.userId]);
    const guest = app.visitor();
    const { oidcToken } = await identify('anna');
    const token = await app.prove(guest, 'new@example.org', 'sign-up');
    const again = guest.calls.createUser({ oidcToken, email: 'new@example.org', token });
    await expect(again).rejects.toMatchObject(refusal(403, 3001));
    const other = await app.signUp('other@example.org');
    const connection = other.calls.connectOidc({ oidcToken: (await identify('anna')).oidcToken });
    await expect(connection).rejects.toMatchObject(refusal(422, 5014));
  });

  test('not configured is 422/5012 everywhere', async () => {
    const { oidcToken } = await identify('anna');
    app = await startCommunity();
    const { calls } = app.visitor();
    const me = await app.signUp('me@example.org');
    for (const call of [
      () => calls.beginOidc(),
      () => calls.completeOidc({ code: 'c', state: 's' }),
      () => calls.authenticate({ oidcToken }),
      () => calls.createUser({ oidcToken }),
      () => me.calls.connectOidc({ oidcToken }),
    ])
      await expect(call()).rejects.toMatchObject(refusal(422, 5012));
    expect(await calls.getStaticData()).not.toHaveProperty('oidcName');
  });
});

describe('POST /user/connect-oidc', () => {
  const connect = async (address: string, person: string) => {
    const me = await app.signUp(address);
    await me.calls.connectOidc({ oidcToken: (await identify(person)).oidcToken });
    return me;
  };

  test('connects whatever the address, and signs in afterwards', async () => {
    await app.signUp('me@example.org');
    const [me, elsewhere] = [await app.signIn('me@example.org'), await app.signIn('me@example.org')];
    await me.calls.connectOidc({ oidcToken: (await identify('mallory')).oidcToken });
    // The other sessions go on.
    const { email, oidcSubject } = await elsewhere.calls.getUser();
    expect({ email, oidcSubject }).toEqual({ email: 'me@example.org', oidcSubject: 'mallory' });
    expect(app.withTokens(await enter('authenticate', 'mallory')).userId).toBe(me.userId);
  });

  test('gives an account without an address the verified one, never an unverified one', async () => {
    const doubted = await connect('+81312345678', 'mallory');
    expect(await doubted.calls.getUser()).toMatchObject({ email: null, oidcSubject: 'mallory' });
    const verified = await connect('+81312345679', 'ben');
    expect(await verified.calls.getUser()).toMatchObject({ email: 'ben@uni.example', oidcSubject: 'ben' });
  });

  test('over another identity it is 403/3000; one of another account is 422/5014', async () => {
    const me = await connect('me@example.org', 'anna');
    const { oidcToken } = await identify('ben');
    await expect(me.calls.connectOidc({ oidcToken })).rejects.toMatchObject(refusal(403, 3000));
    await expect(connect('other@example.org', 'anna')).rejects.toMatchObject(refusal(422, 5014));
  });

  test('the address or the organisation can be removed, not both', async () => {
    const me = await connect('me@example.org', 'anna');
    await me.calls.disconnectWayIn({ way: 'email' });
    await expect(me.calls.disconnectWayIn({ way: 'oidc' })).rejects.toMatchObject(refusal(403, 3000));
    expect(app.withTokens(await enter('authenticate', 'anna')).userId).toBe(me.userId);
  });

  test('an identity of a provider that is gone is no way to sign in', async () => {
    const me = await connect('me@example.org', 'anna');
    await app.platform.pool.query("UPDATE users SET oidc_issuer = 'https://gone.example'");
    await expect(me.calls.disconnectWayIn({ way: 'email' })).rejects.toMatchObject(refusal(403, 3000));
    // It gives way to one of the provider of now.
    await me.calls.connectOidc({ oidcToken: (await identify('ben')).oidcToken });
    expect(app.withTokens(await enter('authenticate', 'ben')).userId).toBe(me.userId);
  });

  test('disconnecting can be undone by its mail, and the identity is back', async () => {
    const me = await connect('me@example.org', 'anna');
    await me.calls.disconnectWayIn({ way: 'oidc' });
    expect(await me.calls.getUser()).not.toHaveProperty('oidcSubject');
    const [{ text = '', subject } = {}] = app.sent();
    expect(subject).toBe('The sign-in of your organisation was disconnected');
    // The link reaches back to the first change that the address saw: before the connection there was none.
    await app.platform.pool.query('DELETE FROM way_in_changes WHERE oidc_subject IS NULL');
    await app.visitor().calls.restoreWaysIn({ token: /undo\?token=([\w-]+)/.exec(text)?.[1] ?? '' });
    expect(app.withTokens(await enter('authenticate', 'anna')).userId).toBe(me.userId);
  });

  test('is part of the export', async () => {
    const me = await connect('me@example.org', 'anna');
    await me.calls.disconnectWayIn({ way: 'oidc' });
    const { user, signInChanges } = await me.calls.exportUser();
    expect(user).not.toHaveProperty('oidcSubject');
    expect(signInChanges).toContainEqual(
      expect.objectContaining({ oidcIssuerBefore: provider.issuer, oidcSubjectBefore: 'anna' }),
    );
  });
});

describe('OIDC_AFFILIATION', () => {
  const env = { OIDC_AFFILIATION: 'eduperson_scoped_affiliation=student@uni.example,groups=staff' };
  const isAffiliated = async () =>
    (await app.platform.pool.query('SELECT oidc_affiliated FROM users')).rows[0]?.oidc_affiliated;

  test.each(['student', 'alone'])('%s may sign up, by a list or one value', async (person) => {
    app = await start(env);
    await enter('createUser', person);
    expect(await isAffiliated()).toBe(true);
  });

  test('is stored for an account that is linked by its address, too', async () => {
    app = await start({ ...env, OIDC_OWNS_EMAIL: 'on' });
    await app.signUp('anna@uni.example');
    await enter('authenticate', 'student');
    expect(await isAffiliated()).toBe(true);
  });

  test('others are 403/3003; with an account they sign in, and it is stored', async () => {
    app = await start(env);
    await expect(enter('createUser', 'guest')).rejects.toMatchObject({
      ...refusal(403, 3003),
      message: 'Your organisation does not count you among those who can create an account here.',
    });
    const me = await app.signUp('me@example.org');
    await me.calls.connectOidc({ oidcToken: (await identify('guest')).oidcToken });
    await enter('authenticate', 'guest');
    expect(await isAffiliated()).toBe(false);
  });
});
