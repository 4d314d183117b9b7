import { beforeEach, describe, expect, test } from 'vitest';
import { createDevice, type Device, type DeviceOptions } from '#test/authenticator';
import { type Community, type Persona, startCommunity } from '#test/personas';

const owner = 'owner@example.org';
const origin = 'https://parlance.test';
const refusal = (statusCode: number, code: number) => ({ statusCode, code });
const notVerified = refusal(422, 5004);

let app: Community;
let me: Persona;
beforeEach(async () => {
  app = await startCommunity({ env: { PUBLIC_URL: `${origin}/` } });
  me = await app.signUp(owner, { name: 'Olga' });
});

const deviceOf = (options: Partial<DeviceOptions> = {}) => createDevice({ origin, ...options });

async function add(person: Persona, device: Device = deviceOf(), name = 'Laptop') {
  const { challengeToken, options } = await person.calls.beginPasskey();
  return person.calls.addPasskey({ challengeToken, name, credential: device.register(options) });
}

const namesOf = async ({ calls }: Persona) => (await calls.listPasskeys()).passkeys.map(({ name }) => name);

async function signInWith(device: Device): Promise<Persona> {
  const { calls } = app.visitor();
  const { challengeToken, options } = await calls.beginPasskeySignIn();
  const tokens = await calls.authenticate({
    passkey: { challengeToken, credential: device.assert(options) },
  });
  return app.withTokens(tokens);
}

function linkIn(text: string | undefined): string {
  const token = /\/undo\?token=([\w-]+)/.exec(text ?? '')?.[1];
  if (!token) throw new Error('no link was sent');
  return token;
}
const newestTo = (address: string) => app.sent().find(({ to }) => to === address);

