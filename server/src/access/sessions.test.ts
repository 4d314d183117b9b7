import { SignJWT } from 'jose';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Community, claimsOf, type Persona, startCommunity } from '#test/personas';

const maria = 'maria@example.org';
const refusal = (statusCode: number, code: number) => ({ statusCode, code });

let app: Community;
beforeEach(async () => {
  app = await startCommunity({ env: { ADMIN_EMAILS: 'first@example.org,second@example.org' } });
});

const getUserWith = (authorization?: string) =>
  app.visitor().send('GET', '/v1/user', undefined, authorization === undefined ? {} : { authorization });

const sign = (claims: Record<string, unknown>, secret = app.platform.secret) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(secret));

const ban = async (userId: string) => {
  const { platform } = app;
  const after = await platform.db.transaction().execute(async (tx) => {
    await tx.updateTable('users').set({ banned_at: app.clock.now() }).where('user_id', '=', userId).execute();
    return platform.effects.run(platform, tx, 'userBanned', { userId });
  });
  await after();
};

// Rules: docs/specification/access.md#tokens
describe('tokens', () => {
  test('carry the specified claims: 15 minutes for access, 30 days for refresh, each with a jti', async () => {
    const me = await app.signUp(maria);
    const now = app.clock.now().getTime() / 1000;
    const { userId, userSessionId } = me;
    expect(claimsOf(me.tokens.accessToken)).toEqual({
      sub: 'access-token',
      userId,
      userSessionId,
      iat: now,
      exp: now + 15 * 60,
      jti: expect.any(String),
    });
    expect(claimsOf(me.tokens.refreshToken)).toEqual({
      sub: 'refresh-token',
      userSessionId,
      iat: now,
      exp: now + 30 * 24 * 60 * 60,
      jti: expect.any(String),
    });
  });

  test('two tokens issued in one second differ', async () => {
    const me = await app.signUp(maria);
    const { calls } = app.visitor();
    const first = await calls.reauthenticate({ refreshToken: me.tokens.refreshToken });
    const second = await calls.reauthenticate({ refreshToken: first.refreshToken });
    const all = [me.tokens, first, second].flatMap(({ accessToken, refreshToken }) => [
      accessToken,
      refreshToken,
    ]);
    expect(new Set(all).size).toBe(6);
  });

  test('a missing header is 401/2002', async () => {
    const answer = await getUserWith();
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ code: 2002 });
  });

  test('anything but a valid access token is 401/2000', async () => {
    const me = await app.signUp(maria);
    const { accessToken, refreshToken } = me.tokens;
    const claims = claimsOf(accessToken);
    const [head, , signature] = accessToken.split('.');
    const altered = Buffer.from(JSON.stringify({ ...claims, exp: 9e9 })).toString('base64url');
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${accessToken.split('.')[1]}.`;
    for (const token of [
      'x',
      refreshToken,
      `${head}.${altered}.${signature}`,
      unsigned,
      await sign(claims, 'another secret of at least 32 characters'),
      await sign({ ...claims, userSessionId: undefined }),
      await sign({ ...claims, exp: undefined }),
      await sign({ ...claims, userId: '01890000-0000-7000-8000-000000000000' }),
    ]) {
      const answer = await getUserWith(`Bearer ${token}`);
      expect(answer.status).toBe(401);
      expect(await answer.json()).toMatchObject({ code: 2000 });
    }
    expect((await getUserWith(`Basic ${accessToken}`)).status).toBe(401);
    expect((await getUserWith(`Bearer ${accessToken}`)).status).toBe(200);
  });

  test('expired is 401/2001 from the moment of expiry, whether or not the token was seen before', async () => {
    const seen = await app.signUp(maria);
    await seen.calls.getUser();
    const unseen = await app.signIn(maria);
    app.clock.advance({ minutes: 14, seconds: 59 });
    await seen.calls.getUser();
    app.clock.advance({ seconds: 1 });
    await expect(seen.calls.getUser()).rejects.toMatchObject(refusal(401, 2001));
    await expect(unseen.calls.getUser()).rejects.toMatchObject(refusal(401, 2001));
  });

  test('entry calls ignore any token', async () => {
    const answer = await app
      .visitor()
      .send(
        'POST',
        '/v1/access-verification',
        { emailOrPhone: maria, type: 'sign-in' },
        { authorization: 'Bearer x' },
      );
    expect(answer.status).toBe(200);
  });
});

// Rules: docs/specification/errors.md#order-of-checks
describe('order of errors: 401, then 3001, 400, 404, 403, 422', () => {
  test('a missing sign-in or a ban is reported before bad input', async () => {
    const me = await app.signUp(maria);
    const bad = (authorization?: string) =>
      app
        .visitor()
        .send('POST', '/v1/user/update-email', { email: 'x' }, authorization ? { authorization } : {});
    expect(await (await bad()).json()).toMatchObject(refusal(401, 2002));
    expect(await (await bad(`Bearer ${me.tokens.accessToken}`)).json()).toMatchObject(refusal(400, 1000));
    await ban(me.userId);
    expect(await (await bad(`Bearer ${me.tokens.accessToken}`)).json()).toMatchObject(refusal(403, 3001));
    expect(await (await bad('Bearer x')).json()).toMatchObject(refusal(401, 2000));
  });

  test('bad input (400) before a missing thing (404)', async () => {
    const me = await app.signUp(maria);
    const answer = await me.send('POST', '/v1/user/preference/no-such-name', { value: null });
    expect(await answer.json()).toMatchObject(refusal(400, 1000));
    await expect(me.calls.setPreference({ name: 'no-such-name', value: true })).rejects.toMatchObject(
      refusal(404, 4001),
    );
  });
});

// Rules: docs/specification/access.md#auth-sessions
describe('sessions', () => {
  test('GET /session lists the own live sessions, last used first, and marks the current one', async () => {
    const laptop = await app.signUp(maria);
    await app.signUp('other@example.org');
    app.clock.advance({ minutes: 1 });
    const guest = app.visitor({ userAgent: 'Phone/1.0' });
    const token = await app.prove(guest, maria);
    const phone = app.withTokens(await guest.calls.authenticate({ email: maria, token }));
    const { count, sessions } = await phone.calls.listSessions();
    expect(count).toBe(2);
    expect(sessions).toMatchObject([
      {
        userSessionId: phone.userSessionId,
        userAgent: 'Phone/1.0',
        current: true,
        lastUsedAt: app.clock.now(),
      },
      { userSessionId: laptop.userSessionId, current: false },
    ]);
    app.clock.advance({ minutes: 1 });
    await laptop.calls.reauthenticate({ refreshToken: laptop.tokens.refreshToken });
    expect((await phone.calls.listSessions()).sessions).toMatchObject([
      { userSessionId: laptop.userSessionId, current: false, lastUsedAt: app.clock.now() },
      { userSessionId: phone.userSessionId, current: true },
    ]);
    await phone.calls.endSession({ userSessionId: laptop.userSessionId });
    expect((await phone.calls.listSessions()).count).toBe(1);
  });

  test('an expired session is stored for a day', async () => {
    await app.signUp(maria);
    const stored = async () => (await app.platform.pool.query('SELECT FROM user_sessions')).rows.length;
    app.clock.advance({ days: 31 });
    await app.runJobs();
    expect(await stored()).toBe(1);
    app.clock.advance({ hours: 1 });
    await app.runJobs();
    expect(await stored()).toBe(0);
  });

  test('an ended session is 401/2004 at once for calls and re-authentication; ending it again is 200', async () => {
    const laptop = await app.signUp(maria);
    const phone = await app.signIn(maria);
    await laptop.calls.getUser();
    const { userSessionId } = laptop;
    expect(await phone.calls.endSession({ userSessionId })).toEqual({});
    await expect(laptop.calls.getUser()).rejects.toMatchObject(refusal(401, 2004));
    const { refreshToken } = laptop.tokens;
    await expect(laptop.calls.reauthenticate({ refreshToken })).rejects.toMatchObject(refusal(401, 2004));
    expect(await phone.calls.endSession({ userSessionId })).toEqual({});
    await phone.calls.getUser();
  });

  test("another's session or an unknown one is 404/4001, a bad id 400/1000", async () => {
    const me = await app.signUp(maria);
    const other = await app.signUp('other@example.org');
    for (const userSessionId of [other.userSessionId, '01890000-0000-7000-8000-000000000000']) {
      await expect(me.calls.endSession({ userSessionId })).rejects.toMatchObject(refusal(404, 4001));
    }
    await other.calls.getUser();
    expect((await me.send('DELETE', '/v1/session/1')).status).toBe(400);
  });

  test('DELETE /session ends all the others', async () => {
    const devices = [await app.signUp(maria), await app.signIn(maria), await app.signIn(maria)] as const;
    const other = await app.signUp('other@example.org');
    await devices[1].calls.endOtherSessions();
    await devices[1].calls.getUser();
    await other.calls.getUser();
    for (const gone of [devices[0], devices[2]]) {
      await expect(gone.calls.getUser()).rejects.toMatchObject(refusal(401, 2004));
    }
  });

  test('does not list an expired session', async () => {
    await app.signUp(maria);
    app.clock.advance({ days: 30, ms: -1 });
    const counts = async () => (await (await app.signIn(maria)).calls.listSessions()).count;
    expect(await counts()).toBe(2);
    app.clock.advance({ ms: 1 });
    expect(await counts()).toBe(2);
  });

  test('the export has the end of each session; ending the others keeps earlier ends', async () => {
    const [first, second, me] = [await app.signUp(maria), await app.signIn(maria), await app.signIn(maria)];
    const times: Date[] = [];
    for (const end of [
      () => me.calls.endSession({ userSessionId: first.userSessionId }),
      () => me.calls.endOtherSessions(),
      () => me.calls.endSession({ userSessionId: first.userSessionId }),
    ]) {
      app.clock.advance({ minutes: 1 });
      times.push(app.clock.now());
      await end();
    }
    const { sessions } = (await me.calls.exportUser()) as {
      sessions: { userSessionId: string; endedAt: string | null }[];
    };
    const endOf = new Map(sessions.map(({ userSessionId, endedAt }) => [userSessionId, endedAt]));
    const ends = [first, second, me].map(({ userSessionId }) => endOf.get(userSessionId));
    expect(ends).toEqual([times[0]?.toISOString(), times[1]?.toISOString(), null]);
  });

  test('a session that was ended on another node is refused at most a second later', async () => {
    const me = await app.signUp(maria);
    const elsewhere = app.on(await app.startNode(), me);
    await elsewhere.calls.getUser();
    await me.calls.endSession({ userSessionId: me.userSessionId });
    app.clock.advance({ seconds: 1 });
    await expect(elsewhere.calls.getUser()).rejects.toMatchObject(refusal(401, 2004));
  });

  test('a session ends after 30 idle days and after 90 days in any case', async () => {
    let me: Persona = await app.signUp(maria);
    const goOn = async (days: number) => {
      app.clock.advance({ days });
      me = app.withTokens(await me.calls.reauthenticate({ refreshToken: me.tokens.refreshToken }));
    };
    const expiry = () => claimsOf(me.tokens.refreshToken).exp as number;
    const start = app.clock.now().getTime() / 1000;
    const days = (count: number) => count * 24 * 60 * 60;
    await goOn(29);
    expect(expiry()).toBe(start + days(59));
    await goOn(29);
    await goOn(29);
    expect(expiry()).toBe(start + days(90));
    await expect(goOn(3)).rejects.toMatchObject(refusal(401, 2003));
    const idle = await app.signIn(maria);
    app.clock.advance({ days: 30 });
    const { refreshToken } = idle.tokens;
    await expect(idle.calls.reauthenticate({ refreshToken })).rejects.toMatchObject(refusal(401, 2003));
  });
});

// Rules: docs/specification/moderation.md#ban
describe('bans', () => {
  test('403/3001 on every call, at sign-in and at re-authentication', async () => {
    const me = await app.signUp(maria);
    await me.calls.getUser();
    await ban(me.userId);
    await expect(me.calls.getUser()).rejects.toMatchObject(refusal(403, 3001));
    const { refreshToken } = me.tokens;
    await expect(me.calls.reauthenticate({ refreshToken })).rejects.toMatchObject(refusal(403, 3001));
    await expect(app.signIn(maria)).rejects.toMatchObject(refusal(403, 3001));
  });

  test('sessions from before a ban stay ended after it', async () => {
    const me = await app.signUp(maria);
    await ban(me.userId);
    await app.platform.pool.query('UPDATE users SET banned_at = NULL');
    app.clock.advance({ seconds: 1 });
    await expect(me.calls.getUser()).rejects.toMatchObject(refusal(401, 2004));
    await app.signIn(maria);
  });
});

// Rules: docs/specification/moderation.md#admins
describe('admins: ADMIN_EMAILS names them', () => {
  test('adminUserId is the first of them that has an account', async () => {
    const { calls } = app.visitor();
    expect(await calls.getStaticData()).not.toHaveProperty('adminUserId');
    const second = await app.signUp('second@example.org');
    expect((await calls.getStaticData()).adminUserId).toBe(second.userId);
    const first = await app.signUp('first@example.org');
    expect((await calls.getStaticData()).adminUserId).toBe(first.userId);
    expect((await first.calls.getUser()).isAdmin).toBe(true);
    expect((await (await app.signUp(maria)).calls.getUser()).isAdmin).toBe(false);
    expect((await calls.getStaticData()).adminUserId).toBe(first.userId);
    await first.calls.deleteUser({ token: await app.prove(first, first.address, 'delete-user') });
    expect((await calls.getStaticData()).adminUserId).toBe(second.userId);
  });
});
