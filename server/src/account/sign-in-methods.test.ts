import { beforeEach, describe, expect, test } from 'vitest';
import { type Identities, identityHashes } from '#access/access';
import { type Community, type Persona, startCommunity, type Visitor } from '#test/personas';

const owner = 'owner@example.org';
const thief = 'thief@example.org';
const numbers = { owner: '+4915112345678', thief: '+4915187654321' };
const refusal = (statusCode: number, code: number) => ({ statusCode, code });

let app: Community;
let me: Persona;
beforeEach(async () => {
  app = await startCommunity();
  me = await app.signUp(owner);
});

async function moveTo(address: string, person = me): Promise<void> {
  if (address.includes('@')) {
    const token = await app.prove(person, address, 'update-email');
    await person.calls.updateEmail({ email: address, token });
  } else {
    const token = await app.prove(person, address, 'update-phone');
    await person.calls.updatePhone({ phone: address, token });
  }
}

/** Returns the token of the newest undo link sent to an address. */
function linkTo(address: string): string {
  const notice = app.sent().find(({ to, text }) => to === address && text.includes('/undo?token='));
  const token = /\/undo\?token=([\w-]+)/.exec(notice?.text ?? '')?.[1];
  if (!token) throw new Error('no link was sent to this address');
  return token;
}

const press = (token: string, visitor: Visitor = app.visitor()) => visitor.calls.restoreWaysIn({ token });
const signInMethods = async ({ userId } = me) => {
  const { rows } = await app.platform.pool.query(
    'SELECT email, phone, google_user_id FROM users WHERE user_id = $1',
    [userId],
  );
  return rows[0];
};
/** Connects Google directly in the database; google.test.ts covers the identity itself. */
const connectGoogleOf = (sub: string) =>
  app.platform.pool.query('UPDATE users SET google_user_id = $1 WHERE user_id = $2', [sub, me.userId]);

