import { interests } from '@parlance/contract/interest-catalogue';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createAuthenticate, identityHashes } from '#access/access';
import { type Community, type Persona, startCommunity } from '#test/personas';

const maria = 'maria@example.org';
const number = '+4915112345678';
const refusal = (statusCode: number, code: number) => ({ statusCode, code });

let app: Community;
let me: Persona;
beforeEach(async () => {
  app = await startCommunity();
  me = await app.signUp(maria);
});

const five = interests.slice(0, 5).map(({ name }) => name);

// Rules: docs/specification/account.md#new-account
describe('GET /user', () => {
  test('a new user has the decided defaults', async () => {
    const now = app.clock.now();
    expect(await me.calls.getUser()).toEqual({
      userId: me.userId,
      createdAt: now,
      updatedAt: now,
      email: maria,
      phone: null,
      googleUserId: null,
      name: '',
      description: '',
      dailyGoal: 'medium',
      interests: [],
      profileImageUrl: null,
      timeZone: null,
      locale: null,
      correctMe: 'always',
      showsActivity: true,
      showsBookings: true,
      writesToMe: 'everybody',
      booksMe: 'everybody',
      pausedUntil: null,
      isAdmin: false,
    });
  });

  test('stores the name given at sign-up trimmed', async () => {
    const guest = app.visitor();
    const token = await app.prove(guest, 'named@example.org');
    const named = app.withTokens(
      await guest.calls.createUser({ email: 'named@example.org', token, name: ' Nam ' }),
    );
    expect((await named.calls.getUser()).name).toBe('Nam');
  });

  test.each(['Anna +49 170 1234567', 'anna@example.org', 't.me/anna_k', 'Anna Telegram: anna_k'])(
    'no name holds contact details: %s',
    async (name) => {
      const guest = app.visitor();
      const token = await app.prove(guest, 'named@example.org');
      const named = app.withTokens(await guest.calls.createUser({ email: 'named@example.org', token, name }));
      expect((await named.calls.getUser()).name).toBe('');
      await expect(me.calls.updateUser({ name, description: 'Hello' })).rejects.toMatchObject({
        ...refusal(400, 1000),
        fields: { name: 'A name cannot contain contact details' },
      });
      expect(await me.calls.getUser()).toMatchObject({ name: '', description: '' });
    },
  );

  test('a banned member cannot register again: 403/3001', async () => {
    const hashes = identityHashes(app.platform, { email: 'gone@example.org', phone: number });
    for (const hash of hashes) {
      await app.platform.pool.query('INSERT INTO banned_identities VALUES ($1, $2)', [hash, app.clock.now()]);
    }
    await expect(app.signUp('gone@example.org')).rejects.toMatchObject(refusal(403, 3001));
    await expect(app.signUp(number)).rejects.toMatchObject(refusal(403, 3001));
    const token = await app.prove(me, 'gone@example.org', 'update-email');
    await expect(me.calls.updateEmail({ email: 'gone@example.org', token })).rejects.toMatchObject(
      refusal(422, 5007),
    );
    const phoneToken = await app.prove(me, number, 'update-phone');
    await expect(me.calls.updatePhone({ phone: number, token: phoneToken })).rejects.toMatchObject(
      refusal(422, 5008),
    );
  });
});

