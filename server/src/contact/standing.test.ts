import { randomUUID } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { type ContactCommunity, listen, startContact } from '#test/first-contact';
import { codeOf } from '#test/moderation';
import type { Persona } from '#test/personas';

const standingOf = (who: Persona) => who.calls.getStanding();
const day = 24;
/** A busy machine is slow, not wrong. */
const patience = { timeout: 60_000 };

/** Members who are trusted, so that their answers and penalties count in full. */
async function joinTrusted({ join, trust }: ContactCommunity, ...names: string[]): Promise<Persona[]> {
  const people = [];
  for (const name of names) people.push(await join(name));
  await trust(...people);
  return people;
}

/** The places of first messages to new strangers, or the code of a refusal. */
async function placesOf(app: ContactCommunity, from: Persona, count: number): Promise<unknown[]> {
  const places = [];
  for (const stranger of await app.strangers(count)) {
    const code = await codeOf(app.write(from, stranger));
    places.push(code ?? (await app.placeOf(from, stranger)));
  }
  return places;
}

const times = (count: number, place: unknown) => Array.from({ length: count }, () => place);

// Rules: docs/specification/contact.md#quotas
describe('first contacts of a day', () => {
  test('of a newcomer: eight are notified, the next wait, the fifty-first is refused until the first is a day old', async () => {
    const app = await startContact();
    const olga = await app.join('Olga');
    expect(await placesOf(app, olga, 10)).toEqual([...times(8, 'notified'), 'volume', 'volume']);
    expect(await standingOf(olga)).toMatchObject({
      ...{ state: 'new', notifiedLeft: 0, notifiedPerDay: 8, left: 40, until: null, canAppeal: false },
    });
    await app.passTime(1);
    expect(await placesOf(app, olga, 40)).toEqual(times(40, 'volume'));
    const [next] = await app.strangers(1);
    await expect(app.write(olga, next ?? olga)).rejects.toMatchObject({ code: 6001, timeout: 23 * 3600 });
    expect((await standingOf(olga)).left).toBe(0);
    await app.passTime(23);
    expect(await placesOf(app, olga, 1)).toEqual(['volume']);
  });

  test('requests count, too: contact details do not save the allowance for others', async () => {
    const app = await startContact();
    const olga = await app.join('Olga');
    for (const stranger of await app.strangers(8)) await app.write(olga, stranger, 'https://example.com/x');
    expect(await placesOf(app, olga, 1)).toEqual(['volume']);
  });

  test('each credited answer gives one more, up to twelve; an answer of a newcomer gives none', async () => {
    const app = await startContact();
    const olga = await app.join('Olga');
    const trusted = await joinTrusted(app, 'A', 'B', 'C', 'D', 'E');
    const newcomer = await app.join('New');
    for (const partner of [newcomer, ...trusted]) await app.write(olga, partner);
    await app.write(newcomer, olga);
    expect((await standingOf(olga)).notifiedPerDay).toBe(8);
    await app.write(trusted[0] as Persona, olga);
    await app.write(trusted[0] as Persona, olga);
    expect((await standingOf(olga)).notifiedPerDay).toBe(9);
    for (const partner of trusted.slice(1)) await app.write(partner, olga);
    expect((await standingOf(olga)).notifiedPerDay).toBe(12);
    await app.passTime(30 * day);
    expect((await standingOf(olga)).notifiedPerDay).toBe(8);
  });

  test('a credited answer counts for a newer account as for an older one', async () => {
    const app = await startContact();
    const [ben] = (await joinTrusted(app, 'Ben')) as [Persona];
    const olga = await app.join('Olga');
    await app.write(olga, ben);
    await app.write(ben, olga);
    expect((await standingOf(olga)).notifiedPerDay).toBe(9);
  });

  test('of a trusted member: twenty; a message to an admin is never counted', async () => {
    const app = await startContact();
    const [olga] = (await joinTrusted(app, 'Olga')) as [Persona];
    const ada = await app.join('Ada');
    await app.write(olga, ada);
    expect(await standingOf(olga)).toMatchObject({ state: 'trusted', notifiedLeft: 20, left: 50 });
    expect(await placesOf(app, olga, 21)).toEqual([...times(20, 'notified'), 'volume']);
    await app.write(olga, ada);
  });

  test('are not limited by number with RATE_LIMITS=off', async () => {
    const app = await startContact({ RATE_LIMITS: 'off' });
    const olga = await app.join('Olga');
    expect(await placesOf(app, olga, 9)).toEqual(times(9, 'notified'));
  });

  test('follow the configuration', async () => {
    const app = await startContact({ CONTACT_NOTIFIED_PER_DAY: '1', CONTACT_PER_DAY: '2' });
    const olga = await app.join('Olga');
    expect(await placesOf(app, olga, 3)).toEqual(['notified', 'volume', 6001]);
  });

  test('are never more notified than there may be at all', async () => {
    const app = await startContact({ CONTACT_PER_DAY: '3' });
    const olga = await app.join('Olga');
    expect(await placesOf(app, olga, 1)).toEqual(['notified']);
    expect(await standingOf(olga)).toMatchObject({ left: 2, notifiedLeft: 2, notifiedPerDay: 8 });
  });

  test('a used key starts no conversation in which the next message would be notified', async () => {
    const app = await startContact({ CONTACT_NOTIFIED_PER_DAY: '1', CONTACT_NOTIFIED_MAX: '1' });
    const olga = await app.join('Olga');
    const [ben, cleo] = [await app.join('Ben'), await app.join('Cleo')];
    const used = { content: 'Hello', clientMessageId: randomUUID() };
    await olga.calls.sendTextMessage({ userId: ben.userId, ...used });
    expect(await codeOf(olga.calls.sendTextMessage({ userId: cleo.userId, ...used }))).toBe(1000);
    expect((await standingOf(olga)).left).toBe(49);
    await app.write(olga, cleo);
    expect(await app.placeOf(olga, cleo)).toBe('volume');
  });

  test('messages sent at once to nine strangers share one allowance', async () => {
    const app = await startContact();
    const olga = await app.join('Olga');
    const strangers = await app.strangers(9);
    await Promise.all(strangers.map((stranger) => app.write(olga, stranger)));
    const places = await Promise.all(strangers.map((stranger) => app.placeOf(olga, stranger)));
    expect(places.toSorted()).toEqual([...times(8, 'notified'), 'volume']);
  });
});

