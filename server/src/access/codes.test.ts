import { beforeEach, describe, expect, test } from 'vitest';
import { type Community, startCommunity, type Visitor } from '#test/personas';

const maria = 'maria@example.org';
const number = '+4915112345678';

let app: Community;
beforeEach(async () => {
  app = await startCommunity();
});

const begin = (visitor: Visitor, emailOrPhone = maria, type: 'sign-in' | 'sign-up' = 'sign-in') =>
  visitor.calls.beginAccessVerification({ emailOrPhone, type });
const complete = (visitor: Visitor, accessVerificationId: string, code: string) =>
  visitor.calls.completeAccessVerification({ accessVerificationId, code });
const refusal = (statusCode: number, code: number) => ({ statusCode, code });

const wrong = (code: string) => `${(Number(code[0]) + 1) % 10}${code.slice(1)}`;

// Rules: docs/specification/access.md#codes
describe('beginning a verification', () => {
  test('answers id, expiry in 10 minutes and resend in 60 seconds, and mails 6 digits as text and HTML', async () => {
    const pending = await begin(app.visitor(), '  Maria@Example.ORG ');
    const now = app.clock.now().getTime();
    expect(pending.accessVerificationId).toMatch(/^[0-9a-f-]{36}$/);
    expect(pending.expiresAt.getTime() - now).toBe(600_000);
    expect(pending.resendableAt.getTime() - now).toBe(60_000);
    const [mail] = app.sent();
    expect(mail).toMatchObject({ channel: 'email', to: maria });
    const code = app.codeFor(maria);
    expect(code).toMatch(/^\d{6}$/);
    expect(mail?.html).toContain(code);
    expect(mail?.subject).toBe('Your Parlance code');
    expect(mail?.text).toContain('It is valid for 10 minutes.');
  });

  test('sends a text message to a phone number and stores the number as a plus and digits', async () => {
    const guest = app.visitor();
    const token = await app.prove(guest, number);
    const [message] = app.sent();
    expect(message).toMatchObject({ channel: 'sms', to: number });
    expect(message?.text).toMatch(
      /^Enter this code to sign in to Parlance: \d{6}\nIt is valid for 10 minutes\./,
    );
    const tokens = await guest.calls.createUser({ phone: number.slice(1), token });
    const me = await app.withTokens(tokens).calls.getUser();
    expect(me).toMatchObject({ phone: number, email: null });
  });

  test('without an SMS provider a phone number is refused at its field: 400/1000', async () => {
    const withSmtp = await startCommunity({
      env: { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'a@example.org' },
    });
    await expect(begin(withSmtp.visitor(), number)).rejects.toMatchObject({
      ...refusal(400, 1000),
      fields: { emailOrPhone: expect.any(String) },
    });
  });

  test.each([
    '',
    'maria',
    'a@b@c.org',
    'a@example.org, b@example.org',
    `${'x'.repeat(250)}@example.org`,
    '12345',
  ])('refuses %j: 400/1000', async (emailOrPhone) => {
    const answer = await app
      .visitor()
      .send('POST', '/v1/access-verification', { emailOrPhone, type: 'sign-in' });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: 1000, fields: { emailOrPhone: expect.any(String) } });
  });

  test.each(['add-passkey', 'delete-user', 'update-email', 'update-phone'])(
    '%s needs a signed-in caller: 401/2002',
    async (type) => {
      const answer = await app
        .visitor()
        .send('POST', '/v1/access-verification', { emailOrPhone: maria, type });
      expect(answer.status).toBe(401);
      expect(await answer.json()).toMatchObject({ code: 2002 });
    },
  );

  test('update-email takes an address, update-phone a number, delete-user only the own one (403/3000)', async () => {
    const { calls } = await app.signUp(maria);
    const ask = (type: 'update-email' | 'update-phone' | 'delete-user', emailOrPhone: string) =>
      calls.beginAccessVerification({ type, emailOrPhone });
    await expect(ask('update-email', number)).rejects.toMatchObject(refusal(400, 1000));
    await expect(ask('update-phone', 'new@example.org')).rejects.toMatchObject(refusal(400, 1000));
    await expect(ask('delete-user', 'other@example.org')).rejects.toMatchObject(refusal(403, 3000));
    await ask('update-email', 'new@example.org');
    await ask('update-phone', number);
    await ask('delete-user', maria);
    const [ofDeletion, ofNumber, ofAddress] = app.sent();
    expect(ofDeletion).toMatchObject({ to: maria, subject: 'Confirm the deletion of your account' });
    expect(ofDeletion?.text).toContain(
      'Enter this code to delete your account and everything in it for good:',
    );
    expect(ofNumber?.text).toContain('Enter this code to use this number for your account:');
    expect(ofAddress).toMatchObject({ to: 'new@example.org', subject: 'Confirm your new address' });
    expect(ofAddress?.text).toContain('Enter this code to use this address for your account:');
  });

  test('a fourth code invalidates the oldest (422/5001); all of three live codes work', async () => {
    const ids: string[] = [];
    const codes: string[] = [];
    for (let index = 0; index < 4; index += 1) {
      ids.push((await begin(app.visitor())).accessVerificationId);
      codes.push(app.codeFor(maria));
    }
    const guest = app.visitor();
    await expect(complete(guest, ids[0]!, codes[0]!)).rejects.toMatchObject(refusal(422, 5001));
    for (const index of [1, 2, 3]) await complete(guest, ids[index]!, codes[index]!);
  });

  test('an expired, a confirmed and a signed-in code do not count among the three of a visitor', async () => {
    const me = await app.signUp(maria);
    const own = await me.calls.beginAccessVerification({ emailOrPhone: maria, type: 'delete-user' });
    const ownCode = app.codeFor(maria);
    const token = await app.prove(app.visitor(), maria);
    for (let index = 0; index < 3; index += 1) await begin(app.visitor());
    await complete(me, own.accessVerificationId, ownCode);
    await app.visitor().calls.authenticate({ email: maria, token });
    const old = await begin(app.visitor());
    const oldCode = app.codeFor(maria);
    app.clock.advance({ minutes: 10 });
    for (let index = 0; index < 3; index += 1) await begin(app.visitor());
    await expect(complete(app.visitor(), old.accessVerificationId, oldCode)).rejects.toMatchObject(
      refusal(422, 5000),
    );
  });

  test('stores neither code nor address', async () => {
    await begin(app.visitor());
    const { rows } = await app.platform.pool.query('SELECT t::text AS text FROM access_verifications t');
    const hex = (text: string) => Buffer.from(text).toString('hex');
    for (const secret of [app.codeFor(maria), maria]) {
      expect(rows[0].text).not.toContain(secret);
      expect(rows[0].text).not.toContain(hex(secret));
    }
  });
});