// Rules: docs/specification/account.md#fields
describe('POST /user/update', () => {
  test('changes what is given, trimmed, and leaves the rest', async () => {
    app.clock.advance({ minutes: 1 });
    const before = await me.calls.getUser();
    await me.calls.updateUser({ name: ' Maria ', description: 'Hello', dailyGoal: 'large', interests: five });
    const after = await me.calls.getUser();
    const expected = { name: 'Maria', description: 'Hello', dailyGoal: 'large', interests: five };
    expect(after).toEqual({ ...before, ...expected, updatedAt: app.clock.now() });
    await me.calls.updateUser({ name: 'Ria' });
    expect(await me.calls.getUser()).toEqual({ ...after, name: 'Ria' });
  });

  test.each([
    { name: '   ' },
    { name: 'x'.repeat(61) },
    { description: '' },
    { description: 'x'.repeat(1001) },
    { description: 'null \u0000 byte' },
    { dailyGoal: 'huge' },
    { interests: five.slice(1) },
    { interests: [...five, five[0]] },
    { interests: [...five, 'No such topic'] },
    { localTZOffset: 'one' },
  ])('refuses %j: 400/1000 with the field', async (payload) => {
    const answer = await me.send('POST', '/v1/user/update', payload);
    expect(answer.status).toBe(400);
    const body = (await answer.json()) as { code: number; fields: Record<string, string> };
    expect(body.code).toBe(1000);
    expect(Object.keys(body.fields)[0]?.split('.')[0]).toBe(Object.keys(payload)[0]);
  });

  test('unknown fields are ignored, never stored', async () => {
    await me.send('POST', '/v1/user/update', {
      name: 'Maria',
      email: 'x@example.org',
      isAdmin: true,
      userId: 'x',
    });
    expect(await me.calls.getUser()).toMatchObject({ name: 'Maria', email: maria, isAdmin: false });
  });

  test('interests change ten times a day and thirty times a month; the same again is no change', async () => {
    const other = interests.slice(5, 10).map(({ name }) => name);
    const change = (count: number) => me.calls.updateUser({ interests: count % 2 === 0 ? five : other });
    const renew = async () => {
      me = app.withTokens(await me.calls.reauthenticate({ refreshToken: me.tokens.refreshToken }));
    };
    for (let count = 0; count < 8; count++) await change(count);
    // Adding one and taking one away are changes, too.
    await me.calls.updateUser({ interests: [...other, five[0]!] });
    await me.calls.updateUser({ interests: other });
    await me.calls.updateUser({ interests: other.toReversed() });
    await expect(change(10)).rejects.toMatchObject({ ...refusal(429, 6001), timeout: 24 * 3600 });
    expect((await me.calls.getUser()).interests).toEqual(other.toReversed());
    // Other fields are not limited.
    await me.calls.updateUser({ name: 'Maria' });
    for (let day = 1; day < 3; day++) {
      app.clock.advance({ days: 1 });
      await renew();
      for (let count = 0; count < 10; count++) await change(count);
    }
    app.clock.advance({ days: 1 });
    await renew();
    await expect(change(0)).rejects.toMatchObject({ ...refusal(429, 6001), timeout: 27 * 24 * 3600 });
    app.clock.advance({ days: 27 });
    await renew();
    await change(0);
  });

  test('a name and a pause change thirty times at once, then one in two minutes; other fields are not limited', async () => {
    const names = ['Maria', 'Mary'];
    for (let count = 0; count < 29; count++) await me.calls.updateUser({ name: names[count % 2] });
    await me.calls.updateUser({ pausedUntil: new Date('2031-01-01T00:00:00Z') });
    await (await app.signUp('other@example.org')).calls.updateUser({ name: 'Other' });
    const refused = { ...refusal(429, 6001), timeout: 120 };
    await expect(me.calls.updateUser({ name: 'Marie', description: 'New' })).rejects.toMatchObject(refused);
    await expect(me.calls.updateUser({ pausedUntil: null })).rejects.toMatchObject(refused);
    await me.calls.updateUser({ showsActivity: false });
    expect(await me.calls.getUser()).toMatchObject({ name: 'Maria', description: '', showsActivity: false });
    app.clock.advance({ minutes: 2 });
    await me.calls.updateUser({ name: 'Marie' });
    await expect(me.calls.updateUser({ name: 'Mary' })).rejects.toMatchObject(refused);
  });

  test('a change of interests that is refused changes nothing else either', async () => {
    for (let count = 0; count < 10; count++) {
      await me.calls.updateUser({ interests: interests.slice(count, count + 5).map(({ name }) => name) });
    }
    await expect(me.calls.updateUser({ interests: five, name: 'New' })).rejects.toMatchObject(
      refusal(429, 6001),
    );
    expect((await me.calls.getUser()).name).not.toBe('New');
    await (await app.signUp('other@example.org')).calls.updateUser({ interests: five });
  });

  test('updates search with a name or description in the same transaction, with activity every 15 minutes', async () => {
    await me.calls.getUser();
    const heard = vi.fn(async () => undefined);
    app.platform.effects.on('userListingChanged', heard);
    await me.calls.updateUser({ dailyGoal: 'small' });
    expect(heard).not.toHaveBeenCalled();
    await me.calls.updateUser({ name: 'Maria' });
    expect(heard).toHaveBeenCalledOnce();
    const stay = async (minutes: number) => {
      for (let minute = 0; minute < minutes; minute += 5) {
        app.clock.advance({ minutes: 5 });
        const { accessToken, refreshToken } = await me.calls.reauthenticate({
          refreshToken: me.tokens.refreshToken,
        });
        me = app.withTokens({ accessToken, refreshToken });
        await me.calls.getUser();
      }
    };
    await stay(120);
    expect(heard).toHaveBeenCalledTimes(1 + 8);
  });
});