// Rules: docs/specification/access.md#passkeys
describe('adding a passkey', () => {
  test('asks the device for a verified, discoverable key of this site, and lists it', async () => {
    const { options, needsCode } = await me.calls.beginPasskey();
    expect(options).toMatchObject({
      rp: { id: 'parlance.test', name: 'Parlance' },
      user: { name: owner, displayName: 'Olga' },
      pubKeyCredParams: [
        { type: 'public-key', alg: -7 },
        { type: 'public-key', alg: -257 },
      ],
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    });
    expect(Buffer.from(options.user.id, 'base64url')).toHaveLength(32);
    expect(needsCode).toBe(false);

    const device = deviceOf({ isSynced: true });
    const added = await add(me, device);
    const now = app.clock.now();
    expect(added).toMatchObject({ name: 'Laptop', createdAt: now, lastUsedAt: null, isSynced: true });
    const { passkeys, account } = await me.calls.listPasskeys();
    expect(passkeys).toEqual([added]);
    expect(account).toEqual({
      rpId: 'parlance.test',
      userHandle: options.user.id,
      name: owner,
      displayName: 'Olga',
    });
    const again = await me.calls.beginPasskey();
    expect(again.options.user.id).toBe(options.user.id);
    expect(again.options.excludeCredentials).toEqual([
      { type: 'public-key', id: device.id, transports: ['internal'] },
    ]);
  });

  test('names an account without email address and name by its number', async () => {
    const number = '+4915112345678';
    const { calls } = await app.signUp(number);
    const named = { name: number, displayName: number };
    expect((await calls.listPasskeys()).account).toEqual({
      rpId: 'parlance.test',
      userHandle: null,
      ...named,
    });
    expect((await calls.beginPasskey()).options.user).toMatchObject(named);
  });

  test.each([
    ['https://parlance.test:8443', 'https://parlance.test:8443'],
    ['http://127.0.0.1:3000', undefined],
    ['http://[::1]:3000', undefined],
  ])('is offered where browsers allow it: at %s on %s', async (publicUrl, offered) => {
    app = await startCommunity({ env: { PUBLIC_URL: publicUrl } });
    expect((await app.visitor().calls.getStaticData()).passkeyOrigin).toBe(offered);
  });

  test('counts a session from its sign-in: a renewed one is not a new one', async () => {
    app.clock.advance({ minutes: 10, ms: 1 });
    const renewed = await me.calls.reauthenticate({ refreshToken: me.tokens.refreshToken });
    const { calls } = app.withTokens(renewed);
    expect(await calls.beginPasskey()).toMatchObject({ needsCode: true });
  });

  test('needs a session of the last ten minutes, otherwise a code to an own address', async () => {
    app.clock.advance({ minutes: 10 });
    expect(await me.calls.beginPasskey()).toMatchObject({ needsCode: false });
    await add(me);
    app.clock.advance({ ms: 1 });
    const device = deviceOf();
    const { challengeToken, needsCode, options } = await me.calls.beginPasskey();
    expect(needsCode).toBe(true);
    const addition = { challengeToken, name: 'Phone', credential: device.register(options) };
    await expect(me.calls.addPasskey(addition)).rejects.toMatchObject(notVerified);

    const other = await app.signUp('other@example.org');
    await expect(app.prove(me, other.address, 'add-passkey')).rejects.toMatchObject(refusal(403, 3000));
    for (const [who, type] of [
      [me, 'sign-in'],
      [me, 'delete-user'],
    ] as const) {
      app.clock.advance({ minutes: 1 });
      const token = await app.prove(who, owner, type);
      await expect(me.calls.addPasskey({ ...addition, token })).rejects.toMatchObject(notVerified);
    }
    app.clock.advance({ minutes: 1 });
    const token = await app.prove(me, owner, 'add-passkey');
    expect(newestTo(owner)?.subject).toBe('Confirm your new passkey');
    expect(await me.calls.addPasskey({ ...addition, token })).toMatchObject({ name: 'Phone' });
    const next = await me.calls.beginPasskey();
    const third = { ...next, name: 'Third', credential: deviceOf().register(next.options) };
    await expect(me.calls.addPasskey({ ...third, token })).rejects.toMatchObject(notVerified);
    expect(await namesOf(me)).toEqual(['Laptop', 'Phone']);
  });

  test('the code goes to the present address, also while the change to it can be undone', async () => {
    const moved = 'moved@example.org';
    await me.calls.updateEmail({ email: moved, token: await app.prove(me, moved, 'update-email') });
    app.clock.advance({ minutes: 11 });
    await expect(app.prove(me, owner, 'add-passkey')).rejects.toMatchObject(refusal(403, 3000));
    const { challengeToken, options } = await me.calls.beginPasskey();
    const addition = { challengeToken, name: 'Phone', credential: deviceOf().register(options) };
    const token = await app.prove(me, moved, 'add-passkey');
    expect(await me.calls.addPasskey({ ...addition, token })).toMatchObject({ name: 'Phone' });
  });

  test('a session that has just ended, such as by an undo, adds nothing', async () => {
    const { challengeToken, options } = await me.calls.beginPasskey();
    const addition = { challengeToken, name: 'Thief', credential: deviceOf().register(options) };
    // As by another node: the cache of this one may not know it yet.
    await app.platform.pool.query('UPDATE user_sessions SET ended_at = $1', [app.clock.now()]);
    await expect(me.calls.addPasskey(addition)).rejects.toThrow();
    expect((await app.platform.pool.query('SELECT FROM passkeys')).rows).toEqual([]);
  });

  test('refuses a response for another member, challenge, origin, site or act, and one without verification', async () => {
    const other = await app.signUp('other@example.org');
    const foreign = await other.calls.beginPasskey();
    const { challengeToken, options } = await me.calls.beginPasskey();
    const signIn = await me.calls.beginPasskeySignIn();
    const device = deviceOf();
    const attempts: [string, Parameters<Device['register']>[1]][] = [
      [challengeToken, { origin: 'https://evil.test' }],
      [challengeToken, { origin: 'http://parlance.test' }],
      [challengeToken, { rpId: 'evil.test' }],
      [challengeToken, { challenge: foreign.options.challenge }],
      [challengeToken, { isVerified: false }],
      [challengeToken, { type: 'webauthn.get' }],
      [challengeToken, { attestation: 'packed' }],
      [foreign.challengeToken, { challenge: foreign.options.challenge }],
      [signIn.challengeToken, { challenge: signIn.options.challenge }],
      [`${challengeToken}x`, {}],
    ];
    for (const [token, faults] of attempts) {
      const credential = device.register(options, faults);
      const addition = { challengeToken: token, name: 'Laptop', credential };
      await expect(me.calls.addPasskey(addition), JSON.stringify(faults)).rejects.toMatchObject(notVerified);
      app.clock.advance({ minutes: 0 });
      await app.platform.pool.query('DELETE FROM rate_limits');
    }
    const credential = { ...device.register(options), id: 'AAAA', rawId: 'AAAA' };
    await expect(me.calls.addPasskey({ challengeToken, name: 'Laptop', credential })).rejects.toMatchObject(
      notVerified,
    );
    expect(await namesOf(me)).toEqual([]);
  });

  test('uses a challenge once and a credential once, also that of another member', async () => {
    const device = deviceOf();
    const { challengeToken, options } = await me.calls.beginPasskey();
    const addition = { challengeToken, name: 'Laptop', credential: device.register(options) };
    await me.calls.addPasskey(addition);
    const second = deviceOf().register(options);
    await expect(me.calls.addPasskey({ ...addition, credential: second })).rejects.toMatchObject(notVerified);
    const other = await app.signUp('other@example.org');
    await expect(add(other, device)).rejects.toMatchObject(notVerified);
    expect(await namesOf(me)).toEqual(['Laptop']);
    expect(await namesOf(other)).toEqual([]);
  });

  test('a challenge is valid for five minutes', async () => {
    const { challengeToken, options } = await me.calls.beginPasskey();
    const addition = { challengeToken, name: 'Laptop', credential: deviceOf().register(options) };
    app.clock.advance({ minutes: 5 });
    await expect(me.calls.addPasskey(addition)).rejects.toMatchObject(notVerified);
    const later = await me.calls.beginPasskey();
    app.clock.advance({ minutes: 5, ms: -1000 });
    await me.calls.addPasskey({ ...later, name: 'Laptop', credential: deviceOf().register(later.options) });
  });

  test('ten an hour, and 20 in all; a removed one makes room', async () => {
    for (let number = 1; number <= 10; number += 1) await add(me, deviceOf(), `${number}`);
    await expect(add(me)).rejects.toMatchObject(refusal(429, 6001));
    const other = await app.signUp('other@example.org');
    await add(other);
    app.clock.advance({ hours: 1 });
    me = await app.signIn(owner);
    for (let number = 11; number <= 19; number += 1) await add(me, deviceOf(), `${number}`);
    const waiting = await me.calls.beginPasskey();
    await add(me, deviceOf(), '20');
    const tooMany = { statusCode: 403, code: 3000, message: 'You have 20 passkeys. Remove one first.' };
    await expect(me.calls.beginPasskey()).rejects.toMatchObject(tooMany);
    app.clock.advance({ minutes: 4 });
    await app.platform.pool.query('DELETE FROM rate_limits');
    const late = { ...waiting, name: '21', credential: deviceOf().register(waiting.options) };
    await expect(me.calls.addPasskey(late)).rejects.toMatchObject(tooMany);
    const [first] = (await me.calls.listPasskeys()).passkeys;
    await me.calls.removePasskey({ passkeyId: first?.passkeyId ?? '' });
    await add(me, deviceOf(), '21');
    expect(await namesOf(me)).toHaveLength(20);
  });
});

