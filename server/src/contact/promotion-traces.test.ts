import { expect, test } from 'vitest';
import { startContact } from '#test/first-contact';
import type { Persona } from '#test/personas';

// Rules: docs/specification/contact.md#what-the-sender-sees
test.each<[string, (ben: Persona, olga: Persona) => Promise<unknown>]>([
  ['nothing', async () => undefined],
  ['a decline', (ben, { userId }) => ben.calls.declineRequest({ userId })],
  ['a setting', (ben) => ben.calls.updateUser({ writesToMe: 'asking' })],
  ['a pause', (ben) => ben.calls.updateUser({ pausedUntil: new Date('2031-01-01T00:00:00Z') })],
])(
  'a request of volume uses quota at the time of its promotion, whatever the recipient did: %s',
  async (_what, act) => {
    const app = await startContact({ CONTACT_NOTIFIED_PER_DAY: '1', CONTACT_NOTIFIED_MAX: '1' });
    const [olga, ben, cleo] = [await app.join('Olga'), await app.join('Ben'), await app.join('Cleo')];
    await app.write(olga, cleo);
    await app.write(cleo, olga);
    await app.write(olga, ben);
    expect(await app.placeOf(olga, ben)).toBe('volume');
    await act(ben, olga);
    await app.passTime(24);
    expect((await olga.calls.getStanding()).notifiedLeft).toBe(1);
    await app.runJobs();
    expect((await olga.calls.getStanding()).notifiedLeft).toBe(0);
    await app.passTime(24);
    await app.runJobs();
    expect((await olga.calls.getStanding()).notifiedLeft).toBe(1);
  },
);

test.each<[string, string[], Parameters<Persona['calls']['updateUser']>[0]]>([
  ['volume', ['Good evening'], {}],
  ['asked', ['Good evening'], { writesToMe: 'asking' }],
  ['contact', ['https://example.com/x'], {}],
  ['contact', ['Good evening', 'https://example.com/x'], {}],
])(
  'a request over the quota uses quota when its turn comes, whatever else made it one: %s, %j, %j',
  async (why, texts, settings) => {
    const app = await startContact({ CONTACT_NOTIFIED_PER_DAY: '1', CONTACT_NOTIFIED_MAX: '1' });
    const [olga, ben, cleo] = [await app.join('Olga'), await app.join('Ben'), await app.join('Cleo')];
    await ben.calls.updateUser(settings);
    await app.write(olga, cleo);
    await app.write(cleo, olga);
    for (const text of texts) await app.write(olga, ben, text);
    expect(await app.placeOf(olga, ben)).toBe(why);
    await app.passTime(24);
    await app.runJobs();
    expect(await app.placeOf(olga, ben)).toBe(why === 'volume' ? 'notified' : why);
    expect((await olga.calls.getStanding()).notifiedLeft).toBe(0);
    await app.passTime(24);
    await app.runJobs();
    expect((await olga.calls.getStanding()).notifiedLeft).toBe(1);
  },
);

test('at its promotion a request gives the sender the same receipt, and the same refusal of a booking, after a decline', async () => {
  const app = await startContact({ CONTACT_NOTIFIED_PER_DAY: '2', CONTACT_NOTIFIED_MAX: '2' });
  const [olga, cleo] = [await app.join('Olga'), await app.join('Cleo')];
  const recipients = [await app.join('Ben'), await app.join('Dan')] as const;
  const [ben, dan] = recipients;
  await app.write(olga, cleo);
  await app.write(cleo, olga);
  for (const recipient of [...(await app.strangers(1)), ...recipients]) await app.write(olga, recipient);
  expect([await app.placeOf(olga, ben), await app.placeOf(olga, dan)]).toEqual(['volume', 'volume']);
  await dan.calls.declineRequest({ userId: olga.userId });
  await app.passTime(24);
  for (const recipient of recipients) await recipient.connect();
  await app.runJobs();
  expect([await app.placeOf(olga, ben), await app.placeOf(olga, dan)]).toEqual(['notified', 'asked']);
  for (const recipient of recipients)
    await expect
      .poll(async () => (await olga.calls.listMessages({ userId: recipient.userId })).messages)
      .toMatchObject([{ deliveredAt: expect.any(Date), readAt: null }]);
  // With quota for a booking.
  await app.passTime(24);
  for (const recipient of recipients) {
    const startsAt = new Date(app.clock.now().getTime() + 30 * 3_600_000);
    const { scheduleSlotId } = await recipient.calls.createSlot({ startsAt, duration: 30 });
    await expect(olga.calls.bookSlot({ userId: recipient.userId, scheduleSlotId })).rejects.toThrow(
      'Write to them first. You can book them once they have answered.',
    );
  }
});

test('requests of volume are promoted in the order in which they were written', async () => {
  const app = await startContact({ CONTACT_NOTIFIED_PER_DAY: '1', CONTACT_NOTIFIED_MAX: '1' });
  const [olga, cleo] = [await app.join('Olga'), await app.join('Cleo')];
  const [ben, dan] = [await app.join('Ben'), await app.join('Dan')];
  await app.write(olga, cleo);
  await app.write(cleo, olga);
  await app.write(olga, ben);
  app.clock.advance({ minutes: 1 });
  await app.write(olga, dan);
  await app.passTime(24);
  await app.runJobs();
  expect([await app.placeOf(olga, ben), await app.placeOf(olga, dan)]).toEqual(['notified', 'volume']);
});

test('a request of a restricted member uses no quota after the restriction', async () => {
  const app = await startContact({ CONTACT_NOTIFIED_PER_DAY: '1', CONTACT_NOTIFIED_MAX: '1' });
  const [olga, ben, cleo] = [await app.join('Olga'), await app.join('Ben'), await app.join('Cleo')];
  await app.write(olga, cleo);
  await app.write(cleo, olga);
  await app.platform.pool.query('UPDATE contact_standing SET limited_until = $2 WHERE user_id = $1', [
    ...[olga.userId, new Date(app.clock.now().getTime() + 3_600_000)],
  ]);
  await app.write(olga, ben);
  await app.passTime(24);
  await app.runJobs();
  expect(await app.placeOf(olga, ben)).toBe('restricted');
  expect((await olga.calls.getStanding()).notifiedLeft).toBe(1);
});

test('an answer of thirty days ago promotes nothing, also for a sender whose account is the newest', async () => {
  const app = await startContact({ CONTACT_NOTIFIED_PER_DAY: '1', CONTACT_NOTIFIED_MAX: '1' });
  const [ben, cleo, olga] = [await app.join('Ben'), await app.join('Cleo'), await app.join('Olga')];
  await app.write(olga, cleo);
  await app.write(cleo, olga);
  await app.write(olga, ben);
  await app.passTime(24);
  const placeWithAnswer = async (msAgo: number) => {
    await app.platform.pool.query('UPDATE conversations SET answered_at = $1 WHERE answered_at IS NOT NULL', [
      new Date(app.clock.now().getTime() - msAgo),
    ]);
    await app.runJobs();
    return app.placeOf(olga, ben);
  };
  const month = 30 * 24 * 3_600_000;
  expect([await placeWithAnswer(month), await placeWithAnswer(month - 1)]).toEqual(['volume', 'notified']);
});