// Rules: docs/specification/access.md#undo
describe('the link that undoes a change of address (seven days)', () => {
  test('restores the address and ends every session', async () => {
    await moveTo(thief);
    const later = await app.signIn(thief);
    expect(await press(linkTo(owner))).toEqual({ emailOrPhone: owner });
    expect(await signInMethods()).toEqual({ email: owner, phone: null, google_user_id: null });
    for (const { calls } of [me, later])
      await expect(calls.getUser()).rejects.toMatchObject(refusal(401, 2004));
    const again = await app.signIn(owner);
    expect(again.userId).toBe(me.userId);
    const guest = app.visitor();
    app.clock.advance({ minutes: 1 });
    const token = await app.prove(guest, thief);
    await expect(guest.calls.authenticate({ email: thief, token })).rejects.toMatchObject(refusal(404, 4002));
  });

  test('works once, for exactly seven days, and only unaltered', async () => {
    await moveTo(thief);
    const token = linkTo(owner);
    for (const other of ['made-up', `${token}x`, token.slice(1)])
      await expect(press(other)).rejects.toMatchObject(refusal(404, 4001));
    app.clock.advance({ days: 7, ms: -1 });
    await press(token);
    await expect(press(token)).rejects.toMatchObject(refusal(404, 4001));

    me = await app.signIn(owner);
    app.clock.advance({ minutes: 1 });
    await moveTo(thief);
    app.clock.advance({ days: 7 });
    await expect(press(linkTo(owner))).rejects.toMatchObject(refusal(404, 4001));
    expect(await signInMethods()).toMatchObject({ email: thief });
    await app.runJobs();
    const { rows } = await app.platform.pool.query('SELECT FROM way_in_changes');
    expect(rows).toEqual([]);
  });

  test('of two concurrent uses one restores, the other finds nothing', async () => {
    await moveTo(thief);
    const token = linkTo(owner);
    const outcomes = await Promise.allSettled([press(token), press(token)]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await signInMethods()).toMatchObject({ email: owner });
  });

  test('the token is stored as a hash only and deleted with the account', async () => {
    await moveTo(thief);
    const token = linkTo(owner);
    const { rows } = await app.platform.pool.query('SELECT t::text AS text FROM way_in_changes t');
    expect(rows[0].text).not.toContain(token);
    expect(rows[0].text).not.toContain(Buffer.from(token).toString('hex'));
    app.clock.advance({ minutes: 1 });
    await me.calls.deleteUser({ token: await app.prove(me, owner, 'delete-user') });
    await expect(press(token)).rejects.toMatchObject(refusal(404, 4001));
    const kept = app.sent().filter(({ to }) => to === owner || to === thief);
    expect(kept.map(({ subject }) => subject)).toEqual(Array(2).fill('Your Parlance account was deleted'));
  });

  test('an address taken by another account is 422/5007, and the link stays valid', async () => {
    await moveTo(thief);
    app.clock.advance({ minutes: 1 });
    const second = await app.signUp(owner);
    const token = linkTo(owner);
    await expect(press(token)).rejects.toMatchObject(refusal(422, 5007));
    expect(await signInMethods()).toMatchObject({ email: thief });
    await me.calls.getUser();
    app.clock.advance({ minutes: 1 });
    await second.calls.deleteUser({ token: await app.prove(second, owner, 'delete-user') });
    await press(token);
    expect(await signInMethods()).toMatchObject({ email: owner });
  });

  test('a banned account stays as it is: 403/3001', async () => {
    await moveTo(thief);
    await app.platform.pool.query('UPDATE users SET banned_at = now() WHERE user_id = $1', [me.userId]);
    await expect(press(linkTo(owner))).rejects.toMatchObject(refusal(403, 3001));
    expect(await signInMethods()).toMatchObject({ email: thief });
  });

  test.each<[string, Identities, string, () => Promise<void>]>([
    ['an address', { email: owner }, owner, () => moveTo(thief)],
    [
      'a number',
      { phone: numbers.owner },
      numbers.owner,
      async () => {
        await moveTo(numbers.owner);
        await moveTo(numbers.thief);
      },
    ],
    [
      'a Google identity',
      { googleUserId: 'google-mine' },
      owner,
      async () => {
        await connectGoogleOf('google-mine');
        await me.calls.disconnectWayIn({ way: 'google' });
      },
    ],
  ])('%s whose next owner was banned does not come back: 403/3000', async (_what, banned, told, change) => {
    await change();
    const { platform, clock } = app;
    await platform.db
      .insertInto('banned_identities')
      .values(identityHashes(platform, banned).map((hash) => ({ hash, created_at: clock.now() })))
      .execute();
    const before = await signInMethods();
    await expect(press(linkTo(told))).rejects.toMatchObject(refusal(403, 3000));
    expect(await signInMethods()).toEqual(before);
  });

  test('an address that stays is not told of an undo', async () => {
    await moveTo(numbers.thief);
    await press(linkTo(owner));
    expect(await signInMethods()).toMatchObject({ email: owner, phone: null });
    expect(app.sent().filter(({ subject }) => subject?.includes('undone'))).toEqual([]);
  });

  test('the address that is taken away again is told, without a link', async () => {
    await moveTo(thief);
    await press(linkTo(owner));
    const notice = app.sent().find(({ to }) => to === thief);
    expect(notice?.subject).toBe('A change of your sign-in was undone');
    expect(notice?.text).not.toContain('/undo');
    expect(notice?.text).not.toContain(owner);
  });

  test('the mail about an undo is in the language of the account', async () => {
    await me.calls.updateUser({ locale: 'de' });
    await moveTo(thief);
    await press(linkTo(owner));
    expect(app.sent()[0]).toMatchObject({ to: thief, html: expect.stringContaining('<html lang="de"') });
  });

  test('more than thirty presses an hour from one network are 429/6001', async () => {
    const guest = app.visitor();
    for (let index = 0; index < 30; index += 1)
      await expect(press('made-up', guest)).rejects.toMatchObject(refusal(404, 4001));
    await expect(press('made-up', guest)).rejects.toMatchObject({ ...refusal(429, 6001), timeout: 3600 });
    await expect(press('made-up')).rejects.toMatchObject(refusal(404, 4001));
  });
});

describe('two changes in a row', () => {
  const second = 'thief.two@example.org';

  test('the link of the first change undoes the second too and invalidates its link', async () => {
    await moveTo(thief);
    await moveTo(second);
    const [first, later] = [linkTo(owner), linkTo(thief)];
    await press(first);
    expect(await signInMethods()).toMatchObject({ email: owner });
    await expect(press(later)).rejects.toMatchObject(refusal(404, 4001));
    expect(await signInMethods()).toMatchObject({ email: owner });
  });

  test('the link of the second change undoes that one, and the first link stays valid', async () => {
    await moveTo(thief);
    await moveTo(second);
    const first = linkTo(owner);
    await press(linkTo(thief));
    expect(await signInMethods()).toMatchObject({ email: thief });
    await press(first);
    expect(await signInMethods()).toMatchObject({ email: owner });
  });

  test('a number that was added before the address was changed goes with it', async () => {
    await moveTo(numbers.thief);
    await moveTo(thief);
    await press(linkTo(owner));
    expect(await signInMethods()).toEqual({ email: owner, phone: null, google_user_id: null });
  });

  test('a number that was changed after the address comes back by either link', async () => {
    await moveTo(numbers.owner);
    app.clock.advance({ days: 8 });
    me = await app.signIn(owner);
    for (const pressed of [numbers.owner, owner]) {
      app.clock.advance({ minutes: 1 });
      await moveTo(thief);
      await moveTo(numbers.thief);
      await press(linkTo(pressed));
      expect(await signInMethods()).toEqual({ email: owner, phone: numbers.owner, google_user_id: null });
      app.clock.advance({ minutes: 1 });
      me = await app.signIn(owner);
    }
  });

  test('a link does not undo earlier changes', async () => {
    await moveTo('mine.too@example.org');
    await connectGoogleOf('google-mine');
    await me.calls.disconnectWayIn({ way: 'google' });
    await press(linkTo('mine.too@example.org'));
    expect(await signInMethods()).toEqual({
      email: 'mine.too@example.org',
      phone: null,
      google_user_id: 'google-mine',
    });
  });
});

