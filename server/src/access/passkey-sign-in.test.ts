import { beforeEach, describe, expect, test } from 'vitest';
import { createDevice, type Device, type DeviceOptions, type Faults } from '#test/authenticator';
import { type Community, type Persona, startCommunity } from '#test/personas';
import { findByPasskey, provePasskey } from './passkey-sign-in.ts';

const owner = 'owner@example.org';
const origin = 'https://parlance.test';
const refusal = (statusCode: number, code: number) => ({ statusCode, code });
const notVerified = refusal(422, 5004);

let app: Community;
let me: Persona;
beforeEach(async () => {
  app = await startCommunity({ env: { PUBLIC_URL: origin } });
  me = await app.signUp(owner, { name: 'Olga' });
});

async function addedDevice(person = me, options: Partial<DeviceOptions> = {}): Promise<Device> {
  const device = createDevice({ origin, ...options });
  const { challengeToken, options: creation } = await person.calls.beginPasskey();
  await person.calls.addPasskey({ challengeToken, name: 'Laptop', credential: device.register(creation) });
  return device;
}

type Assertion = ReturnType<Device['assert']>;

async function signInWith(
  device: Device,
  {
    faults = {},
    change = (credential) => credential,
    visitor = app.visitor(),
  }: {
    faults?: Faults;
    change?: (credential: Assertion) => Assertion;
    visitor?: ReturnType<Community['visitor']>;
  } = {},
) {
  const { challengeToken, options } = await visitor.calls.beginPasskeySignIn();
  const credential = change(device.assert(options, faults));
  return app.withTokens(await visitor.calls.authenticate({ passkey: { challengeToken, credential } }));
}

const withResponse = (part: Partial<Assertion['response']>) => (credential: Assertion) => ({
  ...credential,
  response: { ...credential.response, ...part },
});

const storedCounters = async () =>
  (await app.platform.pool.query('SELECT counter FROM passkeys')).rows.map(({ counter }) => counter);

