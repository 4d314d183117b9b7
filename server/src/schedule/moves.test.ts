import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { ban, refusalOf, startMeeting } from '#test/appointments';
import { parseCalendar } from '#test/calendar-parts';
import { openPage } from '#test/call-session';

const taken = { statusCode: 403, code: 3000, message: 'This slot is no longer available.' };
const overlap = { statusCode: 403, code: 3000, message: 'You have another session at this time.' };
const started = { statusCode: 403, code: 3000, message: 'This session has already started.' };
const notFound = { statusCode: 404, code: 4001, message: 'The requested resource was not found.' };

/** Ben has booked Ana's slot in 30 hours; another of hers, in 50 hours, is free. */
async function startMoving() {
  const meeting = await startMeeting();
  const { ana, ben, inHours } = meeting;
  const publish = async (hours: number, duration = 30) =>
    (await ana.calls.createSlot({ startsAt: inHours(hours), duration })).scheduleSlotId;
  const from = await publish(30);
  const to = await publish(50);
  await ben.calls.bookSlot({ userId: ana.userId, scheduleSlotId: from });
  const move = (person = ben, toScheduleSlotId = to, scheduleSlotId = from) =>
    person.calls.moveBooking({ userId: ana.userId, scheduleSlotId, toScheduleSlotId });
  const sessionsOf = async ({ calls }: typeof ben) =>
    (await calls.listAppointments()).slots.map((slot) => slot.scheduleSlotId);
  return { ...meeting, publish, from, to, move, sessionsOf };
}