describe('rate limits of begin: 429/6000 with timeout and Retry-After', () => {
  const limited = (timeout: number) => ({ ...refusal(429, 6000), timeout });

  test('one a minute and five an hour for an address from one network', async () => {
    const guest = app.visitor();
    await begin(guest);
    app.clock.advance({ seconds: 20 });
    await expect(begin(guest)).rejects.toMatchObject(limited(40));
    const answer = await guest.send('POST', '/v1/access-verification', {
      emailOrPhone: maria,
      type: 'sign-up',
    });
    expect(answer.headers.get('retry-after')).toBe('40');
    for (let index = 0; index < 4; index += 1) {
      app.clock.advance({ seconds: 60 });
      await begin(guest);
    }
    app.clock.advance({ seconds: 60 });
    await expect(begin(guest)).rejects.toMatchObject(limited(3600 - 320));
    await begin(app.visitor());
  });

  test('a network is a /24 or a /64: a neighbour shares the minute, the next network does not', async () => {
    for (const [first, neighbour, stranger] of [
      ['203.0.113.5', '203.0.113.250', '203.0.114.5'],
      ['2001:db8:1:2::5', '2001:db8:1:2:ffff::9', '2001:db8:1:3::5'],
    ] as const) {
      const address = `${first.replaceAll(/[:.]/g, '-')}@example.org`;
      await begin(app.visitor({ ip: first }), address);
      await expect(begin(app.visitor({ ip: neighbour }), address)).rejects.toMatchObject(limited(60));
      await begin(app.visitor({ ip: stranger }), address);
    }
  });

  test('fifteen an hour for an address whatever the network', async () => {
    for (let index = 0; index < 15; index += 1) await begin(app.visitor());
    await expect(begin(app.visitor())).rejects.toMatchObject(limited(3600));
    await begin(app.visitor(), 'other@example.org');
  });

  test('thirty an hour for a network whatever the address', async () => {
    const guest = app.visitor();
    for (let index = 0; index < 30; index += 1) await begin(guest, `a${index}@example.org`);
    await expect(begin(guest, 'one-more@example.org')).rejects.toMatchObject(limited(3600));
  });
});

