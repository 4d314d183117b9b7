import { describe, expect, test } from 'vitest';
import { refusalOf, startMeeting } from '#test/appointments';
import { parseCalendar } from '#test/calendar-parts';

const refused = (message: string) => ({ statusCode: 403, code: 3000, message });
const closed = refused('This suggestion is no longer open.');
const notFound = { statusCode: 404, code: 4001, message: 'The requested resource was not found.' };

/** Ben has booked Ana's slot in 30 hours. */
async function startProposing() {
  const meeting = await startMeeting();
  const { ana, ben, inHours } = meeting;
  const { scheduleSlotId } = await ana.calls.createSlot({ startsAt: inHours(30), duration: 30 });
  await ben.calls.bookSlot({ userId: ana.userId, scheduleSlotId });
  const propose = (hours: number, person = ana) =>
    person.calls.proposeMove({ scheduleSlotId, startsAt: inHours(hours) });
  const answer = (accept: boolean, person = ben) => person.calls.answerMove({ scheduleSlotId, accept });
  const sessionsOf = async ({ calls }: typeof ben) =>
    (await calls.listAppointments()).slots.map(({ startsAt, proposedStartsAt }) => ({
      startsAt,
      proposedStartsAt,
    }));
  return { ...meeting, scheduleSlotId, propose, answer, sessionsOf };
}

