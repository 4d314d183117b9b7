import { describe, expect, test } from 'vitest';
import { ban, type Meeting, refusalOf, startMeeting } from '#test/appointments';
import { parseCalendar } from '#test/calendar-parts';
import type { Persona } from '#test/personas';

/** Ana and Ben have past, current and future sessions in both directions; Ana and Chen a future one. */
async function withSessions() {
  const meeting = await startMeeting();
  const { ana, ben, chen, inHours } = meeting;
  const meet = async (owner: Persona, booker: Persona, startsAt: Date) => {
    const { scheduleSlotId } = await owner.calls.createSlot({ startsAt, duration: 30 });
    return booker.calls.bookSlot({ userId: owner.userId, scheduleSlotId });
  };
  const past = await meet(ana, ben, inHours(0.25));
  const future = await meet(ana, ben, inHours(3));
  const other = await meet(ben, ana, inHours(4));
  const withChen = await meet(chen, ana, inHours(5));
  // At the start of a session it is no longer ahead.
  meeting.clock.set(past.startsAt);
  const later = {
    ana: await meeting.again(ana),
    ben: await meeting.again(ben),
    chen: await meeting.again(chen),
  };
  return { ...meeting, ...later, past, future, other, withChen };
}

const appointmentsOf = async (person: Persona) =>
  (await person.calls.listAppointments()).slots.map(({ scheduleSlotId }) => scheduleSlotId);

const mailsSince = async (meeting: Meeting, act: () => Promise<unknown>) => {
  await meeting.runJobs();
  // By entry, not by count: the outbox drops mails of deleted accounts.
  const before = new Set(meeting.sent());
  await act();
  await meeting.runJobs();
  const news = meeting.sent().filter((mail) => !before.has(mail));
  return news.map(({ to, subject }) => `${to}: ${subject}`).toSorted();
};

const isConsistent = async ({ platform }: Meeting) => {
  const { rows } = await platform.pool.query<{ slots: number; sessions: number }>(`
    SELECT (SELECT count(*) * 2 FROM schedule_slots WHERE booked_by_user_id IS NOT NULL) AS slots,
      (SELECT count(*) FROM schedule_sessions JOIN schedule_slots AS slot USING (schedule_slot_id)
        WHERE schedule_sessions.user_id IN (slot.user_id, slot.booked_by_user_id)) AS sessions`);
  return rows[0]?.slots === rows[0]?.sessions;
};

// Rules: docs/specification/people.md#blocking
describe('a block', () => {
  test('cancels the future bookings between the two, both ways, and no other', async () => {
    const meeting = await withSessions();
    const { ana, ben, chen, past, withChen } = meeting;
    const heard: string[] = [];
    (await ben.connect()).on('schedule:changed', ({ change, byUserId }) =>
      heard.push(`${change} ${byUserId === ana.userId}`),
    );
    const mails = await mailsSince(meeting, () => ana.calls.blockUser({ userId: ben.userId }));
    expect(mails).toEqual(['ben@example.org: Ana cancelled 2 sessions with you']);
    expect(await appointmentsOf(ana)).toEqual([past.scheduleSlotId, withChen.scheduleSlotId]);
    expect(await appointmentsOf(ben)).toEqual([past.scheduleSlotId]);
    expect(await appointmentsOf(chen)).toEqual([withChen.scheduleSlotId]);
    expect(await isConsistent(meeting)).toBe(true);
    await expect.poll(() => heard).toEqual(['cancelled true', 'cancelled true']);
  });

  test('is stronger than a booking that runs at the same time', async () => {
    const meeting = await startMeeting();
    const { ana, ben, inHours } = meeting;
    for (let round = 0; round < 10; round += 1) {
      const { scheduleSlotId } = await ana.calls.createSlot({ startsAt: inHours(round + 1), duration: 30 });
      await Promise.all([
        refusalOf(ben.calls.bookSlot({ userId: ana.userId, scheduleSlotId })),
        ana.calls.blockUser({ userId: ben.userId }),
      ]);
      expect(await appointmentsOf(ana)).toEqual([]);
      expect(await refusalOf(ben.calls.bookSlot({ userId: ana.userId, scheduleSlotId }))).toMatchObject({
        code: 3002,
      });
      await ana.calls.unblockUser({ userId: ben.userId });
    }
  });
});

