import { beforeEach, describe, expect, test } from 'vitest';
import { type Community, type Persona, startCommunity } from '#test/personas';

const maria = 'maria@example.org';
const stolen = { statusCode: 401, code: 2003 };
const ended = { statusCode: 401, code: 2004 };

let app: Community;
let me: Persona;
beforeEach(async () => {
  app = await startCommunity();
  me = await app.signUp(maria);
});

const trade = (refreshToken: string) => app.visitor().calls.reauthenticate({ refreshToken });
const notices = () => app.sent().filter(({ subject }) => subject === 'We signed out one of your devices');

// Rules: docs/specification/access.md#rotation
describe('rotation of refresh tokens', () => {
  test('each re-authentication answers a new pair that works', async () => {
    const next = await trade(me.tokens.refreshToken);
    expect(next.refreshToken).not.toBe(me.tokens.refreshToken);
    expect((await app.withTokens(next).calls.getUser()).email).toBe(maria);
    expect(app.withTokens(next).userSessionId).toBe(me.userSessionId);
  });

  test('the previous token returns the same successor within 30 seconds although that is in use', async () => {
    const next = await trade(me.tokens.refreshToken);
    await app.withTokens(next).calls.getUser();
    app.clock.advance({ seconds: 30 });
    const again = await trade(me.tokens.refreshToken);
    expect(again.refreshToken).toBe(next.refreshToken);
    await app.withTokens(again).calls.getUser();
    expect(notices()).toEqual([]);
  });

  test('the previous token returns the same successor for 10 minutes while that is unused', async () => {
    const lost = await trade(me.tokens.refreshToken);
    app.clock.advance({ minutes: 10 });
    const again = await trade(me.tokens.refreshToken);
    expect(again.refreshToken).toBe(lost.refreshToken);
    await app.withTokens(await trade(again.refreshToken)).calls.getUser();
  });

  test('the previous access token, used after a lost response, does not shorten the 10 minutes', async () => {
    const lost = await trade(me.tokens.refreshToken);
    await me.calls.getUser();
    app.clock.advance({ minutes: 10 });
    const again = await trade(me.tokens.refreshToken);
    expect(again.refreshToken).toBe(lost.refreshToken);
    expect(notices()).toEqual([]);
  });

  test('the previous token counts as theft after 10 minutes', async () => {
    await trade(me.tokens.refreshToken);
    app.clock.advance({ minutes: 10, seconds: 1 });
    await expect(trade(me.tokens.refreshToken)).rejects.toMatchObject(stolen);
  });

  test('the previous token counts as theft 30 seconds after its successor was used', async () => {
    // The node knows the session from before the rotation.
    await me.calls.getUser();
    const next = await trade(me.tokens.refreshToken);
    await app.withTokens(next).calls.getUser();
    app.clock.advance({ seconds: 31 });
    await expect(trade(me.tokens.refreshToken)).rejects.toMatchObject(stolen);
  });

  test('an older token ends the session at once and mails the user: 401/2003, then 2004', async () => {
    const second = await trade(me.tokens.refreshToken);
    const third = await trade(second.refreshToken);
    const holder = app.withTokens(third);
    await holder.calls.getUser();
    await expect(trade(me.tokens.refreshToken)).rejects.toMatchObject(stolen);
    await expect(holder.calls.getUser()).rejects.toMatchObject(ended);
    await expect(trade(third.refreshToken)).rejects.toMatchObject(ended);
    expect(notices()).toMatchObject([{ to: maria, text: expect.stringContaining('/login') }]);
  });

  test('the mail about a theft is in the language of the account', async () => {
    await me.calls.updateUser({ locale: 'de' });
    const second = await trade(me.tokens.refreshToken);
    await trade(second.refreshToken);
    await expect(trade(me.tokens.refreshToken)).rejects.toMatchObject(stolen);
    expect(app.sent()[0]).toMatchObject({ to: maria, html: expect.stringContaining('<html lang="de"') });
  });

  test('theft in one session does not end the others', async () => {
    const phone = await app.signIn(maria);
    const second = await trade(me.tokens.refreshToken);
    await trade(second.refreshToken);
    await expect(trade(me.tokens.refreshToken)).rejects.toMatchObject(stolen);
    await phone.calls.getUser();
  });

  test.each(['x', 'access token'])('%s is no refresh token: 401/2003', async (name) => {
    const refreshToken = name === 'x' ? name : me.tokens.accessToken;
    await expect(trade(refreshToken)).rejects.toMatchObject(stolen);
    await me.calls.getUser();
  });

  test('stores only a hash of the token', async () => {
    const { rows } = await app.platform.pool.query('SELECT t::text AS text FROM user_sessions t');
    const [, , signature = ''] = me.tokens.refreshToken.split('.');
    const forms = [
      signature,
      Buffer.from(signature, 'base64url').toString('hex'),
      Buffer.from(signature).toString('hex'),
    ];
    for (const form of forms) expect(rows[0].text).not.toContain(form);
  });

  test('a deleted person has no session: 401/2004', async () => {
    await app.platform.pool.query('DELETE FROM users');
    await expect(trade(me.tokens.refreshToken)).rejects.toMatchObject(ended);
  });
});