// Rules: docs/specification/account.md#preferences
describe('preferences', () => {
  test.each(['daily-digest-notification', 'new-chat-message-notification'])(
    '%s is on until it is set',
    async (name) => {
      expect(await me.calls.getPreference({ name })).toEqual({ name, value: true });
      for (const value of [false, 3, 'weekly', true]) {
        expect(await me.calls.setPreference({ name, value })).toEqual({});
        expect(await me.calls.getPreference({ name })).toEqual({ name, value });
      }
    },
  );

  test('an unknown name is 404/4001, a bad value 400/1000', async () => {
    await expect(me.calls.getPreference({ name: 'no-such-name' })).rejects.toMatchObject(refusal(404, 4001));
    for (const value of [null, {}, [], 'x'.repeat(201)]) {
      const answer = await me.send('POST', '/v1/user/preference/daily-digest-notification', { value });
      expect(answer.status).toBe(400);
    }
  });
});

// Rules: docs/specification/account.md#addresses
describe('changing addresses', () => {
  test('the code goes to the new address, other sessions end, this one goes on', async () => {
    const phone = await app.signIn(maria);
    const email = 'new@example.org';
    const token = await app.prove(me, email, 'update-email');
    await me.calls.updateEmail({ email, token });
    expect((await me.calls.getUser()).email).toBe(email);
    await expect(phone.calls.getUser()).rejects.toMatchObject(refusal(401, 2004));
    await expect(me.calls.updateEmail({ email, token })).rejects.toMatchObject(refusal(422, 5004));
    await app.signIn(email);
    await expect(app.signIn(maria)).rejects.toMatchObject(refusal(404, 4002));
  });

  test('a number is added the same way and then signs in', async () => {
    const other = await app.signIn(maria);
    const token = await app.prove(me, number, 'update-phone');
    await me.calls.updatePhone({ phone: number, token });
    expect((await app.signIn(number)).userId).toBe(me.userId);
    await expect(other.calls.getUser()).rejects.toMatchObject(refusal(401, 2004));
    const next = '+4915112345679';
    await me.calls.updatePhone({ phone: next, token: await app.prove(me, next, 'update-phone') });
    expect(app.sent()[0]).toMatchObject({
      to: number,
      text: expect.stringContaining('Your phone number was changed'),
    });
  });

  test('a taken address is reported only after its proof: 422/5007 and 422/5008', async () => {
    await app.signUp('taken@example.org');
    await app.signUp(number);
    const token = await app.prove(me, 'taken@example.org', 'update-email');
    await expect(me.calls.updateEmail({ email: 'taken@example.org', token })).rejects.toMatchObject(
      refusal(422, 5007),
    );
    const phoneToken = await app.prove(me, number, 'update-phone');
    await expect(me.calls.updatePhone({ phone: number, token: phoneToken })).rejects.toMatchObject(
      refusal(422, 5008),
    );
    expect(await me.calls.getUser()).toMatchObject({ email: maria, phone: null });
  });

  test('a missing or foreign token is 422/5004 or 400/1000', async () => {
    const token = await app.prove(me, 'new@example.org', 'update-email');
    await expect(me.calls.updateEmail({ email: 'x@example.org', token })).rejects.toMatchObject(
      refusal(422, 5004),
    );
    expect((await me.send('POST', '/v1/user/update-email', { email: 'new@example.org' })).status).toBe(400);
    expect((await me.send('POST', '/v1/user/update-phone', { phone: '12', token })).status).toBe(400);
  });

  test('an admin who changes the address loses the role at once', async () => {
    const office = await startCommunity({ env: { ADMIN_EMAILS: 'boss@example.org' } });
    const boss = await office.signUp('boss@example.org');
    const { authenticate } = createAuthenticate(office.platform);
    expect(await authenticate(boss.tokens.accessToken)).toMatchObject({ isAdmin: true });
    const token = await office.prove(boss, 'gone@example.org', 'update-email');
    await boss.calls.updateEmail({ email: 'gone@example.org', token });
    expect(await authenticate(boss.tokens.accessToken)).toMatchObject({ isAdmin: false });
    expect((await boss.calls.getUser()).isAdmin).toBe(false);
    expect(await office.visitor().calls.getStaticData()).not.toHaveProperty('adminUserId');
    const notice = office.sent().find(({ to, text }) => to === 'boss@example.org' && text.includes('/undo'));
    const undo = /undo\?token=([\w-]+)/.exec(notice?.text ?? '')?.[1] ?? '';
    await office.visitor().calls.restoreWaysIn({ token: undo });
    expect((await office.visitor().calls.getStaticData()).adminUserId).toBe(boss.userId);
  });
});