// Rules: docs/specification/moderation.md#ban
describe('a ban', () => {
  test('cancels all future bookings, tells the counterparts and hides the slots', async () => {
    const meeting = await withSessions();
    const { ana, ben, chen, past } = meeting;
    const mails = await mailsSince(meeting, () => ban(meeting, ana));
    expect(mails).toEqual([
      'ben@example.org: 2 sessions with Ana are cancelled',
      'chen@example.org: Your session with Ana is cancelled',
    ]);
    expect(await appointmentsOf(ben)).toEqual([past.scheduleSlotId]);
    expect(await appointmentsOf(chen)).toEqual([]);
    expect(await isConsistent(meeting)).toBe(true);
  });

  test('leaves no booking behind that runs at the same time', async () => {
    const meeting = await startMeeting();
    const { ben, inHours } = meeting;
    for (let round = 0; round < 10; round += 1) {
      const owner = await meeting.signUp(`owner${round}@example.org`, { name: 'Owner', description: 'Hi' });
      const { scheduleSlotId } = await owner.calls.createSlot({ startsAt: inHours(1), duration: 30 });
      const answers = await Promise.all([
        refusalOf(ben.calls.bookSlot({ userId: owner.userId, scheduleSlotId })),
        ban(meeting, owner),
      ]);
      expect([undefined, 4001]).toContain((answers[0] as { code?: number }).code);
      expect(await appointmentsOf(ben)).toEqual([]);
    }
  });
});

// Rules: docs/specification/account.md#deletion
describe('the deletion of an account', () => {
  test('tells the counterparts without naming the person and leaves no row behind', async () => {
    const meeting = await withSessions();
    const { ana, ben, chen, platform, prove } = meeting;
    await ana.calls.createCalendarFeed();
    const { url } = await ben.calls.createCalendarFeed();
    await meeting.runJobs();
    meeting.clock.advance({ minutes: 1 });
    const token = await prove(ana, ana.address, 'delete-user');
    const mails = await mailsSince(meeting, () => ana.calls.deleteUser({ token }));
    expect(mails).toEqual([
      'ana@example.org: Your Parlance account was deleted',
      'ben@example.org: 2 sessions are cancelled',
      'chen@example.org: Your session is cancelled',
    ]);
    for (const { text } of meeting.sent().filter(({ subject }) => subject?.includes('cancelled'))) {
      expect(text).toContain('Your partner has closed their account');
    }
    expect(await appointmentsOf(ben)).toEqual([]);
    expect(await appointmentsOf(chen)).toEqual([]);
    for (const table of ['schedule_slots', 'schedule_sessions', 'schedule_cancellations', 'waiting_mails']) {
      const { rows } = await platform.pool.query(`SELECT row_to_json(t)::text AS text FROM ${table} AS t`);
      expect(
        rows.filter(({ text }) => text.includes(ana.userId)),
        table,
      ).toEqual([]);
    }
    expect(await isConsistent(meeting)).toBe(true);
    // In the calendar of the other side what was ahead is cancelled, without the name and the address of the person.
    const feed = await (await meeting.visitor().send('GET', new URL(url).pathname)).text();
    expect(
      parseCalendar(feed).events.map(({ summary, status, url: link }) => [summary, status, link]),
    ).toEqual(Array(2).fill(['Cancelled: Language exchange', 'CANCELLED', null]));
  });

  test('does not lock up with bookings that run at the same time', async () => {
    const meeting = await startMeeting();
    const { ben, chen, prove } = meeting;
    const startsAt = meeting.inHours(1);
    for (let round = 0; round < 5; round += 1) {
      const owner = await meeting.signUp(`owner${round}@example.org`, { name: 'Owner', description: 'Hi' });
      const { scheduleSlotId } = await owner.calls.createSlot({ startsAt, duration: 30 });
      meeting.clock.advance({ minutes: 1 });
      const token = await prove(owner, owner.address, 'delete-user');
      const book = (person: Persona) =>
        refusalOf(person.calls.bookSlot({ userId: owner.userId, scheduleSlotId }));
      const answers = await Promise.all([book(ben), owner.calls.deleteUser({ token }), book(chen)]);
      for (const answer of [answers[0], answers[2]] as Array<{ code?: number }>) {
        expect([undefined, 3000, 4001]).toContain(answer.code);
      }
      expect(await appointmentsOf(ben)).toEqual([]);
      expect(await appointmentsOf(chen)).toEqual([]);
    }
  });
});