// Rules: docs/specification/access.md#passkeys
describe('signing in with a passkey', () => {
  test.each([-7, -257] as const)('starts a session of its member (algorithm %s)', async (algorithm) => {
    const device = await addedDevice(me, { algorithm });
    app.clock.advance({ days: 1 });
    const { userId, calls } = await signInWith(device);
    expect(userId).toBe(me.userId);
    const { passkeys } = await calls.listPasskeys();
    expect(passkeys[0]?.lastUsedAt).toEqual(app.clock.now());
    expect((await calls.listSessions()).count).toBe(2);
  });

  test('the challenge names no passkey and nothing is stored for it', async () => {
    const { calls, send } = app.visitor();
    await addedDevice();
    const { options } = await calls.beginPasskeySignIn();
    expect(options).toEqual({
      challenge: options.challenge,
      rpId: 'parlance.test',
      timeout: 300_000,
      userVerification: 'required',
    });
    const answer = await send('POST', '/v1/auth/passkey-challenge', undefined, {
      'x-forwarded-host': 'evil.test',
    });
    expect(await answer.json()).toMatchObject({ options: { rpId: 'parlance.test' } });
    const { rows } = await app.platform.pool.query('SELECT FROM used_passkey_challenges');
    // The one of the addition.
    expect(rows).toHaveLength(1);
  });

  test('a challenge is used once and deleted a day after its end', async () => {
    const device = await addedDevice();
    const { calls } = app.visitor();
    const { challengeToken, options } = await calls.beginPasskeySignIn();
    const passkey = { challengeToken, credential: device.assert(options) };
    await calls.authenticate({ passkey });
    await expect(calls.authenticate({ passkey })).rejects.toMatchObject(notVerified);
    const again = { challengeToken, credential: device.assert(options) };
    await expect(calls.authenticate({ passkey: again })).rejects.toMatchObject(notVerified);
    app.clock.advance({ days: 1, minutes: 6 });
    await app.runJobs();
    const { rows } = await app.platform.pool.query('SELECT FROM used_passkey_challenges');
    expect(rows).toEqual([]);
  });

  test('of two concurrent uses of a challenge one signs in', async () => {
    const device = await addedDevice();
    const { calls } = app.visitor();
    const { challengeToken, options } = await calls.beginPasskeySignIn();
    const credentials = [device.assert(options), device.assert(options)];
    const outcomes = await Promise.allSettled(
      credentials.map((credential) => calls.authenticate({ passkey: { challengeToken, credential } })),
    );
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  test('a challenge is valid for five minutes, and only one of this server for a sign-in', async () => {
    const device = await addedDevice();
    const { calls } = app.visitor();
    const { challengeToken, options } = await calls.beginPasskeySignIn();
    app.clock.advance({ minutes: 5, ms: -1000 });
    const enter = (token: string, challenge = options.challenge) =>
      calls.authenticate({
        passkey: { challengeToken: token, credential: device.assert({ ...options, challenge }) },
      });
    const adding = await me.calls.beginPasskey();
    for (const [token, challenge] of [
      [challengeToken.slice(0, -2), options.challenge],
      [challengeToken, 'AAAA'],
      [adding.challengeToken, adding.options.challenge],
      [me.tokens.accessToken, options.challenge],
    ] as const)
      await expect(enter(token, challenge)).rejects.toMatchObject(notVerified);
    await enter(challengeToken);
    const next = await calls.beginPasskeySignIn();
    app.clock.advance({ minutes: 5 });
    await expect(enter(next.challengeToken, next.options.challenge)).rejects.toMatchObject(notVerified);
  });

  test.each<[string, Faults]>([
    ['another origin', { origin: 'https://evil.test' }],
    ['the origin without TLS', { origin: 'http://parlance.test' }],
    ['another port', { origin: 'https://parlance.test:8443' }],
    ['another RP id', { rpId: 'test' }],
    ['no user verification', { isVerified: false }],
    ['the act of adding', { type: 'webauthn.create' }],
  ])('refuses %s', async (_name, faults) => {
    const device = await addedDevice();
    await expect(signInWith(device, { faults })).rejects.toMatchObject(notVerified);
    await signInWith(device);
  });

  test('refuses bytes after the signature, and the handle or key of another member', async () => {
    const device = await addedDevice();
    const other = await app.signUp('other@example.org');
    const theirs = await addedDevice(other);
    const longer = (credential: Assertion) => {
      const signature = Buffer.from(credential.response.signature, 'base64url');
      return withResponse({ signature: Buffer.concat([signature, Buffer.of(0)]).toString('base64url') })(
        credential,
      );
    };
    const changes: ((credential: Assertion) => Assertion)[] = [
      longer,
      withResponse({ userHandle: theirs.userHandle }),
      (credential) => ({ ...credential, response: { ...credential.response, userHandle: '' } }),
      (credential) => ({ ...credential, id: theirs.id, rawId: theirs.id }),
      (credential) => ({
        ...withResponse({ userHandle: theirs.userHandle })(credential),
        id: theirs.id,
        rawId: theirs.id,
      }),
      (credential) => ({ ...credential, rawId: theirs.id }),
      (credential) => ({ ...credential, type: 'password' }),
    ];
    for (const change of changes)
      await expect(signInWith(device, { change })).rejects.toMatchObject(notVerified);
    expect((await signInWith(device)).userId).toBe(me.userId);
  });

  test('unknown, removed and malformed ones get the same error', async () => {
    const device = await addedDevice();
    const bodyOf = async (credential: unknown, visitor = app.visitor()) => {
      const { challengeToken } = await visitor.calls.beginPasskeySignIn();
      const answer = await visitor.send('POST', '/v1/auth', { passkey: { challengeToken, credential } });
      return { status: answer.status, body: await answer.json() };
    };
    const { options } = await app.visitor().calls.beginPasskeySignIn();
    const unknown = await bodyOf(createDevice({ origin }).assert(options));
    expect(unknown).toMatchObject({ status: 422, body: { code: 5004 } });
    const malformed = {
      ...device.assert(options),
      response: { clientDataJSON: '%', authenticatorData: '', signature: '!' },
    };
    expect(await bodyOf(malformed)).toEqual(unknown);
    const [passkey] = (await me.calls.listPasskeys()).passkeys;
    await me.calls.removePasskey({ passkeyId: passkey?.passkeyId ?? '' });
    const visitor = app.visitor();
    const begun = await visitor.calls.beginPasskeySignIn();
    const removed = await visitor.send('POST', '/v1/auth', {
      passkey: { challengeToken: begun.challengeToken, credential: device.assert(begun.options) },
    });
    expect({ status: removed.status, body: await removed.json() }).toEqual(unknown);
  });

  test('a passkey that is removed between its proof and its use signs nobody in', async () => {
    const { platform } = app;
    const device = await addedDevice();
    const { challengeToken, options } = await app.visitor().calls.beginPasskeySignIn();
    const credential = device.assert(options);
    const proven = await provePasskey(platform, { challengeToken, credential }, '203.0.113.7');
    const [passkey] = (await me.calls.listPasskeys()).passkeys;
    await me.calls.removePasskey({ passkeyId: passkey?.passkeyId ?? '' });
    const used = platform.db.transaction().execute((tx) => findByPasskey(platform, tx, proven));
    await expect(used).rejects.toMatchObject(notVerified);
  });

  test('a ban is told only after the proof', async () => {
    const device = await addedDevice();
    await app.platform.pool.query('UPDATE users SET banned_at = now() WHERE user_id = $1', [me.userId]);
    await expect(signInWith(device, { faults: { isVerified: false } })).rejects.toMatchObject(notVerified);
    await expect(signInWith(device)).rejects.toMatchObject(refusal(403, 3001));
  });

  test('30 attempts of one network in ten minutes', async () => {
    const device = await addedDevice();
    const visitor = app.visitor();
    for (let count = 0; count < 30; count += 1) await signInWith(device, { visitor });
    await expect(signInWith(device, { visitor })).rejects.toMatchObject({
      ...refusal(429, 6001),
      timeout: 600,
    });
    await signInWith(device);
    app.clock.advance({ minutes: 10 });
    await signInWith(device, { visitor });
  });

  test('is deleted with the account', async () => {
    const device = await addedDevice();
    app.clock.advance({ minutes: 1 });
    await me.calls.deleteUser({ token: await app.prove(me, owner, 'delete-user') });
    await expect(signInWith(device)).rejects.toMatchObject(notVerified);
    expect(await storedCounters()).toEqual([]);
  });
});

describe('the count of signatures', () => {
  const warnings = () =>
    app.sent().filter(({ subject }) => subject === 'We refused a sign-in with a passkey');

  test('may stay at 0, and otherwise has to grow', async () => {
    const synced = await addedDevice();
    await signInWith(synced);
    await signInWith(synced);
    expect(await storedCounters()).toEqual([0]);
    const counting = await addedDevice(me, { counter: 4_294_967_290 });
    await signInWith(counting);
    expect((await storedCounters()).toSorted()).toEqual([0, 4_294_967_291]);
    expect(warnings()).toEqual([]);
  });

  test.each([5, 4, 0])('one of 5, then %s, is refused and told once an hour', async (next) => {
    const device = await addedDevice(me, { counter: 4 });
    await signInWith(device);
    const tryCopy = async () => {
      // The device counts before it signs, unless it stays at 0.
      device.counter = Math.max(0, next - 1);
      await expect(signInWith(device)).rejects.toMatchObject(notVerified);
    };
    await tryCopy();
    await tryCopy();
    expect(warnings().map(({ to }) => to)).toEqual([owner]);
    expect(warnings()[0]?.text).toContain('Laptop');
    app.clock.advance({ hours: 1 });
    await tryCopy();
    expect(warnings()).toHaveLength(2);
    expect(await storedCounters()).toEqual([5]);
  });

  test('of two concurrent sign-ins with the same count one succeeds', async () => {
    const device = await addedDevice(me, { counter: 4 });
    const entries = [];
    for (const visitor of [app.visitor(), app.visitor()]) {
      const { challengeToken, options } = await visitor.calls.beginPasskeySignIn();
      device.counter = 4;
      entries.push({ visitor, passkey: { challengeToken, credential: device.assert(options) } });
    }
    const outcomes = await Promise.allSettled(
      entries.map(({ visitor, passkey }) => visitor.calls.authenticate({ passkey })),
    );
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  test('a false signature with an old count is not told', async () => {
    const device = await addedDevice(me, { counter: 4 });
    await signInWith(device);
    device.counter = 2;
    await expect(signInWith(device, { faults: { isVerified: false } })).rejects.toMatchObject(notVerified);
    expect(warnings()).toEqual([]);
  });
});