// Rules: docs/specification/schedule.md#rescheduling
describe('moving a booking to another slot', () => {
  test('takes the new slot and frees the old one; a repeat answers the same', async () => {
    const { ana, ben, chen, from, to, move, sessionsOf, inHours } = await startMoving();
    const moved = await move();
    expect(moved).toMatchObject({ scheduleSlotId: to, startsAt: inHours(50), bookedByUserId: ben.userId });
    expect(await move()).toEqual(moved);
    for (const person of [ana, ben]) expect(await sessionsOf(person)).toEqual([to]);
    const free = (await ana.calls.listOwnSlots()).slots.filter(({ isBooked }) => !isBooked);
    expect(free.map(({ scheduleSlotId }) => scheduleSlotId)).toEqual([from]);
    await chen.calls.bookSlot({ userId: ana.userId, scheduleSlotId: from });
    expect(await refusalOf(move())).toEqual({ answer: moved });
  });

  test('is for the guest alone; a slot of another owner, an unknown one and a foreign booking are not found', async () => {
    const { ana, ben, chen, from, to, move, sessionsOf, inHours } = await startMoving();
    expect(await refusalOf(move(chen))).toEqual(notFound);
    expect(await refusalOf(move(ana))).toMatchObject({ statusCode: 403, code: 3000 });
    const other = await chen.calls.createSlot({ startsAt: inHours(60), duration: 30 });
    expect(await refusalOf(move(ben, other.scheduleSlotId))).toEqual(notFound);
    expect(await refusalOf(move(ben, chen.userId))).toEqual(notFound);
    expect(await refusalOf(move(ben, from, to))).toMatchObject({ answer: { scheduleSlotId: from } });
    expect(await sessionsOf(ben)).toEqual([from]);
  });

  test('a taken, past or conflicting slot is refused and the guest keeps the old one', async () => {
    const { ana, ben, chen, from, to, publish, move, sessionsOf, inHours } = await startMoving();
    await chen.calls.bookSlot({ userId: ana.userId, scheduleSlotId: to });
    expect(await refusalOf(move())).toEqual(taken);
    const third = await publish(70);
    const { scheduleSlotId } = await chen.calls.createSlot({ startsAt: inHours(70), duration: 15 });
    await ben.calls.bookSlot({ userId: chen.userId, scheduleSlotId });
    expect(await refusalOf(move(ben, third))).toEqual(overlap);
    expect(await sessionsOf(ben)).toEqual([from, scheduleSlotId]);
  });

  test('a slot that the guest has booked as well is a session of its own', async () => {
    const { ana, ben, from, to, move, sessionsOf } = await startMoving();
    await ben.calls.bookSlot({ userId: ana.userId, scheduleSlotId: to });
    expect(await refusalOf(move())).toEqual(overlap);
    expect(await sessionsOf(ben)).toEqual([from, to]);
  });

  test('the session being moved does not stand in the way of its neighbour, also within the buffer', async () => {
    const { ana, ben, publish, move, sessionsOf, platform } = await startMoving();
    await sql`
      INSERT INTO weekly_hours (user_id, time_zone, rules, min_notice_hours, buffer_minutes, weeks_ahead,
        generated_until, updated_at)
      VALUES (${ana.userId}, 'UTC', '[]', 0, 15, 4, now(), now())`.execute(platform.db);
    const neighbour = await publish(30.5);
    const far = await publish(50.5);
    expect(await refusalOf(move(ben, neighbour))).toMatchObject({ answer: { scheduleSlotId: neighbour } });
    expect(await sessionsOf(ben)).toEqual([neighbour]);
    await sql`UPDATE weekly_hours SET min_notice_hours = 72`.execute(platform.db);
    await sql`UPDATE schedule_slots SET starts_at = starts_at WHERE schedule_slot_id = ${far}`.execute(
      platform.db,
    );
    expect(await refusalOf(move(ben, far, neighbour))).toEqual(taken);
  });

  test('to its own slot answers that slot and is told to nobody', async () => {
    const { ben, from, move, sessionsOf, inHours, runJobs, sent } = await startMoving();
    await runJobs();
    const before = sent().length;
    expect(await move(ben, from)).toMatchObject({ scheduleSlotId: from, startsAt: inHours(30) });
    expect(await sessionsOf(ben)).toEqual([from]);
    await runJobs();
    expect(sent()).toHaveLength(before);
  });

  test('is possible until the start, not at it', async () => {
    const { ben, clock, again, move, ana } = await startMoving();
    clock.set(new Date(clock.now().getTime() + 30 * 3_600_000));
    const later = await again(ben);
    expect(await refusalOf(move(later))).toEqual(started);
    const { slots } = await (await again(ana)).calls.listAppointments();
    expect(slots).toHaveLength(1);
  });

  test('counts as a booking with this owner', async () => {
    const { ben, from, to, move } = await startMoving();
    // One booking was made before, and the two have not written.
    for (let nth = 0; nth < 7; nth += 1) await move(ben, nth % 2 ? from : to, nth % 2 ? to : from);
    expect(await refusalOf(move(ben, from, to))).toMatchObject({ statusCode: 429, code: 6001 });
  });

  test('reaches both as moved; clients of 1.0.0 get a change that they know', async () => {
    const { ana, ben, to, move, platform } = await startMoving();
    const sent: unknown[] = [];
    const { toUser } = platform.realtime;
    platform.realtime.toUser = (userId, event, packet, older) => {
      if (event === 'schedule:changed') sent.push({ userId, packet, older });
      toUser(userId, event, packet, older);
    };
    await move();
    const event = { scheduleSlotId: to, byUserId: ben.userId };
    expect(sent).toEqual(
      [ana.userId, ben.userId].map((userId) => ({
        userId,
        packet: { ...event, change: 'moved' },
        older: { ...event, change: 'booked' },
      })),
    );
  });
});