describe('the mail about a change', () => {
  test.each<[string, () => Promise<unknown>, string, string]>([
    ['a changed address', () => moveTo(thief), owner, 'Your email address was changed'],
    ['an added number', () => moveTo(numbers.thief), owner, 'A phone number was added to your account'],
    [
      'an address that is added to a number',
      async () => {
        me = await app.signUp(numbers.owner);
        await moveTo(thief);
      },
      numbers.owner,
      'An email address was added to your account',
    ],
    [
      'a number that is taken away',
      async () => {
        await moveTo(numbers.owner);
        await me.calls.disconnectWayIn({ way: 'phone' });
      },
      numbers.owner,
      'Your phone number was removed',
    ],
    [
      'a Google identity that is taken away',
      async () => {
        await connectGoogleOf('google-mine');
        await me.calls.disconnectWayIn({ way: 'google' });
      },
      owner,
      'A Google account was disconnected',
    ],
  ])('%s', async (_name, act, to, subject) => {
    await act();
    const notice = app.sent().find((entry) => entry.to === to && entry.text.includes('/undo?token='));
    expect(notice?.subject ?? notice?.text).toContain(subject);
    expect(notice?.text).not.toContain(thief);
    expect(notice?.text).not.toContain(numbers.thief);
  });

  test('the same address once more is no change and no mail', async () => {
    await moveTo(owner);
    expect(app.sent().filter(({ text }) => text.includes('/undo'))).toEqual([]);
  });

  test('more than twenty changes a day are 429/6001', async () => {
    for (let index = 0; index < 20; index += 1) await me.calls.disconnectWayIn({ way: 'google' });
    await expect(me.calls.disconnectWayIn({ way: 'google' })).rejects.toMatchObject({
      ...refusal(429, 6001),
      timeout: 24 * 3600,
    });
    await (await app.signUp('other@example.org')).calls.disconnectWayIn({ way: 'google' });
  });
});

describe('POST /user/disconnect', () => {
  test('removes a sign-in method, idempotently, and ends every other session', async () => {
    await moveTo(numbers.owner);
    app.clock.advance({ minutes: 1 });
    const elsewhere = await app.signIn(owner);
    await me.calls.disconnectWayIn({ way: 'email' });
    await me.calls.disconnectWayIn({ way: 'email' });
    expect(await signInMethods()).toEqual({ email: null, phone: numbers.owner, google_user_id: null });
    await me.calls.getUser();
    await expect(elsewhere.calls.getUser()).rejects.toMatchObject(refusal(401, 2004));
  });

  test('never the last one: 403/3000, also when two are taken away at once', async () => {
    await expect(me.calls.disconnectWayIn({ way: 'email' })).rejects.toMatchObject(refusal(403, 3000));
    await moveTo(numbers.owner);
    const outcomes = await Promise.allSettled([
      me.calls.disconnectWayIn({ way: 'email' }),
      me.calls.disconnectWayIn({ way: 'phone' }),
    ]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const left = await signInMethods();
    expect([left.email, left.phone].filter(Boolean)).toHaveLength(1);
  });

  test('Google without settings does not count as a sign-in method', async () => {
    await connectGoogleOf('google-mine');
    await expect(me.calls.disconnectWayIn({ way: 'email' })).rejects.toMatchObject(refusal(403, 3000));
  });

  test('a number that gets no messages does not count, is told nothing and confirms no deletion', async () => {
    await moveTo(numbers.owner);
    app.clock.advance({ days: 8 });
    me = await app.signIn(owner);
    Object.assign(app.platform, { sms: null });
    await expect(me.calls.disconnectWayIn({ way: 'email' })).rejects.toMatchObject(refusal(403, 3000));
    expect(await me.calls.getDeletionProof()).toEqual({ addresses: [owner], until: null });
    await me.calls.disconnectWayIn({ way: 'phone' });
    expect(app.sent()[0]).toMatchObject({ to: owner, subject: 'Your phone number was removed' });
  });

  test('an unknown way is 400/1000', async () => {
    const answer = await me.send('POST', '/v1/user/disconnect', { way: 'name' });
    expect(answer.status).toBe(400);
  });
});
