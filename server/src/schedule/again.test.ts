import { describe, expect, test } from 'vitest';
import { refusalOf, startAfterSession } from '#test/appointments';
import type { Persona } from '#test/personas';

const upcoming = async (person: Persona, start: Date) =>
  (await person.calls.listAppointments({ start })).slots.map((slot) => slot.startsAt.toISOString());

// Rules: docs/specification/trust.md#again
describe('the same time next week', () => {
  // DST changes in 2030: New York 10 March, Berlin 31 March, Auckland 7 April.
  test.each([
    ['America/New_York', 'Europe/Berlin', '2030-03-06T23:00:00.000Z', '2030-03-13T22:00:00.000Z'],
    ['Europe/Berlin', 'America/New_York', '2030-03-27T18:30:00.000Z', '2030-04-03T17:30:00.000Z'],
    ['Pacific/Auckland', 'Europe/Berlin', '2030-04-03T07:00:00.000Z', '2030-04-10T08:00:00.000Z'],
    ['Asia/Kathmandu', 'America/New_York', '2030-03-06T18:15:00.000Z', '2030-03-13T18:15:00.000Z'],
  ])('is the same on the clock in %s, for somebody in %s too', async (owner, booker, startsAt, next) => {
    const { ana, ben, scheduleSlotId, clock } = await startAfterSession(startsAt, { owner, booker });
    expect(await ana.calls.bookAgain({ scheduleSlotId })).toEqual({ slot: null });
    const { slot } = await ben.calls.bookAgain({ scheduleSlotId });
    expect(slot).toMatchObject({ userId: ana.userId, bookedByUserId: ben.userId, duration: 45 });
    for (const person of [ana, ben]) expect(await upcoming(person, clock.now())).toEqual([next]);
  });

  test('is offered to both at the time on the clock of the owner, as it is booked then', async () => {
    // New York changes its clocks in the week between, Berlin later.
    const { ana, ben, scheduleSlotId, clock } = await startAfterSession('2030-03-06T23:00:00.000Z', {
      owner: 'America/New_York',
      booker: 'Europe/Berlin',
    });
    for (const person of [ana, ben]) {
      const { slots } = await person.calls.listAppointments({ start: new Date('2030-03-06T22:00:00.000Z') });
      expect(slots.map(({ again }) => again?.startsAt.toISOString())).toEqual(['2030-03-13T22:00:00.000Z']);
    }
    for (const person of [ana, ben]) await person.calls.bookAgain({ scheduleSlotId });
    expect(await upcoming(ana, clock.now())).toEqual(['2030-03-13T22:00:00.000Z']);
  });

  test('is booked when both have asked, in either order and at once, one time, with mails as for any booking', async () => {
    const { ana, ben, scheduleSlotId, runJobs, sent, inHours } =
      await startAfterSession('2030-03-06T10:00:00Z');
    const offerOf = async (person: Persona) =>
      (await person.calls.listAppointments({ start: inHours(-9) })).slots.find(
        (slot) => slot.scheduleSlotId === scheduleSlotId,
      )?.again;
    const startsAt = new Date('2030-03-13T10:00:00Z');
    expect(await offerOf(ana)).toEqual({ startsAt, isAsked: false, isWanted: false });
    await ben.calls.bookAgain({ scheduleSlotId });
    await ben.calls.bookAgain({ scheduleSlotId });
    expect(await offerOf(ana)).toEqual({ startsAt, isAsked: false, isWanted: true });
    expect(await offerOf(ben)).toEqual({ startsAt, isAsked: true, isWanted: false });
    await runJobs();
    const before = sent().length;
    const answers = await Promise.all(
      [ana, ben, ana, ben].map((person) => person.calls.bookAgain({ scheduleSlotId })),
    );
    const ids = new Set(answers.map(({ slot }) => slot?.scheduleSlotId).filter(Boolean));
    expect(ids.size).toBe(1);
    expect(await upcoming(ben, inHours(1))).toEqual([startsAt.toISOString()]);
    expect([await offerOf(ana), await offerOf(ben)]).toEqual([null, null]);
    await runJobs();
    // One to the slot owner, one to the guest.
    expect(sent().length).toBe(before + 2);
  });

  test('is for the two alone, from the start on and as long as that time lies ahead', async () => {
    const { ana, ben, chen, scheduleSlotId, inHours, clock, signInAll } =
      await startAfterSession('2030-03-06T10:00:00Z');
    const ask = (person: Persona, slotId = scheduleSlotId) =>
      refusalOf(person.calls.bookAgain({ scheduleSlotId: slotId }));
    expect(await ask(chen)).toMatchObject({ code: 4001 });
    const later = await ana.calls.createSlot({ startsAt: inHours(1), duration: 15 });
    expect(await ask(ana, later.scheduleSlotId)).toMatchObject({ code: 4001 });
    await ben.calls.bookSlot({ userId: ana.userId, scheduleSlotId: later.scheduleSlotId });
    expect(await ask(ana, later.scheduleSlotId)).toMatchObject({
      code: 3000,
      message: 'This session has not begun yet.',
    });
    clock.set('2030-03-13T10:00:00Z');
    expect(await ask((await signInAll()).ana)).toMatchObject({
      code: 3000,
      message: 'That time has passed already.',
    });
  });

  test('is refused to either where one of them has something else then, and takes a free slot that is the same', async () => {
    const { ana, ben, chen: other, scheduleSlotId } = await startAfterSession('2030-03-06T10:00:00Z');
    const ask = (person: Persona) => refusalOf(person.calls.bookAgain({ scheduleSlotId }));
    const at = (time: string) => new Date(`2030-03-13T${time}:00Z`);
    const busy = await other.calls.createSlot({ startsAt: at('10:30'), duration: 30 });
    await ben.calls.bookSlot({ userId: other.userId, scheduleSlotId: busy.scheduleSlotId });
    expect(await ask(ana)).toMatchObject({ message: 'Your partner is not free at this time next week.' });
    expect(await ask(ben)).toMatchObject({ message: 'You have another session at this time.' });
    await ben.calls.cancelBooking({ userId: other.userId, scheduleSlotId: busy.scheduleSlotId });
    const odd = await ana.calls.createSlot({ startsAt: at('10:30'), duration: 15 });
    expect(await ask(ana)).toMatchObject({ message: 'Another free time of yours overlaps with it.' });
    expect(await ask(ben)).toMatchObject({ message: 'Your partner is not free at this time next week.' });
    await ana.calls.deleteSlot({ scheduleSlotId: odd.scheduleSlotId });
    const same = await ana.calls.createSlot({ startsAt: at('10:00'), duration: 45 });
    await ben.calls.bookAgain({ scheduleSlotId });
    expect((await ana.calls.bookAgain({ scheduleSlotId })).slot).toMatchObject({
      scheduleSlotId: same.scheduleSlotId,
      bookedByUserId: ben.userId,
    });
  });

  test('is offered and can be asked for from the moment of the start on, whatever other members do then', async () => {
    const { ana, ben, chen, clock, signInAll, signUp } = await startAfterSession('2030-03-06T10:00:00Z');
    const startsAt = new Date('2030-03-07T10:00:00Z');
    const { scheduleSlotId } = await ana.calls.createSlot({ startsAt, duration: 15 });
    await ben.calls.bookSlot({ userId: ana.userId, scheduleSlotId });
    // Two others meet at the same time a week later.
    const dia = await signUp('dia@example.org', { name: 'Dia', description: 'Hi' });
    const next = new Date('2030-03-14T10:00:00Z');
    await dia.calls.bookSlot(await chen.calls.createSlot({ startsAt: next, duration: 15 }));
    const offers = async (person: Persona) =>
      (await person.calls.listAppointments({ start: startsAt })).slots
        .filter((slot) => slot.scheduleSlotId === scheduleSlotId)
        .map(({ again }) => again);
    clock.set(new Date(startsAt.getTime() - 1));
    expect(await offers((await signInAll()).ana)).toEqual([null]);
    clock.set(startsAt);
    const people = await signInAll();
    expect(await offers(people.ana)).toEqual([{ startsAt: next, isAsked: false, isWanted: false }]);
    expect(await people.ana.calls.bookAgain({ scheduleSlotId })).toEqual({ slot: null });
    clock.set(next);
    expect(await offers((await signInAll()).ana)).toEqual([null]);
  });

  test('is refused where somebody else has booked exactly this time', async () => {
    const { ana, ben, chen, scheduleSlotId } = await startAfterSession('2030-03-06T10:00:00Z');
    const same = { startsAt: new Date('2030-03-13T10:00:00Z'), duration: 45 };
    await chen.calls.bookSlot(await ana.calls.createSlot(same));
    const ask = (person: Persona) => refusalOf(person.calls.bookAgain({ scheduleSlotId }));
    expect(await ask(ana)).toMatchObject({ message: 'You have another session at this time.' });
    expect(await ask(ben)).toMatchObject({ message: 'Your partner is not free at this time next week.' });
  });

  test('is no matter of the notice and buffer of its owner, reaches both, and needs both again once cancelled', async () => {
    const { ana, ben, chen, scheduleSlotId, platform } = await startAfterSession('2030-03-06T10:00:00Z');
    await ana.calls.setWeeklyHours({
      timeZone: 'UTC',
      rules: [],
      minNoticeHours: 0,
      bufferMinutes: 60,
      weeksAhead: 1,
    });
    const close = await ana.calls.createSlot({ startsAt: new Date('2030-03-13T11:00:00Z'), duration: 15 });
    await chen.calls.bookSlot(close);
    const told: unknown[] = [];
    const { toUser } = platform.realtime;
    platform.realtime.toUser = (userId, event, packet, older) => {
      if (event === 'schedule:changed') told.push({ userId, packet });
      toUser(userId, event, packet, older);
    };
    await ben.calls.bookAgain({ scheduleSlotId });
    expect(told).toEqual([]);
    const { slot } = await ana.calls.bookAgain({ scheduleSlotId });
    const packet = { scheduleSlotId: slot?.scheduleSlotId, change: 'booked', byUserId: ana.userId };
    expect(told).toEqual([ana, ben].map(({ userId }) => ({ userId, packet })));
    await ana.calls.bookAgain({ scheduleSlotId });
    expect(told).toHaveLength(2);
    await ana.calls.cancelBooking(slot!);
    expect(await ana.calls.bookAgain({ scheduleSlotId })).toEqual({ slot: null });
  });

  test('counts as a booking with this partner', async () => {
    const { ana, ben, scheduleSlotId } = await startAfterSession('2030-03-06T10:00:00Z');
    for (let nth = 0; nth < 12; nth += 1) await ana.calls.bookAgain({ scheduleSlotId });
    expect(await refusalOf(ana.calls.bookAgain({ scheduleSlotId }))).toMatchObject({ code: 6001 });
    expect(await ben.calls.bookAgain({ scheduleSlotId })).toMatchObject({ slot: { userId: ana.userId } });
  });

  test('is forgotten by a block, also one that is taken back, and goes with an account', async () => {
    const { ana, ben, scheduleSlotId, prove, platform } = await startAfterSession('2030-03-06T10:00:00Z');
    await ana.calls.bookAgain({ scheduleSlotId });
    expect((await ana.calls.exportUser()).askedAgain).toMatchObject([
      { scheduleSlotId, partnerUserId: ben.userId },
    ]);
    for (const [blocker, blocked] of [[ben, ana] as const, [ana, ben] as const]) {
      await blocker.calls.blockUser({ userId: blocked.userId });
      for (const person of [ana, ben]) {
        expect(await refusalOf(person.calls.bookAgain({ scheduleSlotId }))).toMatchObject({ code: 3002 });
      }
      await blocker.calls.unblockUser({ userId: blocked.userId });
      // The earlier request no longer counts.
      expect(await ben.calls.bookAgain({ scheduleSlotId })).toEqual({ slot: null });
      await ben.calls.blockUser({ userId: ana.userId });
      await ben.calls.unblockUser({ userId: ana.userId });
      expect(await ana.calls.bookAgain({ scheduleSlotId })).toEqual({ slot: null });
    }
    await ana.calls.deleteUser({ token: await prove(ana, ana.address, 'delete-user') });
    expect(await platform.db.selectFrom('session_agains').selectAll().execute()).toEqual([]);
    expect(await refusalOf(ben.calls.bookAgain({ scheduleSlotId }))).toMatchObject({ code: 4001 });
  });
});