describe('renaming and removing a passkey', () => {
  test('only the own one, and only while it is there', async () => {
    const { passkeyId } = await add(me);
    const other = await app.signUp('other@example.org');
    const gone = refusal(404, 4001);
    await expect(other.calls.renamePasskey({ passkeyId, name: 'Mine' })).rejects.toMatchObject(gone);
    await expect(other.calls.removePasskey({ passkeyId })).rejects.toMatchObject(gone);
    expect(await me.calls.renamePasskey({ passkeyId, name: ' Work ' })).toMatchObject({ name: 'Work' });
    await expect(me.calls.renamePasskey({ passkeyId, name: ' ' })).rejects.toMatchObject(refusal(400, 1000));
    await me.calls.removePasskey({ passkeyId });
    expect(await namesOf(me)).toEqual([]);
    await expect(me.calls.renamePasskey({ passkeyId, name: 'Mine' })).rejects.toMatchObject(gone);
    await expect(me.calls.removePasskey({ passkeyId })).rejects.toMatchObject(gone);
    expect(app.sent().filter(({ to }) => to === other.address)).toEqual([]);
  });

  test('a removal ends every other session', async () => {
    const { passkeyId } = await add(me);
    app.clock.advance({ minutes: 1 });
    const elsewhere = await app.signIn(owner);
    await me.calls.removePasskey({ passkeyId });
    await expect(elsewhere.calls.getUser()).rejects.toMatchObject(refusal(401, 2004));
    expect(await me.calls.getUser()).toMatchObject({ email: owner });
  });

  test('30 removals an hour', async () => {
    const passkeyId = '0198c0de-0000-7000-8000-000000000000';
    for (let count = 0; count < 30; count += 1)
      await expect(me.calls.removePasskey({ passkeyId })).rejects.toMatchObject(refusal(404, 4001));
    await expect(me.calls.removePasskey({ passkeyId })).rejects.toMatchObject(refusal(429, 6001));
    const other = await app.signUp('other@example.org');
    await expect(other.calls.removePasskey({ passkeyId })).rejects.toMatchObject(refusal(404, 4001));
  });

  test('a passkey is never the last sign-in method', async () => {
    await add(me);
    const only = { statusCode: 403, code: 3000, message: 'This is the only way to sign in to your account.' };
    await expect(me.calls.disconnectWayIn({ way: 'email' })).rejects.toMatchObject(only);
  });
});

