import { expect, test } from 'vitest';
import { startContact } from '#test/first-contact';
import type { Persona } from '#test/personas';

/** Olga has met four members, of whom Eve is not trusted; the sessions are over, and everybody is signed in again. */
async function startAfterSessions() {
  // Trust never comes with age alone.
  const app = await startContact({ CONTACT_TRUSTED_MEMBERS: '0' });
  const olga = await app.join('Olga');
  const owners = [
    await app.join('Ben'),
    await app.join('Cleo'),
    await app.join('Dan'),
    await app.join('Eve'),
  ];
  await app.trust(...owners.slice(0, 3));
  const slots = new Map<string, string>();
  for (const [nth, owner] of owners.entries()) {
    const startsAt = new Date(app.clock.now().getTime() + (nth + 1) * 3_600_000);
    const { scheduleSlotId } = await owner.calls.createSlot({ startsAt, duration: 30 });
    await olga.calls.bookSlot({ userId: owner.userId, scheduleSlotId });
    slots.set(owner.userId, scheduleSlotId);
  }
  app.clock.advance({ hours: 6 });
  const again = ({ address }: Persona) => app.signIn(address);
  const [ben, cleo, dan, eve] = [
    await again(owners[0] ?? olga),
    await again(owners[1] ?? olga),
    await again(owners[2] ?? olga),
    await again(owners[3] ?? olga),
  ];
  return {
    ...app,
    people: { olga: await again(olga), ben, cleo, dan, eve },
    slotOf: ({ userId }: Persona) => slots.get(userId) ?? '',
    /** Answers about the session of Olga with this member. */
    say: (who: Persona, about: Persona, answer: 'kept' | 'missed') =>
      who.calls.answerOutcome({ scheduleSlotId: slots.get(about.userId) ?? '', answer }),
    creditsOf: async ({ userId }: Persona) => {
      const row = await app.platform.db
        .selectFrom('contact_standing')
        .select('credits')
        .where('user_id', '=', userId)
        .executeTakeFirst();
      return row?.credits ?? 0;
    },
  };
}

// Rules: docs/specification/contact.md#trust
test('a session counts when a trusted partner says that it was kept and the member does not contradict', async () => {
  const { people, say, creditsOf } = await startAfterSessions();
  const { olga, ben, cleo, dan, eve } = people;
  await say(eve, eve, 'kept');
  expect(await creditsOf(olga)).toBe(0);
  // What the member says does not count for the member, but for a partner if the member is trusted, which Olga is not.
  await say(olga, ben, 'kept');
  expect([await creditsOf(olga), await creditsOf(ben)]).toEqual([0, 0]);
  await say(ben, ben, 'kept');
  await say(ben, ben, 'kept');
  expect(await creditsOf(olga)).toBe(1);
  await say(cleo, cleo, 'missed');
  expect(await creditsOf(olga)).toBe(1);
  await say(cleo, cleo, 'kept');
  expect(await creditsOf(olga)).toBe(2);
  await say(olga, dan, 'missed');
  await say(dan, dan, 'kept');
  expect(await creditsOf(olga)).toBe(2);
  await say(olga, dan, 'kept');
  expect(await creditsOf(olga)).toBe(3);
});

test('three kept sessions and seven days make a member trusted; sessions do not raise the quota of a new one', async () => {
  const { people, say, runJobs, age } = await startAfterSessions();
  const { olga, ben, cleo, dan } = people;
  for (const partner of [ben, cleo]) await say(partner, partner, 'kept');
  await age(olga, 8);
  await runJobs();
  expect(await olga.calls.getStanding()).toMatchObject({ state: 'new', notifiedPerDay: 8 });
  await say(dan, dan, 'kept');
  await age(olga, 6);
  await runJobs();
  expect((await olga.calls.getStanding()).state).toBe('new');
  await age(olga, 7);
  await runJobs();
  expect(await olga.calls.getStanding()).toMatchObject({ state: 'trusted', notifiedPerDay: 20 });
});

test('a session makes the two acquainted if both were present, or if the recipient calls it kept', async () => {
  const { people, say, placeOf, write, slotOf, platform } = await startAfterSessions();
  const { olga, ben, cleo, dan, eve } = people;
  for (const owner of [ben, cleo, dan, eve]) await owner.calls.updateUser({ writesToMe: 'asking' });
  await say(cleo, cleo, 'kept');
  await say(olga, ben, 'kept');
  for (const [owner, togetherMs] of [
    [dan, 1],
    [eve, 0],
  ] as const) {
    const slot = { schedule_slot_id: slotOf(owner), user_id: owner.userId, booked_by_user_id: olga.userId };
    await platform.db
      .insertInto('calls')
      .values({ ...slot, together_ms: togetherMs })
      .execute();
  }
  for (const owner of [ben, cleo, dan, eve]) await write(olga, owner);
  expect(await Promise.all([ben, cleo, dan, eve].map((owner) => placeOf(olga, owner)))).toEqual([
    'asked',
    'notified',
    'notified',
    'asked',
  ]);
});

test('a session that is not over makes the two acquainted', async () => {
  const app = await startContact();
  const [olga, ben] = [await app.join('Olga'), await app.join('Ben')];
  const startsAt = new Date(app.clock.now().getTime() + 3_600_000);
  const { scheduleSlotId } = await ben.calls.createSlot({ startsAt, duration: 30 });
  await olga.calls.bookSlot({ userId: ben.userId, scheduleSlotId });
  await ben.calls.updateUser({ writesToMe: 'asking' });
  await app.write(olga, ben);
  expect(await app.placeOf(olga, ben)).toBe('notified');
});