// Rules: docs/specification/contact.md#trust
describe('trust', () => {
  test('comes with three credited answers and seven days', async () => {
    const app = await startContact();
    const olga = await app.join('Olga');
    const partners = await joinTrusted(app, 'A', 'B', 'C');
    for (const partner of partners) {
      await app.write(olga, partner);
      await app.write(partner, olga);
    }
    await app.platform.pool.query(
      `INSERT INTO users (user_id, created_at, updated_at) SELECT gen_random_uuid(), now(), now() FROM generate_series(1, 50)`,
    );
    await app.platform.pool.query(
      `INSERT INTO contact_standing (user_id, trusted_since) SELECT user_id, now() FROM users WHERE name = '' ON CONFLICT DO NOTHING`,
    );
    await app.runJobs();
    expect((await standingOf(olga)).state).toBe('new');
    await app.age(olga, 7);
    expect((await standingOf(olga)).state).toBe('new');
    await app.runJobs();
    expect((await standingOf(olga)).state).toBe('trusted');
  });

  test('is neither kept nor gained with three points', async () => {
    const app = await startContact();
    const [olga, omar, ben, cleo] = (await joinTrusted(app, 'Olga', 'Omar', 'Ben', 'Cleo')) as [
      ...[Persona, Persona, Persona, Persona],
    ];
    await cleo.calls.updateUser({ writesToMe: 'asking' });
    await app.write(omar, cleo);
    await cleo.calls.declineRequest({ userId: omar.userId });
    expect([await app.pointsOf(omar), (await standingOf(omar)).state]).toEqual([1, 'trusted']);
    await app.write(olga, ben);
    await ben.calls.blockUser({ userId: olga.userId });
    expect([await app.pointsOf(olga), (await standingOf(olga)).state]).toEqual([3, 'new']);

    const eve = await app.join('Eve');
    await app.age(eve, 8);
    const { pool } = app.platform;
    const trustedSince = async (points: number) => {
      await pool.query(
        `INSERT INTO contact_standing (user_id, credits, points) VALUES ($1, 3, $2)
         ON CONFLICT (user_id) DO UPDATE SET points = $2`,
        [eve.userId, points],
      );
      await app.runJobs();
      const { rows } = await pool.query('SELECT trusted_since FROM contact_standing WHERE user_id = $1', [
        eve.userId,
      ]);
      return rows[0]?.trusted_since;
    };
    expect([await trustedSince(3), await trustedSince(2.5)]).toEqual([null, app.clock.now()]);
  });

  test('is the age of the account while fewer than fifty are trusted', async () => {
    const app = await startContact({ CONTACT_TRUSTED_MEMBERS: '2' });
    const olga = await app.join('Olga');
    await app.age(olga, 6);
    expect((await standingOf(olga)).state).toBe('new');
    await app.age(olga, 7);
    await joinTrusted(app, 'A');
    expect((await standingOf(olga)).state).toBe('trusted');
    await joinTrusted(app, 'B');
    expect((await standingOf(olga)).state).toBe('new');
  });

  test('a ring that only answers itself stays new', async () => {
    const app = await startContact();
    const ring = [await app.join('A'), await app.join('B'), await app.join('C'), await app.join('D')];
    for (const one of ring) for (const other of ring) if (one !== other) await app.write(one, other);
    await app.runJobs();
    for (const one of ring) expect(await standingOf(one)).toMatchObject({ state: 'new', notifiedPerDay: 8 });
  });

  test('members of before with three answers are trusted; their conversations are never limited', async () => {
    const app = await startContact();
    const [olga, ben] = [await app.join('Olga'), await app.join('Ben')];
    const { pool } = app.platform;
    for (const partner of [await app.join('A'), await app.join('B'), await app.join('C')]) {
      await app.write(olga, partner);
      await app.write(partner, olga);
    }
    // Three conversations of Ben without an answer do not count.
    for (const partner of [olga, ...(await app.strangers(2))]) await app.write(ben, partner);
    await pool.query(
      `UPDATE conversations SET answered_at = '1970-01-01Z', notified_at = '1970-01-01Z', is_credited = false, is_counted = false`,
    );
    await pool.query(
      `DELETE FROM contact_standing; INSERT INTO contact_backfill VALUES ('00000000-0000-0000-0000-000000000000')`,
    );
    await app.runJobs();
    const { rows } = await pool.query('SELECT user_id FROM contact_standing WHERE trusted_since IS NOT NULL');
    expect(rows).toEqual([{ user_id: olga.userId }]);
    expect((await pool.query('SELECT FROM contact_backfill')).rowCount).toBe(0);
    for (let nth = 0; nth < 25; nth++) await app.write(ben, olga, 'https://example.com/x');
    expect(await app.placeOf(ben, olga)).toBe('notified');
  });
});

