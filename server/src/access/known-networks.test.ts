import { beforeEach, describe, expect, test } from 'vitest';
import { type Community, startCommunity, type Visitor } from '#test/personas';

const maria = 'maria@example.org';
const home = '203.0.113.5';
const limited = { statusCode: 429, code: 6000 };

let app: Community;
beforeEach(async () => {
  app = await startCommunity();
});

const begin = ({ calls }: Visitor, emailOrPhone = maria) =>
  calls.beginAccessVerification({ emailOrPhone, type: 'sign-in' });

/** Signs up or in from a network, with a code. */
async function enterFrom(ip: string, address = maria, call: 'authenticate' | 'createUser' = 'createUser') {
  const guest = app.visitor({ ip });
  const token = await app.prove(guest, address);
  return guest.calls[call]({ email: address, token });
}

/** Requests codes from other networks until the address has reached its fifteen an hour. */
async function useUp(address = maria): Promise<void> {
  for (;;) {
    try {
      await begin(app.visitor(), address);
    } catch (error) {
      expect(error).toMatchObject(limited);
      return;
    }
  }
}

const knownNetworks = async () => (await app.platform.pool.query('SELECT * FROM known_networks')).rows;

// Rules: docs/specification/access.md#known-networks
describe('a known network has its own limit of codes', () => {
  test('a known network gets five codes an hour after other networks used up the fifteen of the address', async () => {
    await enterFrom(home);
    app.clock.advance({ minutes: 1 });
    await useUp();
    for (let index = 0; index < 4; index += 1) {
      await begin(app.visitor({ ip: home }));
      app.clock.advance({ minutes: 1 });
    }
    await expect(begin(app.visitor({ ip: home }))).rejects.toMatchObject(limited);
  });

  test('codes for a known network leave fifteen for other networks', async () => {
    await enterFrom(home);
    app.clock.advance({ hours: 1 });
    for (let index = 0; index < 5; index += 1) {
      await begin(app.visitor({ ip: home }));
      app.clock.advance({ minutes: 1 });
    }
    for (let index = 0; index < 15; index += 1) await begin(app.visitor());
    await expect(begin(app.visitor())).rejects.toMatchObject(limited);
  });

  test('an unknown network shares the fifteen', async () => {
    await enterFrom(home);
    await enterFrom('198.51.100.5', 'other@example.org');
    app.clock.advance({ minutes: 1 });
    await useUp();
    await expect(begin(app.visitor({ ip: '198.51.100.5' }))).rejects.toMatchObject(limited);
  });

  test('thirty requests exhaust a /24 for unknown addresses, not for known ones', async () => {
    await enterFrom(home);
    app.clock.advance({ hours: 1 });
    const neighbour = app.visitor({ ip: '203.0.113.99' });
    for (let index = 0; index < 30; index += 1) await begin(neighbour, `a${index}@example.org`);
    await expect(begin(neighbour, 'one-more@example.org')).rejects.toMatchObject(limited);
    await begin(app.visitor({ ip: home }));
  });

  test('requests of known addresses do not count against the thirty of a network', async () => {
    await enterFrom(home);
    app.clock.advance({ hours: 1 });
    await begin(app.visitor({ ip: home }));
    for (let index = 0; index < 30; index += 1)
      await begin(app.visitor({ ip: home }), `a${index}@example.org`);
    await expect(begin(app.visitor({ ip: home }), 'one-more@example.org')).rejects.toMatchObject(limited);
  });

  test('only a sign-in makes a network known, not a request or a guess', async () => {
    await enterFrom(home);
    const cafe = '198.51.100.5';
    await begin(app.visitor({ ip: cafe }));
    app.clock.advance({ hours: 1 });
    await useUp();
    await expect(begin(app.visitor({ ip: cafe }))).rejects.toMatchObject(limited);
    app.clock.advance({ hours: 1 });
    await enterFrom(cafe, maria, 'authenticate');
    app.clock.advance({ minutes: 1 });
    await useUp();
    await begin(app.visitor({ ip: cafe }));
  });

  test('continuing a session from another network makes it known', async () => {
    const { refreshToken } = await enterFrom(home);
    const train = '198.51.100.5';
    await app.visitor({ ip: train }).calls.reauthenticate({ refreshToken });
    await useUp();
    await begin(app.visitor({ ip: train }));
  });

  test('a network is unknown after 90 days, and the purge deletes it', async () => {
    const almost = { days: 89, hours: 23 };
    await enterFrom(home);
    app.clock.advance(almost);
    await useUp();
    await begin(app.visitor({ ip: home }));
    await app.runJobs();
    expect(await knownNetworks()).toHaveLength(1);

    app.clock.advance({ hours: 1 });
    await useUp();
    await expect(begin(app.visitor({ ip: home }))).rejects.toMatchObject(limited);
    await app.runJobs();
    expect(await knownNetworks()).toEqual([]);
  });

  test('a session from a network renews its 90 days', async () => {
    await enterFrom(home);
    app.clock.advance({ days: 60 });
    await enterFrom(home, maria, 'authenticate');
    app.clock.advance({ days: 60 });
    await useUp();
    await begin(app.visitor({ ip: home }));
  });

  test('a network is known for each address of the account, by sign-up, sign-in and renewal', async () => {
    const phone = '+4915112345678';
    const me = app.withTokens(await enterFrom(home));
    expect(await knownNetworks()).toHaveLength(1);
    await me.calls.updatePhone({ phone, token: await app.prove(me, phone, 'update-phone') });
    app.clock.advance({ minutes: 1 });
    const { refreshToken } = await enterFrom('198.51.100.5', maria, 'authenticate');
    expect(await knownNetworks()).toHaveLength(3);
    await app.visitor({ ip: '192.0.2.5' }).calls.reauthenticate({ refreshToken });
    expect(await knownNetworks()).toHaveLength(5);
    const guest = app.visitor({ ip: home });
    const other = '+4915112345679';
    await guest.calls.createUser({ phone: other, token: await app.prove(guest, other) });
    expect(await knownNetworks()).toHaveLength(6);
  });

  test('a network is known for the account that has the address now', async () => {
    const first = app.withTokens(await enterFrom(home));
    const email = 'other@example.org';
    await first.calls.updateEmail({ email, token: await app.prove(first, email, 'update-email') });
    app.clock.advance({ minutes: 1 });
    const second = app.withTokens(await enterFrom(home));
    expect((await knownNetworks()).map(({ user_id }) => user_id)).toEqual([second.userId]);
  });

  test('the table holds hashes only and is erased with the account', async () => {
    const me = app.withTokens(await enterFrom(home));
    const [row] = await knownNetworks();
    expect(row).toEqual({
      address_network_hash: expect.any(Buffer),
      user_id: me.userId,
      seen_at: app.clock.now(),
    });
    app.clock.advance({ minutes: 1 });
    await me.calls.deleteUser({ token: await app.prove(me, maria, 'delete-user') });
    expect(await knownNetworks()).toEqual([]);
  });
});
