import { beforeEach, describe, expect, test } from 'vitest';
import { createInvitation, purgeInvitations, revokeInvitation, takeInvitation } from '#access/invitations';
import { type Community, startCommunity } from '#test/personas';

const refusal = (statusCode: number, code: number) => ({ statusCode, code });
const closed = refusal(403, 3003);
const noLonger = { ...closed, message: 'This invitation is no longer valid. Please ask for a new one.' };

let app: Community;
beforeEach(async () => {
  app = await startCommunity({ env: { SIGN_UP: 'invited', ADMIN_EMAILS: 'admin@example.org' } });
});

const inDays = (days: number) => new Date(app.clock.now().getTime() + days * 24 * 3_600_000);

async function invite({
  uses = 1,
  until = inDays(14),
  domain,
}: {
  uses?: number;
  until?: Date;
  domain?: string;
} = {}) {
  const wanted = {
    uses,
    until,
    ...(domain === undefined ? {} : { domain }),
    programmeId: null,
    createdBy: null,
  };
  const { url, invitationId } = await createInvitation(app.platform, app.platform.db, wanted);
  return { invitationId, secret: url.split('/join/')[1] ?? '' };
}

/** Signs up as a person would: asks for a code, confirms it, and comes with an invitation or without. */
async function join(email: string, invitation?: string) {
  const guest = app.visitor();
  const token = await app.prove(guest, email, 'sign-up');
  return guest.calls.createUser({ email, token, ...(invitation === undefined ? {} : { invitation }) });
}

const usesLeft = async () =>
  (await app.platform.pool.query('SELECT uses_left FROM invitations')).rows[0].uses_left;
const accounts = async () => (await app.platform.pool.query('SELECT count(*) AS n FROM users')).rows[0].n;
const read = (secret: string) => app.visitor().calls.getInvitation({ secret });

// Rules: docs/specification/access.md#invitations
describe('SIGN_UP=invited', () => {
  test('a sign-up without an invitation is 403/3003; codes are sent all the same, and the proof stays good', async () => {
    const guest = app.visitor();
    const email = 'ann@example.org';
    const token = await app.prove(guest, email, 'sign-up');
    await expect(guest.calls.createUser({ email, token })).rejects.toMatchObject({
      ...closed,
      message: 'New accounts need an invitation here.',
    });
    const { secret } = await invite();
    await guest.calls.createUser({ email, token, invitation: secret });
  });

  test('members and addresses of ADMIN_EMAILS need none, and use none', async () => {
    const { secret } = await invite();
    await join('admin@example.org', secret);
    await join('ann@example.org', secret);
    expect(await usesLeft()).toBe(0);
    await app.signIn('ann@example.org');
  });

  test('an invitation admits as many as it says, and a failed sign-up uses nothing', async () => {
    const { secret } = await invite({ uses: 2 });
    await join('ann@example.org', secret);
    await expect(join('ann@example.org', secret)).rejects.toMatchObject(refusal(422, 5007));
    expect(await usesLeft()).toBe(1);
    await join('ben@example.org', secret);
    await expect(join('cleo@example.org', secret)).rejects.toMatchObject(noLonger);
    expect(await accounts()).toBe(2);
  });

  test('ends at its time', async () => {
    const { secret } = await invite({ uses: 5 });
    expect(await read(secret)).toEqual({
      programmeId: null,
      programmeName: null,
      until: inDays(14),
      domain: null,
    });
    app.clock.advance({ days: 14, ms: -1 });
    await join('ann@example.org', secret);
    app.clock.advance({ ms: 1 });
    await expect(join('ben@example.org', secret)).rejects.toMatchObject(noLonger);
    await expect(read(secret)).rejects.toMatchObject(refusal(404, 4001));
  });

  test('can be revoked, once and again; accounts stay', async () => {
    const { secret, invitationId } = await invite({ uses: 5 });
    await join('ann@example.org', secret);
    const revoke = (programmeId: string | null) =>
      revokeInvitation(app.platform, app.platform.db, { invitationId, programmeId });
    await expect(revoke(invitationId)).rejects.toMatchObject(refusal(404, 4001));
    await read(secret);
    await revoke(null);
    await revoke(null);
    await expect(join('ben@example.org', secret)).rejects.toMatchObject(noLonger);
    await expect(read(secret)).rejects.toMatchObject(refusal(404, 4001));
    await app.signIn('ann@example.org');
  });

  test('a used up or unknown one is 404/4001 to look at', async () => {
    const { secret } = await invite();
    await join('ann@example.org', secret);
    for (const each of [secret, 'x', `${secret}x`])
      await expect(read(each)).rejects.toMatchObject(refusal(404, 4001));
    await expect(join('ben@example.org', 'x')).rejects.toMatchObject(noLonger);
  });

  test('with a domain it admits addresses of that domain alone', async () => {
    const { secret } = await invite({ uses: 5, domain: 'Uni.Example.' });
    expect((await read(secret)).domain).toBe('uni.example');
    for (const address of ['ann@example.org', 'ann@mail.uni.example', '+4915112345678'])
      await expect(
        address.startsWith('+') ? joinByPhone(address, secret) : join(address, secret),
      ).rejects.toMatchObject({ ...closed, message: 'This invitation is for addresses of uni.example.' });
    await join('ann@uni.example', secret);
    expect(await usesLeft()).toBe(4);
  });

  const joinByPhone = async (phone: string, invitation: string) => {
    const guest = app.visitor();
    const token = await app.prove(guest, phone, 'sign-up');
    return guest.calls.createUser({ phone, token, invitation });
  };

  test('100 concurrent sign-ups for 10 uses create 10 accounts', async () => {
    const { secret } = await invite({ uses: 10 });
    const guests: { email: string; token: string }[] = [];
    for (let number = 0; number < 100; number += 1) {
      const email = `person${number}@example.org`;
      guests.push({ email, token: await app.prove(app.visitor(), email, 'sign-up') });
    }
    const outcomes = await Promise.allSettled(
      guests.map((guest) => app.visitor().calls.createUser({ ...guest, invitation: secret })),
    );
    const codes = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? 0 : outcome.reason.code));
    expect(codes.filter((code) => code === 0)).toHaveLength(10);
    expect(codes.filter((code) => code === 3003)).toHaveLength(90);
    expect(await accounts()).toBe(10);
    expect(await usesLeft()).toBe(0);
  }, 240_000);
});