// Rules: docs/specification/contact.md#penalties
describe('penalties', () => {
  test('decline 1, block 3, report 4, each once per member; half of a member who is not trusted', async () => {
    const app = await startContact();
    const olga = await app.join('Olga');
    const [ben, cleo] = (await joinTrusted(app, 'Ben', 'Cleo')) as [Persona, Persona];
    const newcomer = await app.join('New');
    for (const to of [ben, cleo, newcomer]) await app.write(olga, to, 'https://example.com/x');
    for (let nth = 0; nth < 2; nth++) await ben.calls.declineRequest({ userId: olga.userId });
    expect(await app.pointsOf(olga)).toBe(1);
    const { messages } = await ben.calls.listMessages({ userId: olga.userId });
    for (let nth = 0; nth < 2; nth++)
      await ben.calls.reportMessage({ chatMessageId: messages[0]?.chatMessageId ?? '' });
    expect(await app.pointsOf(olga)).toBe(5);
    await newcomer.calls.blockUser({ userId: olga.userId });
    expect(await app.pointsOf(olga)).toBe(6.5);
    await newcomer.calls.unblockUser({ userId: olga.userId });
    expect(await app.pointsOf(olga)).toBe(5);
    await cleo.calls.blockUser({ userId: olga.userId });
    expect(await app.pointsOf(olga)).toBe(8);
  });

  test('leave with the member who gave them', async () => {
    const app = await startContact();
    const olga = await app.join('Olga');
    const [ben, cleo] = (await joinTrusted(app, 'Ben', 'Cleo')) as [Persona, Persona];
    for (const who of [ben, cleo]) {
      await app.write(olga, who);
      await who.calls.blockUser({ userId: olga.userId });
    }
    expect([await app.pointsOf(olga), (await standingOf(olga)).state]).toEqual([6, 'restricted']);
    await ben.calls.deleteUser({ token: await app.prove(ben, 'ben@example.org', 'delete-user') });
    expect([await app.pointsOf(olga), (await standingOf(olga)).state]).toEqual([3, 'new']);
  });

  test('a repeated decline renews nothing that was purged', async () => {
    const app = await startContact();
    const olga = await app.join('Olga');
    const [ben] = (await joinTrusted(app, 'Ben')) as [Persona];
    await app.write(olga, ben, 'https://example.com/x');
    const decline = () => ben.calls.declineRequest({ userId: olga.userId });
    await decline();
    expect(await app.pointsOf(olga)).toBe(1);
    await app.passTime(30 * day);
    await app.runJobs();
    await decline();
    expect(await app.pointsOf(olga)).toBe(0);
  });

  test('come only from members to whom the sender wrote first, and never to an admin', async () => {
    const app = await startContact();
    const [olga, ada] = [await app.join('Olga'), await app.join('Ada')];
    const [ben, cleo] = (await joinTrusted(app, 'Ben', 'Cleo')) as [Persona, Persona];
    await app.write(ben, olga);
    await app.write(olga, ben);
    const { messages } = await ben.calls.listMessages({ userId: olga.userId });
    await ben.calls.reportMessage({ chatMessageId: messages[0]?.chatMessageId ?? '' });
    await ben.calls.blockUser({ userId: olga.userId });
    await cleo.calls.blockUser({ userId: olga.userId });
    expect(await app.pointsOf(olga)).toBe(0);
    await app.write(ada, cleo);
    const ofAda = await cleo.calls.listMessages({ userId: ada.userId });
    await cleo.calls.reportMessage({ chatMessageId: ofAda.messages[0]?.chatMessageId ?? '' });
    expect(await app.pointsOf(ada)).toBe(0);
  });

  test('a dismissed report counts no more', async () => {
    const app = await startContact();
    const [olga, ada] = [await app.join('Olga'), await app.join('Ada')];
    for (const reporter of await joinTrusted(app, 'Ben', 'Cleo')) {
      await app.write(olga, reporter);
      const { messages } = await reporter.calls.listMessages({ userId: olga.userId });
      await reporter.calls.reportMessage({ chatMessageId: messages[0]?.chatMessageId ?? '' });
    }
    const points = [await app.pointsOf(olga)];
    const { reports } = await ada.calls.listReports({});
    for (const { reportId } of reports) {
      await ada.calls.dismissReport({ reportId });
      points.push(await app.pointsOf(olga));
    }
    // A report of another member counts on.
    expect(points).toEqual([8, 4, 0]);
  });

  test('a dismissed report counts on while the same member has one of another message, not one of the profile', async () => {
    const app = await startContact();
    const [olga, ada] = [await app.join('Olga'), await app.join('Ada')];
    const [ben] = (await joinTrusted(app, 'Ben')) as [Persona];
    for (const _ of times(2, null)) await app.write(olga, ben);
    const { messages } = await ben.calls.listMessages({ userId: olga.userId });
    for (const { chatMessageId } of messages) await ben.calls.reportMessage({ chatMessageId });
    await ben.calls.reportProfile({ userId: olga.userId, about: 'description' });
    const { reports } = await ada.calls.listReports({});
    const ofMessages = reports.filter(({ profile }) => !profile);
    const left = [];
    for (const { reportId } of ofMessages) {
      await ada.calls.dismissReport({ reportId });
      left.push(await app.pointsOf(olga));
    }
    expect(left).toEqual([4, 0]);
  });

  test('credited answers take up to three away, and thirty days all', async () => {
    const app = await startContact();
    const olga = await app.join('Olga');
    const [ben, cleo, ...others] = (await joinTrusted(app, 'Ben', 'Cleo', 'A', 'B', 'C', 'D')) as [
      Persona,
      Persona,
      ...Persona[],
    ];
    for (const to of [ben, cleo, ...others]) await app.write(olga, to);
    for (const by of [ben, cleo]) await by.calls.blockUser({ userId: olga.userId });
    expect(await app.pointsOf(olga)).toBe(6);
    for (const by of others) await app.write(by, olga);
    expect(await app.pointsOf(olga)).toBe(3);
    await app.passTime(30 * day);
    await app.runJobs();
    expect(await app.pointsOf(olga)).toBe(0);
    expect((await app.platform.pool.query('SELECT FROM contact_penalties')).rowCount).toBe(0);
  });
});