// Rules: docs/specification/access.md#activity
describe('activity', () => {
  const activities = async () => {
    const { rows } = await app.platform.pool.query(
      'SELECT type FROM user_activities ORDER BY created_at, user_activity_id',
    );
    return rows.map(({ type }) => type as string);
  };
  const lastActiveAt = async (): Promise<Date> =>
    (await app.platform.pool.query('SELECT last_active_at FROM users')).rows[0].last_active_at;

  test('sign-in at POST /user and /auth, return at /reauth after 30 idle minutes', async () => {
    const phone = await app.signIn(maria);
    expect(await activities()).toEqual(['sign-in', 'sign-in']);
    app.clock.advance({ minutes: 29, seconds: 59 });
    const next = await trade(phone.tokens.refreshToken);
    expect(await activities()).toHaveLength(2);
    app.clock.advance({ seconds: 1 });
    const after = await trade(next.refreshToken);
    expect(await activities()).toEqual(['sign-in', 'sign-in', 'return']);
    await trade(after.refreshToken);
    expect(await activities()).toHaveLength(3);
  });

  test('lastActiveAt is written at most once a minute by signed-in calls', async () => {
    const start = app.clock.now();
    app.clock.advance({ seconds: 59 });
    await me.calls.getUser();
    expect(await lastActiveAt()).toEqual(start);
    app.clock.advance({ seconds: 61 });
    await me.calls.getUser();
    expect(await lastActiveAt()).toEqual(app.clock.now());
    const written = app.clock.now();
    app.clock.advance({ seconds: 59 });
    await me.calls.getUser();
    expect(await lastActiveAt()).toEqual(written);
  });

  test('the time zone is kept at every sign-in and re-authentication; an unknown one is 400/1000', async () => {
    const zone = async () => (await me.calls.getUser()).timeZone;
    expect(await zone()).toBeNull();
    const token = await app.prove(app.visitor(), maria);
    const { calls } = app.visitor();
    await calls.authenticate({ email: maria, token, timeZone: 'Asia/Kolkata', localTZOffset: 6 });
    expect(await zone()).toBe('Asia/Kolkata');
    await calls.reauthenticate({ refreshToken: me.tokens.refreshToken, timeZone: 'Europe/Berlin' });
    expect(await zone()).toBe('Europe/Berlin');
    await me.calls.updateUser({ timeZone: 'Asia/Tokyo' });
    expect(await zone()).toBe('Asia/Tokyo');
    const { rows } = await app.platform.pool.query('SELECT local_tz_offset FROM users');
    expect(rows).toEqual([{ local_tz_offset: 6 }]);
    const answer = await me.send('POST', '/v1/user/update', { timeZone: 'Mars/Base' });
    expect(answer.status).toBe(400);
  });

  test('the time zone and the offset of a sign-up are kept', async () => {
    const guest = app.visitor();
    const email = 'new@example.org';
    const zone = { timeZone: 'Asia/Kolkata', localTZOffset: 6 };
    await guest.calls.createUser({ email, token: await app.prove(guest, email), ...zone });
    const { rows } = await app.platform.pool.query(
      'SELECT time_zone, local_tz_offset FROM users WHERE email = $1',
      [email],
    );
    expect(rows).toEqual([{ time_zone: 'Asia/Kolkata', local_tz_offset: 6 }]);
  });
});