describe('what follows a moved session', () => {
  test('the calendar entry keeps its UID with a higher SEQUENCE, and the freed slot gets another', async () => {
    const meeting = await startMoving();
    const { ana, ben, chen, from, to, move, visitor } = meeting;
    const { url } = await ben.calls.createCalendarFeed();
    const feed = async () =>
      parseCalendar(await (await visitor().send('GET', new URL(url).pathname)).text()).events;
    const eventOf = async (person: typeof ben, scheduleSlotId: string) =>
      parseCalendar(await person.calls.getAppointmentIcs({ scheduleSlotId })).events[0];
    // A cancellation of the same entry before must not stay beside the moved one.
    await ben.calls.cancelBooking({ userId: ana.userId, scheduleSlotId: from });
    await ben.calls.bookSlot({ userId: ana.userId, scheduleSlotId: from });
    const before = await eventOf(ben, from);
    await move();
    const after = await eventOf(ana, to);
    expect(after?.uid).toBe(before?.uid);
    expect(after?.sequence).toBeGreaterThan(before?.sequence ?? 0);
    expect(await feed()).toMatchObject([
      { uid: before?.uid, status: 'CONFIRMED', startsAt: after?.startsAt },
    ]);
    await chen.calls.bookSlot({ userId: ana.userId, scheduleSlotId: from });
    expect((await eventOf(chen, from))?.uid).not.toBe(before?.uid);
    await ben.calls.cancelBooking({ userId: ana.userId, scheduleSlotId: to });
    expect(await feed()).toMatchObject([{ uid: before?.uid, status: 'CANCELLED' }]);
  });

  test('both are mailed the new time, and only it reminds', async () => {
    const meeting = await startMoving();
    const { from, to, clock, move, runJobs, sent, platform } = meeting;
    await runJobs();
    const seen = sent().length;
    await move();
    const reminders = await platform.db
      .selectFrom('waiting_mails')
      .select('subject_id')
      .where('kind', 'like', 'reminder%')
      .execute();
    expect(reminders).toEqual(Array(4).fill({ subject_id: to }));
    await runJobs();
    const news = () => sent().slice(0, sent().length - seen);
    const lines = () =>
      news()
        .map(({ to, subject }) => `${to}: ${subject}`)
        // The daily digest names the session as well.
        .filter((line) => /new time|coming up/.test(line))
        .toSorted();
    expect(lines()).toEqual([
      'ana@example.org: Your session with Ben has a new time',
      'ben@example.org: Your session with Ana has a new time',
    ]);
    const files = news().map(({ attachments }) => parseCalendar(attachments[0]?.content ?? ''));
    expect(files).toMatchObject(Array(2).fill({ method: 'REQUEST', events: [{ uid: `${from}@parlance` }] }));
    // A day before the old time, then a day before the new one.
    clock.advance({ hours: 6 });
    await runJobs();
    expect(lines()).toHaveLength(2);
    clock.advance({ hours: 20 });
    await runJobs();
    expect(lines()).toContain('ana@example.org: Your session with Ben is coming up');
    expect(lines()).toHaveLength(4);
  });

  test('a move and a booking that are told together are told apart', async () => {
    const { ana, ben, publish, move, runJobs, sent } = await startMoving();
    await runJobs();
    const third = await publish(70);
    await move();
    await ben.calls.bookSlot({ userId: ana.userId, scheduleSlotId: third });
    await runJobs();
    const mail = sent().find(({ to }) => to === ana.address);
    expect(mail?.subject).toBe('2 sessions with Ben have changed');
    expect(mail?.text).toContain('New time: Thursday, March 7, 2030, 11:00–11:30');
    expect(mail?.text).toContain('Booked: Friday, March 8, 2030, 07:00–07:30');
  });

  test('a booking that moves before its mail went out is told once, at its new time', async () => {
    const { inHours, move, runJobs, sent } = await startMoving();
    await move();
    await runJobs();
    const mails = sent().filter(({ subject }) => subject?.includes('booked'));
    expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
      'Ben booked a session with you',
      'Your session with Ana is booked',
    ]);
    for (const { attachments } of mails)
      expect(parseCalendar(attachments[0]?.content ?? '').events).toMatchObject([{ startsAt: inHours(50) }]);
    expect(sent().filter(({ subject }) => subject?.includes('new time'))).toEqual([]);
  });

  test('a call that somebody joined early ends, and nothing of it stays with the slot', async () => {
    const { ana, ben, from, clock, again, move, platform } = await startMoving();
    clock.set(new Date(clock.now().getTime() + (30 * 60 - 3) * 60_000));
    const [owner, guest] = [await again(ana), await again(ben)];
    const page = await openPage(owner, from);
    await page.join();
    await move(guest);
    const rows = await platform.db.selectFrom('calls').select('schedule_slot_id').execute();
    expect(rows).toEqual([]);
  });

  test('a ban of the guest after the move releases the new slot', async () => {
    const meeting = await startMoving();
    const { ana, ben, move, sessionsOf } = meeting;
    await move();
    await ban(meeting, ben);
    expect(await sessionsOf(ana)).toEqual([]);
  });
});
