import { createServer } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { afterTest } from '#test/after-test';
import { type Community, startCommunity } from '#test/personas';

const clientId = 'parlance.apps.example';
const issuer = 'https://accounts.google.com';
const refusal = (statusCode: number, code: number) => ({ statusCode, code });
const keyId = 'key-1';

type Changes = Record<string, unknown>;
type KeyPair = Awaited<ReturnType<typeof generateKeyPair>>;
let google: KeyPair;
let stranger: KeyPair;
beforeAll(async () => {
  google = await generateKeyPair('RS256');
  stranger = await generateKeyPair('RS256');
});

/** Starts a server for the public keys, like Google's. */
async function startKeyServer(): Promise<{ url: string; fetches: () => number }> {
  const key = { ...(await exportJWK(google.publicKey)), kid: keyId, alg: 'RS256', use: 'sig' };
  let fetches = 0;
  const server = createServer((_request, response) => {
    fetches += 1;
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: [key] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterTest(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    return undefined;
  });
  const { port } = server.address() as { port: number };
  return { url: `http://127.0.0.1:${port}/certs`, fetches: () => fetches };
}

let app: Community;
let keyServer: Awaited<ReturnType<typeof startKeyServer>>;
beforeEach(async () => {
  keyServer = await startKeyServer();
  const env = { GOOGLE_CLIENT_ID: clientId, GOOGLE_JWKS_URL: keyServer.url, GOOGLE_ISSUER: issuer };
  app = await startCommunity({ env });
});

/** Signs an identity token of Maria's Google account with changes. */
function identityToken(
  changes: Changes = {},
  { key = google.privateKey, kid = keyId } = {},
): Promise<string> {
  const now = Math.floor(app.clock.now().getTime() / 1000);
  const claims = {
    iss: issuer,
    aud: clientId,
    sub: 'google-maria',
    email: 'Maria@Gmail.com',
    email_verified: true,
    iat: now,
    exp: now + 3600,
    ...changes,
  };
  return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(key);
}

const enter = async (call: 'authenticate' | 'createUser', changes?: Changes) =>
  app.visitor().calls[call]({ googleIdentityToken: await identityToken(changes) });

// Rules: docs/specification/access.md#google
describe('Google identity tokens', () => {
  test('sign-in without an account is 404/4002; sign-up creates it with the verified address, then sign-in works', async () => {
    await expect(enter('authenticate')).rejects.toMatchObject(refusal(404, 4002));
    const created = app.withTokens(await enter('createUser'));
    expect(await created.calls.getUser()).toMatchObject({
      email: 'maria@gmail.com',
      googleUserId: 'google-maria',
    });
    const back = app.withTokens(await enter('authenticate'));
    expect(back.userId).toBe(created.userId);
  });

  test('fetches the keys once for all tokens', async () => {
    await enter('createUser');
    await enter('authenticate');
    await enter('authenticate');
    expect(keyServer.fetches()).toBe(1);
  });

  test('the identity is sub: a changed address at Google still finds the account', async () => {
    const created = app.withTokens(await enter('createUser'));
    const back = app.withTokens(await enter('authenticate', { email: 'maria.new@gmail.com' }));
    expect(back.userId).toBe(created.userId);
    expect((await back.calls.getUser()).email).toBe('maria@gmail.com');
  });

  test.each<[string, () => Promise<string>]>([
    ['no token at all', async () => 'x.y.z'],
    ['signed by another key', () => identityToken({}, { key: stranger.privateKey })],
    ['signed by an unknown key', () => identityToken({}, { kid: 'key-2' })],
    ['another issuer', () => identityToken({ iss: 'https://accounts.example.org' })],
    ['another audience', () => identityToken({ aud: 'another.apps.example' })],
    ['expired', () => identityToken({ exp: Math.floor(app.clock.now().getTime() / 1000) - 1 })],
    ['without expiry', () => identityToken({ exp: undefined })],
    ['address not verified', () => identityToken({ email_verified: false })],
    ['verified in words only', () => identityToken({ email_verified: 'true' })],
    ['no address', () => identityToken({ email: undefined })],
    ['no subject', () => identityToken({ sub: undefined })],
    [
      'signed with the public key as a shared secret',
      async () => {
        const { n = '' } = await exportJWK(google.publicKey);
        return new SignJWT({ iss: issuer, aud: clientId, sub: 'x', exp: 9e9 })
          .setProtectedHeader({ alg: 'HS256', kid: keyId })
          .sign(Buffer.from(n, 'base64url'));
      },
    ],
  ])('%s is 422/5010', async (_name, make) => {
    const googleIdentityToken = await make();
    for (const call of ['authenticate', 'createUser'] as const) {
      await expect(app.visitor().calls[call]({ googleIdentityToken })).rejects.toMatchObject(
        refusal(422, 5010),
      );
    }
    const me = await app.signUp('other@example.org');
    await expect(me.calls.connectGoogle({ googleIdentityToken })).rejects.toMatchObject(refusal(422, 5010));
  });

  test('accepts the issuer without the scheme', async () => {
    await enter('createUser', { iss: 'accounts.google.com' });
  });

  test('not configured is 422/5009', async () => {
    const plain = await startCommunity();
    const googleIdentityToken = await identityToken();
    const { calls } = plain.visitor();
    await expect(calls.authenticate({ googleIdentityToken })).rejects.toMatchObject(refusal(422, 5009));
    await expect(calls.createUser({ googleIdentityToken })).rejects.toMatchObject(refusal(422, 5009));
    const me = await plain.signUp('maria@example.org');
    await expect(me.calls.connectGoogle({ googleIdentityToken })).rejects.toMatchObject(refusal(422, 5009));
  });

  test('an unreachable key server is 500/7000, not 5010', async () => {
    const env = {
      GOOGLE_CLIENT_ID: clientId,
      GOOGLE_JWKS_URL: 'http://127.0.0.1:1/certs',
      GOOGLE_ISSUER: issuer,
    };
    app = await startCommunity({ env });
    app.log.expectError('request failed');
    await expect(enter('authenticate')).rejects.toMatchObject(refusal(500, 7000));
  });

  test('the same identity registering again is 422/5011', async () => {
    await enter('createUser');
    await expect(enter('createUser')).rejects.toMatchObject(refusal(422, 5011));
    await expect(enter('createUser', { email: 'new@gmail.com' })).rejects.toMatchObject(refusal(422, 5011));
  });
});

describe('linking by address: only for addresses that Google assigns', () => {
  test.each<[string, string, Changes]>([
    ['a gmail.com address', 'maria@gmail.com', {}],
    ['a googlemail.com address', 'maria@googlemail.com', { email: 'maria@googlemail.com' }],
    ['a hosted domain', 'maria@school.example', { email: 'maria@school.example', hd: 'school.example' }],
  ])('%s is linked at /auth', async (_name, address, changes) => {
    const me = await app.signUp(address);
    await expect(enter('createUser', changes)).rejects.toMatchObject(refusal(422, 5007));
    const linked = app.withTokens(await enter('authenticate', changes));
    expect(linked.userId).toBe(me.userId);
    expect((await linked.calls.getUser()).googleUserId).toBe('google-maria');
  });

  test.each(['maria@example.org', 'maria@evilgmail.com', 'maria@gmail.com.example'])(
    'any other address is 422/5007, at sign-in and at sign-up: %s',
    async (email) => {
      await app.signUp(email);
      for (const call of ['authenticate', 'createUser'] as const) {
        await expect(enter(call, { email })).rejects.toMatchObject(refusal(422, 5007));
      }
    },
  );

  test('refuses to link an account with another Google identity: 422/5007', async () => {
    await enter('createUser');
    await expect(enter('authenticate', { sub: 'google-other' })).rejects.toMatchObject(refusal(422, 5007));
  });

  test('two concurrent sign-ins link once and both work', async () => {
    const me = await app.signUp('maria@gmail.com');
    const both = await Promise.all([enter('authenticate'), enter('authenticate')]);
    for (const tokens of both) expect(app.withTokens(tokens).userId).toBe(me.userId);
  });
});

describe('POST /user/connect-google', () => {
  const connect = async (address: string, changes?: Changes) => {
    const me = await app.signUp(address);
    await me.calls.connectGoogle({ googleIdentityToken: await identityToken(changes) });
    return me;
  };

  test('connects whatever the addresses, is idempotent, and signs in afterwards', async () => {
    const me = await connect('maria@example.org');
    await me.calls.connectGoogle({ googleIdentityToken: await identityToken() });
    expect(await me.calls.getUser()).toMatchObject({
      email: 'maria@example.org',
      googleUserId: 'google-maria',
    });
    expect(app.withTokens(await enter('authenticate')).userId).toBe(me.userId);
  });

  test('connecting keeps the other sessions, disconnecting ends them', async () => {
    const me = await app.signUp('maria@example.org');
    const elsewhere = await app.signIn('maria@example.org');
    await me.calls.connectGoogle({ googleIdentityToken: await identityToken() });
    await elsewhere.calls.getUser();
    await me.calls.disconnectWayIn({ way: 'google' });
    await expect(elsewhere.calls.getUser()).rejects.toMatchObject(refusal(401, 2004));
    await me.calls.getUser();
  });

  test('over another identity it is 403/3000, and nothing changes; after disconnecting it works', async () => {
    const me = await connect('maria@example.org');
    const googleIdentityToken = await identityToken({ sub: 'google-other' });
    await expect(me.calls.connectGoogle({ googleIdentityToken })).rejects.toMatchObject({
      ...refusal(403, 3000),
      message: 'Another Google account is connected. Disconnect it first.',
    });
    expect((await me.calls.getUser()).googleUserId).toBe('google-maria');
    await me.calls.disconnectWayIn({ way: 'google' });
    await expect(enter('authenticate')).rejects.toMatchObject(refusal(404, 4002));
    await me.calls.connectGoogle({ googleIdentityToken });
    expect((await me.calls.getUser()).googleUserId).toBe('google-other');
  });

  const noticesTo = (address: string) =>
    app.sent().flatMap(({ to, subject }) => (to === address && subject?.includes('Google') ? [subject] : []));

  test('connecting and disconnecting send a mail each; connecting once more does not', async () => {
    const me = await connect('maria@example.org');
    expect(noticesTo('maria@example.org')).toEqual(['A Google account was connected']);
    await me.calls.connectGoogle({ googleIdentityToken: await identityToken() });
    expect(noticesTo('maria@example.org')).toHaveLength(1);
    await me.calls.disconnectWayIn({ way: 'google' });
    expect(noticesTo('maria@example.org')).toEqual([
      'A Google account was disconnected',
      'A Google account was connected',
    ]);
  });

  test('linking by the address at sign-in sends the mail too', async () => {
    await app.signUp('maria@gmail.com');
    await enter('authenticate');
    await enter('authenticate');
    expect(noticesTo('maria@gmail.com')).toEqual(['A Google account was connected']);
  });

  test('either the address or Google can be removed, not both', async () => {
    const me = await connect('maria@example.org');
    await me.calls.disconnectWayIn({ way: 'email' });
    await expect(me.calls.disconnectWayIn({ way: 'google' })).rejects.toMatchObject(refusal(403, 3000));
    expect(app.withTokens(await enter('authenticate')).userId).toBe(me.userId);
  });

  test('the link in the mail takes the identity away again', async () => {
    const me = await connect('maria@example.org');
    const [{ text = '' } = {}] = app.sent();
    const token = /undo\?token=([\w-]+)/.exec(text)?.[1] ?? '';
    await app.visitor().calls.restoreWaysIn({ token });
    await expect(me.calls.getUser()).rejects.toMatchObject(refusal(401, 2004));
    await expect(enter('authenticate')).rejects.toMatchObject(refusal(404, 4002));
  });

  test('an identity of another account is 422/5011', async () => {
    await connect('maria@example.org');
    await expect(connect('other@example.org')).rejects.toMatchObject(refusal(422, 5011));
  });

  test('an account without an address gets the verified one, unless it is taken', async () => {
    const byPhone = await connect('+4915112345678');
    expect((await byPhone.calls.getUser()).email).toBe('maria@gmail.com');
    const another = await connect('+4915112345679', { sub: 'google-other' });
    expect(await another.calls.getUser()).toMatchObject({ email: null, googleUserId: 'google-other' });
  });
});