// Rules: docs/specification/schedule.md#rescheduling
describe('another time that the owner proposes', () => {
  test('is shown to both; a second one replaces it, and declining changes nothing else', async () => {
    const { ana, ben, propose, answer, sessionsOf, inHours, runJobs, sent } = await startProposing();
    await propose(50);
    await propose(52);
    await propose(52);
    for (const person of [ana, ben])
      expect(await sessionsOf(person)).toEqual([{ startsAt: inHours(30), proposedStartsAt: inHours(52) }]);
    await runJobs();
    const subjects = () => sent().map(({ to, subject }) => `${to}: ${subject}`);
    expect(subjects().filter((line) => /suggests/.test(line))).toEqual([
      'ben@example.org: Ana suggests another time',
    ]);
    await propose(52);
    await runJobs();
    expect(subjects().filter((line) => /suggests/.test(line))).toHaveLength(1);
    expect(await answer(false)).toMatchObject({ startsAt: inHours(30), bookedByUserId: ben.userId });
    expect(await sessionsOf(ana)).toEqual([{ startsAt: inHours(30), proposedStartsAt: null }]);
    expect(await refusalOf(answer(true))).toEqual(closed);
    await runJobs();
    expect(subjects()[0]).toBe('ana@example.org: Ben would like to keep the time of your session');
  });

  test('moves the booking on acceptance, to a free slot of that time or a new one', async () => {
    const { ana, ben, propose, answer, sessionsOf, inHours } = await startProposing();
    const free = await ana.calls.createSlot({ startsAt: inHours(50), duration: 30 });
    await propose(50);
    const moved = await answer(true);
    expect(moved).toMatchObject({ scheduleSlotId: free.scheduleSlotId, bookedByUserId: ben.userId });
    await ana.calls.proposeMove({ scheduleSlotId: moved.scheduleSlotId, startsAt: inHours(70) });
    const made = await ben.calls.answerMove({ scheduleSlotId: moved.scheduleSlotId, accept: true });
    expect(made).toMatchObject({ startsAt: inHours(70), duration: 30 });
    expect(await sessionsOf(ben)).toEqual([{ startsAt: inHours(70), proposedStartsAt: null }]);
  });

  test('that overlaps the present time shifts the slot itself, and its calendar entry', async () => {
    const { ana, scheduleSlotId, propose, answer, sessionsOf, inHours } = await startProposing();
    await propose(30.25);
    expect(await answer(true)).toMatchObject({ scheduleSlotId, startsAt: inHours(30.25) });
    expect(await sessionsOf(ana)).toEqual([{ startsAt: inHours(30.25), proposedStartsAt: null }]);
    const { events } = parseCalendar(await ana.calls.getAppointmentIcs({ scheduleSlotId }));
    expect(events).toMatchObject([
      { uid: `${scheduleSlotId}@parlance`, sequence: 2, startsAt: inHours(30.25) },
    ]);
  });

  test('may be within the notice and the buffer of the owner, who chose it', async () => {
    const { ana, chen, propose, answer, inHours } = await startProposing();
    const { scheduleSlotId } = await ana.calls.createSlot({ startsAt: inHours(51), duration: 30 });
    await chen.calls.bookSlot({ userId: ana.userId, scheduleSlotId });
    const limits = { minNoticeHours: 72, bufferMinutes: 60, weeksAhead: 1 };
    await ana.calls.setWeeklyHours({ timeZone: 'Europe/Berlin', rules: [], ...limits });
    await propose(50);
    expect(await answer(true)).toMatchObject({ startsAt: inHours(50) });
  });

  test('that begins when the present one ends is another slot, and the present one is free again', async () => {
    const { ana, scheduleSlotId, propose, answer, inHours } = await startProposing();
    await propose(30.5);
    const moved = await answer(true);
    expect(moved.startsAt).toEqual(inHours(30.5));
    expect(moved.scheduleSlotId).not.toBe(scheduleSlotId);
    const { slots } = await ana.calls.listOwnSlots();
    expect(slots).toMatchObject([
      { scheduleSlotId, isBooked: false },
      { scheduleSlotId: moved.scheduleSlotId, isBooked: true },
    ]);
  });

  test('reaches both at once, with its answer, and the mail to the guest has both times', async () => {
    const { ana, ben, propose, answer, platform, scheduleSlotId, runJobs, sent } = await startProposing();
    const told: unknown[] = [];
    const { toUser } = platform.realtime;
    platform.realtime.toUser = (userId, event, packet, older) => {
      if (event === 'schedule:changed') told.push({ userId, packet });
      toUser(userId, event, packet, older);
    };
    const toBoth = (change: string, byUserId: string) =>
      [ana, ben].map(({ userId }) => ({ userId, packet: { scheduleSlotId, change, byUserId } }));
    await propose(50);
    expect(told.splice(0)).toEqual(toBoth('move-proposed', ana.userId));
    await runJobs();
    const mail = sent().find(({ subject }) => subject?.includes('suggests'));
    expect(mail?.to).toBe(ben.address);
    expect(mail?.text).toMatch(/Suggested: Thursday, March 7, 2030, 11:00/);
    expect(mail?.text).toMatch(/Until now: Wednesday, March 6, 2030, 15:00/);
    expect(mail?.attachments).toEqual([]);
    await answer(false);
    expect(told.splice(0)).toEqual(toBoth('move-declined', ben.userId));
    // Answered before its mail went out: there is nothing to answer any more.
    await propose(52);
    await answer(false);
    await runJobs();
    expect(sent().filter(({ subject }) => subject?.includes('suggests'))).toHaveLength(1);
  });

  test('counts as a booking with this guest', async () => {
    const { propose } = await startProposing();
    for (let nth = 0; nth < 8; nth += 1) await propose(50 + nth);
    expect(await refusalOf(propose(60))).toMatchObject({ statusCode: 429, code: 6001 });
  });

  test('is closed once the proposed time has come, although the session is still ahead', async () => {
    const { ben, propose, answer, clock, inHours, again } = await startProposing();
    await propose(10);
    const proposed = inHours(10);
    clock.set(new Date(proposed.getTime() - 1));
    const seen = async () => (await (await again(ben)).calls.listAppointments()).slots[0]?.proposedStartsAt;
    expect(await seen()).toEqual(proposed);
    clock.set(proposed);
    expect(await seen()).toBeNull();
    expect(await refusalOf(answer(true, await again(ben)))).toEqual(closed);
  });

  test('is for the owner to make and for the guest to answer', async () => {
    const { ana, ben, chen, propose, answer } = await startProposing();
    expect(await refusalOf(propose(50, ben))).toMatchObject({ statusCode: 403, code: 3000 });
    expect(await refusalOf(propose(50, chen))).toEqual(notFound);
    await propose(50);
    expect(await refusalOf(answer(true, ana))).toMatchObject({ statusCode: 403, code: 3000 });
    expect(await refusalOf(answer(true, chen))).toEqual(notFound);
  });

  test('is refused for the same time, a past or odd one, and where either is busy', async () => {
    const { ana, ben, chen, propose, inHours } = await startProposing();
    expect(await refusalOf(propose(30))).toEqual(refused('This is the time of the session already.'));
    expect(await refusalOf(propose(-1))).toMatchObject({ fields: { startsAt: 'Must be in the future' } });
    expect(await refusalOf(propose(50.1))).toMatchObject({ statusCode: 400 });
    const book = async (guest: typeof ben, hours: number) => {
      const { userId, scheduleSlotId } = await chen.calls.createSlot({
        startsAt: inHours(hours),
        duration: 30,
      });
      await guest.calls.bookSlot({ userId, scheduleSlotId });
    };
    await book(ana, 60);
    await book(ben, 64);
    await ana.calls.createSlot({ startsAt: inHours(68), duration: 60 });
    expect(await refusalOf(propose(60))).toEqual(refused('You have another session at this time.'));
    expect(await refusalOf(propose(64))).toEqual(refused('Your partner is not free at this time.'));
    expect(await refusalOf(propose(68))).toEqual(refused('Another free time of yours overlaps with it.'));
  });

  test('that was taken meanwhile is refused on acceptance and the session stays', async () => {
    const { ana, ben, chen, propose, answer, sessionsOf, inHours } = await startProposing();
    const { scheduleSlotId } = await ana.calls.createSlot({ startsAt: inHours(50), duration: 30 });
    await propose(50);
    await chen.calls.bookSlot({ userId: ana.userId, scheduleSlotId });
    expect(await refusalOf(answer(true))).toEqual(refused('This slot is no longer available.'));
    expect(await sessionsOf(ben)).toMatchObject([{ startsAt: inHours(30) }]);
    // The guest is told of the own session.
    await propose(54);
    await ben.calls.bookSlot(await chen.calls.createSlot({ startsAt: inHours(54), duration: 15 }));
    expect(await refusalOf(answer(true))).toEqual(refused('You have another session at this time.'));
  });

  test('expires at the start of the session, and never passes to the next booking', async () => {
    const meeting = await startProposing();
    const { ana, ben, chen, scheduleSlotId, propose, answer, clock, again, inHours, platform } = meeting;
    const slot = { userId: ana.userId, scheduleSlotId };
    await propose(50);
    await ben.calls.cancelBooking(slot);
    await chen.calls.bookSlot(slot);
    expect((await chen.calls.listAppointments()).slots).toMatchObject([{ proposedStartsAt: null }]);
    expect(await refusalOf(answer(true, chen))).toEqual(closed);
    // A node of 1.0.0 cancels without clearing the proposal, which was made at sequence 1.
    await platform.db
      .updateTable('schedule_slots')
      .set({ proposed_starts_at: inHours(50), proposed_sequence: 1 })
      .where('schedule_slot_id', '=', scheduleSlotId)
      .execute();
    expect((await chen.calls.listAppointments()).slots).toMatchObject([{ proposedStartsAt: null }]);
    expect(await refusalOf(answer(true, chen))).toEqual(closed);
    await ana.calls.proposeMove({ scheduleSlotId, startsAt: inHours(50) });
    clock.set(inHours(30));
    const guest = await again(chen);
    expect((await guest.calls.listAppointments()).slots).toMatchObject([{ proposedStartsAt: null }]);
    expect(await refusalOf(answer(true, guest))).toEqual(refused('This session has already started.'));
  });
});