describe('completing a verification', () => {
  test('spaces are ignored; the answer is a token; a second time is 422/5003', async () => {
    const guest = app.visitor();
    const { accessVerificationId } = await begin(guest);
    const code = app.codeFor(maria);
    const { token } = await complete(guest, accessVerificationId, ` ${code.slice(0, 3)} ${code.slice(3)} `);
    expect(token).toMatch(/^[\w-]{40,}$/);
    await expect(complete(guest, accessVerificationId, code)).rejects.toMatchObject(refusal(422, 5003));
    app.clock.advance({ minutes: 10 });
    await expect(complete(guest, accessVerificationId, code)).rejects.toMatchObject(refusal(422, 5003));
  });

  test('of many codes from one network the newest is accepted', async () => {
    const guest = app.visitor();
    for (let index = 0; index < 10; index += 1) {
      await begin(guest);
      app.clock.advance({ minutes: 12 });
    }
    const { accessVerificationId } = await begin(guest);
    await complete(guest, accessVerificationId, app.codeFor(maria));
  });

  test('wrong 422/5001 five times, then 422/5002 even when right', async () => {
    const guest = app.visitor();
    const { accessVerificationId } = await begin(guest);
    const code = app.codeFor(maria);
    for (let index = 0; index < 5; index += 1) {
      await expect(complete(guest, accessVerificationId, wrong(code))).rejects.toMatchObject(
        refusal(422, 5001),
      );
    }
    await expect(complete(guest, accessVerificationId, code)).rejects.toMatchObject(refusal(422, 5002));
  });

  test('the fifth attempt may still be right', async () => {
    const guest = app.visitor();
    const { accessVerificationId } = await begin(guest);
    const code = app.codeFor(maria);
    for (let index = 0; index < 4; index += 1) {
      await expect(complete(guest, accessVerificationId, wrong(code))).rejects.toMatchObject(
        refusal(422, 5001),
      );
    }
    await complete(guest, accessVerificationId, code);
  });

  test('after 10 minutes 422/5000', async () => {
    const guest = app.visitor();
    const { accessVerificationId } = await begin(guest);
    app.clock.advance({ minutes: 10 });
    const code = app.codeFor(maria);
    for (const typed of [code, wrong(code)])
      await expect(complete(guest, accessVerificationId, typed)).rejects.toMatchObject(refusal(422, 5000));
  });

  test.each(['no-such-id', '01890000-0000-7000-8000-000000000000'])(
    'unknown id %s is 422/5001',
    async (id) => {
      await expect(complete(app.visitor(), id, '123456')).rejects.toMatchObject(refusal(422, 5001));
    },
  );

  test.each(['', 'abcdef', '12345678901', null, 123456])('%j is no code at all: 400/1000', async (code) => {
    const guest = app.visitor();
    const { accessVerificationId } = await begin(guest);
    const answer = await guest.send('POST', `/v1/access-verification/${accessVerificationId}`, { code });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: 1000, fields: { code: expect.any(String) } });
  });

  test('after 10 wrong guesses in 24 h new codes have 10 digits until a success', async () => {
    const guessWrongly = async (times: number) => {
      const { accessVerificationId } = await begin(app.visitor());
      for (let index = 0; index < times; index += 1) {
        const guess = complete(app.visitor(), accessVerificationId, wrong(app.codeFor(maria)));
        await expect(guess).rejects.toMatchObject(refusal(422, 5001));
      }
    };
    const newCode = async () => {
      const { accessVerificationId } = await begin(app.visitor());
      return { accessVerificationId, code: app.codeFor(maria) };
    };
    await guessWrongly(5);
    await guessWrongly(4);
    expect((await newCode()).code).toMatch(/^\d{6}$/);
    // The first nine guesses have expired, so these start another ten.
    app.clock.advance({ hours: 24 });
    await guessWrongly(5);
    expect((await newCode()).code).toMatch(/^\d{6}$/);
    await guessWrongly(5);
    const long = await newCode();
    expect(long.code).toMatch(/^\d{10}$/);
    // Long codes until a success, however late; other addresses are unaffected.
    app.clock.advance({ hours: 48 });
    const later = await newCode();
    expect(later.code).toMatch(/^\d{10}$/);
    await begin(app.visitor(), 'other@example.org');
    expect(app.codeFor('other@example.org')).toMatch(/^\d{6}$/);
    await complete(app.visitor(), later.accessVerificationId, later.code);
    expect((await newCode()).code).toMatch(/^\d{6}$/);
  });
});