describe('an invitation', () => {
  test('stands in the database as a hash', async () => {
    const { secret } = await invite();
    expect(Buffer.from(secret, 'base64url')).toHaveLength(16);
    const { rows } = await app.platform.pool.query('SELECT secret_hash FROM invitations');
    expect(rows[0].secret_hash).toHaveLength(32);
    expect(rows[0].secret_hash.subarray(0, 16)).not.toEqual(Buffer.from(secret, 'base64url'));
  });

  test.each<[string, () => Parameters<typeof invite>[0], string]>([
    ['a day less a moment', () => ({ until: new Date(inDays(1).getTime() - 1) }), 'until'],
    ['180 days and a moment', () => ({ until: new Date(inDays(180).getTime() + 1) }), 'until'],
    ['no domain', () => ({ domain: 'uni' }), 'domain'],
  ])('%s is refused', async (_name, wanted, field) => {
    await expect(invite(wanted())).rejects.toMatchObject({
      ...refusal(400, 1000),
      fields: { [field]: expect.any(String) },
    });
  });

  test('may last from 1 to 180 days', async () => {
    await invite({ until: inDays(1) });
    await invite({ until: inDays(180) });
  });

  test('is counted once for each member who uses it', async () => {
    const { secret } = await invite({ uses: 1 });
    const { userId } = app.withTokens(await join('ann@example.org', secret));
    const take = () =>
      app.platform.db
        .transaction()
        .execute((tx) => takeInvitation(app.platform, tx, { secret, userId, email: 'ann@example.org' }));
    expect(await take()).toEqual({ programmeId: null });
    expect(await usesLeft()).toBe(0);
  });

  test('is deleted a month after its end', async () => {
    await invite();
    app.clock.advance({ days: 44 });
    await purgeInvitations(app.platform);
    expect(await usesLeft()).toBe(1);
    app.clock.advance({ ms: 1 });
    await purgeInvitations(app.platform);
    expect((await app.platform.pool.query('SELECT * FROM invitations')).rowCount).toBe(0);
  });
});

test('an open instance ignores an invitation', async () => {
  app = await startCommunity();
  const { secret } = await invite();
  await join('ann@example.org', secret);
  await join('ben@example.org', 'none');
  expect(await usesLeft()).toBe(1);
});

test('600 looks of one network at once, then one a second', async () => {
  const look = async (ip = '203.0.113.7') =>
    (await app.http.inject({ url: '/v1/invitation/none', headers: { 'x-forwarded-for': ip } })).statusCode;
  const statuses = await Promise.all(Array.from({ length: 602 }, () => look()));
  expect(statuses.filter((status) => status === 429)).toHaveLength(2);
  expect(await look('203.0.114.7')).toBe(404);
  app.clock.advance({ seconds: 1 });
  expect([await look(), await look()]).toEqual([404, 429]);
});