// Rules: docs/specification/contact.md#restriction-and-hold
describe('restriction and hold', () => {
  async function blocked(app: ContactCommunity, from: Persona, by: Persona[]): Promise<void> {
    for (const who of by) await app.write(from, who);
    for (const who of by) await who.calls.blockUser({ userId: from.userId });
  }

  test('four points of one member do not restrict; of two they do, for as long as they last', async () => {
    const app = await startContact();
    const olga = await app.join('Olga');
    const [ben, cleo, dan] = (await joinTrusted(app, 'Ben', 'Cleo', 'Dan')) as [Persona, Persona, Persona];
    await app.write(olga, ben, 'https://example.com/x');
    await app.write(olga, dan);
    await ben.calls.declineRequest({ userId: olga.userId });
    await ben.calls.blockUser({ userId: olga.userId });
    expect([await app.pointsOf(olga), (await standingOf(olga)).state]).toEqual([4, 'new']);
    await app.passTime(day);
    await blocked(app, olga, [cleo]);
    const until = new Date(app.clock.now().getTime() + 29 * day * 3_600_000);
    expect(await standingOf(olga)).toMatchObject({ state: 'restricted', notifiedPerDay: 0, left: 4, until });
    expect(await placesOf(app, olga, 5)).toEqual([...times(4, 'restricted'), 6001]);
    // What was notified before and was not answered waits from now on; what is answered goes on.
    await app.write(olga, dan);
    expect(await app.placeOf(olga, dan)).toBe('restricted');
    await app.write(dan, olga);
    await app.write(olga, dan);
    expect(await app.placeOf(olga, dan)).toBe('notified');
    await app.passTime(29 * day);
    expect((await standingOf(olga)).state).not.toBe('restricted');
  });

  test('eight points of two hold: no new people, one case, conversations go on, an event', async () => {
    const app = await startContact();
    const olga = await app.join('Olga');
    const held = vi.fn(async () => undefined);
    app.platform.effects.on('accountHeld', held);
    const [ben, cleo, dan, eve] = (await joinTrusted(app, 'Ben', 'Cleo', 'Dan', 'Eve')) as [
      Persona,
      Persona,
      Persona,
      Persona,
    ];
    await app.write(olga, eve);
    await app.write(eve, olga);
    const waiting = await app.join('Waiting');
    await app.write(olga, waiting);
    await blocked(app, olga, [ben, cleo]);
    expect((await standingOf(olga)).state).toBe('restricted');
    await blocked(app, olga, [dan]);
    // Nine points less one answer.
    expect(await app.pointsOf(olga)).toBe(8);
    expect(await standingOf(olga)).toMatchObject({
      state: 'held',
      left: 0,
      notifiedPerDay: 0,
      canAppeal: true,
    });
    expect(held).toHaveBeenCalledTimes(1);
    const { rows } = await app.platform.pool.query('SELECT user_id, closed_at FROM contact_cases');
    expect(rows).toEqual([{ user_id: olga.userId, closed_at: null }]);
    const [stranger] = await app.strangers(1);
    for (const to of [stranger ?? olga, waiting])
      await expect(app.write(olga, to)).rejects.toMatchObject({
        code: 3000,
        message: expect.stringMatching(/^Somebody is looking/),
      });
    await app.write(olga, eve, 'https://example.com/x');
    expect(await app.placeOf(olga, eve)).toBe('notified');
    // An admin can be asked for help.
    await app.write(olga, await app.join('Ada'));
  });

  test('only a new penalty begins a hold, also when the days after a clearing are over', async () => {
    const app = await startContact();
    const olga = await app.join('Olga');
    const people = await joinTrusted(app, 'Ben', 'Cleo', 'Dan', 'Eve', 'Fay');
    const [ben, fay] = [people[0], people[4]] as [Persona, Persona];
    const clearUntil = (at: Date) =>
      app.platform.pool.query(
        `INSERT INTO contact_standing (user_id, cleared_until) VALUES ($1, $2)
         ON CONFLICT (user_id) DO UPDATE SET cleared_until = $2`,
        [olga.userId, at],
      );
    await clearUntil(new Date(app.clock.now().getTime() + 3_600_000));
    await blocked(app, olga, people.slice(0, 4));
    await app.write(olga, fay);
    await clearUntil(app.clock.now());
    await ben.calls.unblockUser({ userId: olga.userId });
    expect([await app.pointsOf(olga), (await standingOf(olga)).state]).toEqual([9, 'restricted']);
    await fay.calls.blockUser({ userId: olga.userId });
    expect((await standingOf(olga)).state).toBe('held');
  });

  test('a hold that nobody reviews ends after 72 hours as a restriction; the case stays open and no second hold begins', async () => {
    const app = await startContact();
    const olga = await app.join('Olga');
    const [ben, cleo, dan, eve] = (await joinTrusted(app, 'Ben', 'Cleo', 'Dan', 'Eve')) as [
      Persona,
      Persona,
      Persona,
      Persona,
    ];
    await app.write(olga, eve);
    await blocked(app, olga, [ben, cleo, dan]);
    await app.passTime(71);
    await app.runJobs();
    expect((await standingOf(olga)).state).toBe('held');
    await app.passTime(1);
    await app.runJobs();
    expect((await standingOf(olga)).state).toBe('restricted');
    await eve.calls.blockUser({ userId: olga.userId });
    expect((await standingOf(olga)).state).toBe('restricted');
    expect(
      (await app.platform.pool.query('SELECT FROM contact_cases WHERE closed_at IS NULL')).rowCount,
    ).toBe(1);
  });

  test('a hold without penalties that nobody reviews restricts for seven days', async () => {
    const app = await startContact();
    const olga = await app.join('Olga');
    await app.platform.pool.query('INSERT INTO contact_standing (user_id, held_at) VALUES ($1, $2)', [
      ...[olga.userId, app.clock.now()],
    ]);
    await app.passTime(3 * day);
    await app.runJobs();
    const until = new Date(app.clock.now().getTime() + 7 * day * 3_600_000);
    expect(await standingOf(olga)).toMatchObject({ state: 'restricted', until });
  });

  test('a hold that nobody reviews does not shorten a restriction that lasts longer', async () => {
    const app = await startContact();
    const olga = await app.join('Olga');
    await blocked(app, olga, await joinTrusted(app, 'Ben', 'Cleo', 'Dan'));
    await app.passTime(3 * day);
    const until = new Date(app.clock.now().getTime() + 60 * day * 3_600_000);
    await app.platform.db
      .updateTable('contact_standing')
      .set({ limited_until: until })
      .where('user_id', '=', olga.userId)
      .execute();
    await app.runJobs();
    expect(await standingOf(olga)).toMatchObject({ state: 'restricted', until });
  });
});