describe('the undo link', () => {
  test('is sent when a passkey is added, removes it and ends all sessions', async () => {
    const kept = deviceOf();
    await add(me, kept, 'Kept');
    app.clock.advance({ days: 8 });
    me = await app.signIn(owner);
    const device = deviceOf();
    await add(me, device, 'Thief');
    const mail = newestTo(owner);
    expect(mail?.subject).toBe('A passkey was added to your account');
    expect(await app.visitor().calls.restoreWaysIn({ token: linkIn(mail?.text) })).toEqual({
      emailOrPhone: owner,
    });
    await expect(me.calls.getUser()).rejects.toMatchObject(refusal(401, 2004));
    await expect(signInWith(device)).rejects.toMatchObject(notVerified);
    expect(await namesOf(await signInWith(kept))).toEqual(['Kept']);
  });

  test('is sent when a passkey is removed, and restores it', async () => {
    const device = deviceOf();
    const { passkeyId } = await add(me, device);
    app.clock.advance({ days: 8 });
    me = await app.signIn(owner);
    await me.calls.removePasskey({ passkeyId });
    const mail = newestTo(owner);
    expect(mail?.subject).toBe('A passkey was removed from your account');
    app.clock.advance({ days: 7, ms: -1 });
    await app.runJobs();
    await app.visitor().calls.restoreWaysIn({ token: linkIn(mail?.text) });
    expect(await namesOf(await signInWith(device))).toEqual(['Laptop']);
  });

  test('of a changed address takes the passkeys of afterwards along', async () => {
    const thief = 'thief@example.org';
    const mine = deviceOf();
    const { passkeyId } = await add(me, mine, 'Mine');
    app.clock.advance({ days: 8 });
    me = await app.signIn(owner);
    await me.calls.updateEmail({ email: thief, token: await app.prove(me, thief, 'update-email') });
    const { text } = newestTo(owner) ?? {};
    const theirs = deviceOf();
    await add(me, theirs, 'Theirs');
    expect(newestTo(thief)?.subject).toBe('A passkey was added to your account');
    await me.calls.removePasskey({ passkeyId });
    // A change by a node of the release before does not state the passkeys.
    await app.platform.pool.query(
      'UPDATE way_in_changes SET passkey_ids = NULL WHERE told_address = $1 AND changed_at = $2',
      [owner, app.clock.now()],
    );
    await app.visitor().calls.restoreWaysIn({ token: linkIn(text) });
    await expect(signInWith(theirs)).rejects.toMatchObject(notVerified);
    expect(await namesOf(await signInWith(mine))).toEqual(['Mine']);
  });

  test('removed passkeys are deleted after seven days', async () => {
    const { passkeyId } = await add(me);
    await me.calls.removePasskey({ passkeyId });
    const stored = async () => (await app.platform.pool.query('SELECT FROM passkeys')).rows.length;
    app.clock.advance({ days: 7, ms: -1 });
    await app.runJobs();
    expect(await stored()).toBe(1);
    app.clock.advance({ hours: 1 });
    await app.runJobs();
    expect(await stored()).toBe(0);
  });
});

test('the export has names and dates of passkeys, and no key', async () => {
  const device = deviceOf({ isSynced: true });
  await add(me, device);
  const { passkeys } = await me.calls.exportUser();
  const createdAt = app.clock.now().toISOString();
  expect(passkeys).toEqual([
    { name: 'Laptop', createdAt, lastUsedAt: null, isSynced: true, removedAt: null },
  ]);
});