describe('the proof of a confirmed code', () => {
  test('is used up only on success: after UserNotFound (404/4002) it signs up, then it is 422/5004', async () => {
    const guest = app.visitor();
    const token = await app.prove(guest, maria, 'sign-in');
    await expect(guest.calls.authenticate({ email: maria, token })).rejects.toMatchObject(refusal(404, 4002));
    await guest.calls.createUser({ email: maria, token });
    await expect(guest.calls.authenticate({ email: maria, token })).rejects.toMatchObject(refusal(422, 5004));
  });

  test('a sign-up proof signs in after 422/5007, a taken number is 422/5008', async () => {
    await app.signUp(maria);
    await app.signUp(number);
    const guest = app.visitor();
    const token = await app.prove(guest, maria, 'sign-up');
    await expect(guest.calls.createUser({ email: maria, token })).rejects.toMatchObject(refusal(422, 5007));
    await guest.calls.authenticate({ email: maria, token });
    const phoneToken = await app.prove(guest, number, 'sign-up');
    await expect(guest.calls.createUser({ phone: number, token: phoneToken })).rejects.toMatchObject(
      refusal(422, 5008),
    );
  });

  test('a proof that is missing, invented, of another person or older than 10 minutes: 422/5004; no identifier: 400/1000', async () => {
    await app.signUp(maria);
    const guest = app.visitor();
    const token = await app.prove(guest, 'other@example.org');
    for (const call of ['authenticate', 'createUser'] as const) {
      await expect(guest.calls[call]({ email: maria })).rejects.toMatchObject(refusal(422, 5004));
      await expect(guest.calls[call]({ email: maria, token: 'made-up' })).rejects.toMatchObject(
        refusal(422, 5004),
      );
      await expect(guest.calls[call]({ email: maria, token })).rejects.toMatchObject(refusal(422, 5004));
      await expect(guest.calls[call]({ token })).rejects.toMatchObject(refusal(400, 1000));
    }
    app.clock.advance({ minutes: 10 });
    await expect(guest.calls.createUser({ email: 'other@example.org', token })).rejects.toMatchObject(
      refusal(422, 5004),
    );
  });

  test('a proof is valid for one purpose and one person', async () => {
    const me = await app.signUp(maria);
    const other = await app.signUp('other@example.org');
    const signIn = await app.prove(app.visitor(), maria);
    await expect(me.calls.deleteUser({ token: signIn })).rejects.toMatchObject(refusal(422, 5004));
    const mine = await app.prove(me, 'new@example.org', 'update-email');
    const email = 'new@example.org';
    await expect(other.calls.updateEmail({ email, token: mine })).rejects.toMatchObject(refusal(422, 5004));
    await expect(app.visitor().calls.createUser({ email, token: mine })).rejects.toMatchObject(
      refusal(422, 5004),
    );
    await me.calls.updateEmail({ email, token: mine });
  });

  test('purges expired codes and proofs', async () => {
    await begin(app.visitor());
    app.clock.advance({ days: 2 });
    await begin(app.visitor(), 'other@example.org');
    await app.runJobs();
    const { rows } = await app.platform.pool.query('SELECT count(*) AS count FROM access_verifications');
    expect(rows[0].count).toBe(1);
  });

  test('purges wrong guesses a day after the last one, but not where codes are long', async () => {
    const guess = async (address: string, times: number) => {
      const { accessVerificationId } = await begin(app.visitor(), address);
      const code = wrong(app.codeFor(address));
      for (let index = 0; index < times; index += 1)
        await expect(complete(app.visitor(), accessVerificationId, code)).rejects.toMatchObject(
          refusal(422, 5001),
        );
    };
    for (const address of [maria, 'late@example.org']) await guess(address, 1);
    for (let index = 0; index < 2; index += 1) await guess('long@example.org', 5);
    app.clock.advance({ hours: 20 });
    await guess('late@example.org', 1);
    app.clock.advance({ hours: 5 });
    await app.runJobs();
    const { rows } = await app.platform.pool.query(
      'SELECT has_long_codes, cardinality(wrong_at) AS guesses FROM code_guesses ORDER BY has_long_codes',
    );
    expect(rows).toEqual([
      { has_long_codes: false, guesses: 2 },
      { has_long_codes: true, guesses: 10 },
    ]);
  });
});