// Rules: docs/specification/contact.md#promotion
describe('a request of volume', () => {
  test('is notified with its event once there is quota and an answer; no other request is', async () => {
    const app = await startContact({ CONTACT_NOTIFIED_PER_DAY: '2', CONTACT_NOTIFIED_MAX: '2' });
    const olga = await app.join('Olga');
    const [ben, cleo, dan, eve, fay] = (await joinTrusted(app, 'Ben', 'Cleo', 'Dan', 'Eve', 'Fay')) as [
      ...[Persona, Persona, Persona, Persona, Persona],
    ];
    for (const to of [ben, cleo, dan, eve]) await app.write(olga, to, 'Hello there');
    await app.write(olga, fay, 'https://example.com/x');
    const heard = await listen(dan);
    const places = () => Promise.all([dan, eve, fay].map((to) => app.placeOf(olga, to)));
    await app.passTime(day);
    await app.runJobs();
    expect(await places()).toEqual(['volume', 'volume', 'contact']);
    await app.write(ben, olga);
    await eve.calls.declineRequest({ userId: olga.userId });
    await app.runJobs();
    expect(await places()).toEqual(['notified', 'asked', 'contact']);
    await vi.waitFor(() => expect(heard.messages).toEqual(['Hello there']), patience);
    expect((await dan.calls.getChatStat()).unreadMessages).toBe(1);
    // Promotions use the day's quota, and so do those that the recipient declined.
    expect((await standingOf(olga)).notifiedLeft).toBe(0);
  });

  test('uses a notification of the day of its promotion, but none of its first contacts', async () => {
    const app = await startContact({
      ...{ CONTACT_NOTIFIED_PER_DAY: '1', CONTACT_NOTIFIED_MAX: '1', CONTACT_PER_DAY: '2' },
    });
    const [olga, ben, cleo] = [await app.join('Olga'), await app.join('Ben'), await app.join('Cleo')];
    await app.write(olga, cleo);
    await app.write(cleo, olga);
    await app.write(olga, ben);
    await app.passTime(day);
    await app.runJobs();
    expect(await app.placeOf(olga, ben)).toBe('notified');
    expect(await standingOf(olga)).toMatchObject({ left: 2, notifiedLeft: 0 });
    expect(await placesOf(app, olga, 3)).toEqual(['volume', 'volume', 6001]);
  });

  test('waits while a booking has used the notification of the day', async () => {
    const app = await startContact({ CONTACT_NOTIFIED_PER_DAY: '2', CONTACT_NOTIFIED_MAX: '2' });
    const olga = await app.join('Olga');
    const [ben, cleo, dan, eve, fay] = (await joinTrusted(app, 'Ben', 'Cleo', 'Dan', 'Eve', 'Fay')) as [
      ...[Persona, Persona, Persona, Persona, Persona],
    ];
    for (const to of [ben, cleo, dan, eve]) await app.write(olga, to);
    await app.write(ben, olga);
    await app.passTime(day);
    const startsAt = new Date(app.clock.now().getTime() + day * 3_600_000);
    const { scheduleSlotId } = await fay.calls.createSlot({ startsAt, duration: 30 });
    await olga.calls.bookSlot({ userId: fay.userId, scheduleSlotId });
    await app.runJobs();
    const places = [await app.placeOf(olga, dan), await app.placeOf(olga, eve)];
    expect([places.toSorted(), (await standingOf(olga)).notifiedLeft]).toEqual([['notified', 'volume'], 0]);
  });

  test('stays one where the recipient wants to be asked since, and after thirty days', async () => {
    const app = await startContact({ CONTACT_NOTIFIED_PER_DAY: '1', CONTACT_NOTIFIED_MAX: '1' });
    const olga = await app.join('Olga');
    const [ben, cleo, dan, eve] = (await joinTrusted(app, 'Ben', 'Cleo', 'Dan', 'Eve')) as [
      ...[Persona, Persona, Persona, Persona],
    ];
    for (const to of [ben, cleo, dan, eve]) await app.write(olga, to);
    await cleo.calls.updateUser({ writesToMe: 'asking' });
    await app.platform.pool.query(
      `UPDATE conversation_members SET last_message_at = last_message_at - interval '30 days' WHERE user_id = $1`,
      [dan.userId],
    );
    await app.write(ben, olga);
    const places = () => Promise.all([cleo, dan, eve].map((to) => app.placeOf(olga, to)));
    await app.passTime(day);
    await app.runJobs();
    expect(await places()).toEqual(['asked', 'volume', 'volume']);
    await app.passTime(day);
    await app.runJobs();
    expect(await places()).toEqual(['asked', 'volume', 'notified']);
  });
});