// Rules: docs/specification/account.md#deletion
describe('DELETE /user', () => {
  const rowsThatName = async (userId: string): Promise<string[]> => {
    const { pool } = app.platform;
    const { rows: columns } = await pool.query(
      `SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns
       WHERE table_schema = 'public' AND data_type = 'uuid'`,
    );
    const found: string[] = [];
    for (const { table, column } of columns) {
      const { rows } = await pool.query(`SELECT 1 FROM ${table} WHERE ${column} = $1`, [userId]);
      if (rows.length > 0) found.push(`${table}.${column}`);
    }
    return found;
  };

  test('deletes everything that names the person, and the address can register again', async () => {
    const phone = await app.signIn(maria);
    await me.calls.setPreference({ name: 'daily-digest-notification', value: false });
    const stranger = await app.signUp('other@example.org');
    const token = await app.prove(me, maria, 'delete-user');
    expect(await rowsThatName(me.userId)).toContain('user_sessions.user_id');
    expect(await me.calls.deleteUser({ token })).toEqual({});
    expect(await rowsThatName(me.userId)).toEqual([]);
    for (const gone of [me, phone])
      await expect(gone.calls.getUser()).rejects.toMatchObject(refusal(401, 2004));
    await stranger.calls.getUser();
    const { rows } = await app.platform.pool.query('SELECT count(*) AS count FROM access_verifications');
    expect(rows[0].count).toBe(1);
    const again = await app.signUp(maria);
    expect(again.userId).not.toBe(me.userId);
  });

  test('without a proof nothing is deleted: 422/5004', async () => {
    await expect(me.calls.deleteUser({ token: 'made-up' })).rejects.toMatchObject(refusal(422, 5004));
    expect((await me.send('DELETE', '/v1/user', {})).status).toBe(400);
    await me.calls.getUser();
  });

  test('the other slices act in the same transaction: when one fails, nothing is deleted', async () => {
    const token = await app.prove(me, maria, 'delete-user');
    let fails = true;
    app.platform.effects.on('userDeleted', async (_platform, tx, { userId }) => {
      const person = await tx
        .selectFrom('users')
        .select('email')
        .where('user_id', '=', userId)
        .executeTakeFirst();
      expect(person?.email).toBe(maria);
      if (fails) throw new Error('not yet');
      return undefined;
    });
    app.log.expectError('request failed');
    await expect(me.calls.deleteUser({ token })).rejects.toMatchObject(refusal(500, 7000));
    await me.calls.getUser();
    fails = false;
    await me.calls.deleteUser({ token });
  });
});

// Rules: docs/specification/account.md#export
describe('GET /user/export', () => {
  test('has all stored data of the person and no secret', async () => {
    await me.calls.setPreference({ name: 'daily-digest-notification', value: false });
    await app.signUp('other@example.org');
    const everything = await me.calls.exportUser();
    expect(everything).toMatchObject({
      user: { userId: me.userId, email: maria },
      sessions: [{ userSessionId: me.userSessionId, userAgent: 'Tests' }],
      preferences: [{ name: 'daily-digest-notification', value: false }],
      activities: [{ type: 'sign-in' }],
    });
    expect(JSON.stringify(everything)).not.toMatch(/hash|other@example\.org/i);
  });
});
