import { describe, expect, test } from 'vitest';
import { type AfterSession, ban, refusalOf, startAfterSession } from '#test/appointments';
import type { Persona } from '#test/personas';
import { bookDueWeeks } from './series.jobs.ts';

const firstStart = '2030-03-06T10:00:00Z';
const days = (...list: string[]) => list.map((day) => `2030-${day}T10:00:00.000Z`);
const four = days('03-13', '03-20', '03-27', '04-03');

const ahead = async ({ calls }: Persona, { clock }: AfterSession) =>
  (await calls.listAppointments({ start: clock.now() })).slots;
const startsAhead = async (person: Persona, meeting: AfterSession) =>
  (await ahead(person, meeting)).map(({ startsAt }) => startsAt.toISOString());

/** Both have agreed to a weekly series; `weeks` are the sessions ahead. */
async function startSeries() {
  const meeting = await startAfterSession(firstStart);
  const { ana, ben, scheduleSlotId } = meeting;
  await ben.calls.meetWeekly({ scheduleSlotId });
  await ana.calls.meetWeekly({ scheduleSlotId });
  const weeks = (await ahead(ana, meeting)).map((slot) => ({
    userId: ana.userId,
    scheduleSlotId: slot.scheduleSlotId,
  }));
  const [first, second] = weeks;
  if (!first || !second) throw new Error('no week was booked');
  return { ...meeting, weeks, first, second };
}

const ownSlots = async ({ calls }: Persona, { clock }: AfterSession) =>
  (await calls.listOwnSlots({ start: clock.now() })).slots.map(({ startsAt }) => startsAt.toISOString());

describe('one week of a series that is called off', () => {
  test.each(['ana', 'ben'] as const)(
    'by %s does not come back, is told, and the rest goes on',
    async (who) => {
      const meeting = await startSeries();
      const { second, clock, runJobs, sent } = meeting;
      await runJobs();
      const before = sent().length;
      await meeting[who].calls.cancelBooking(second);
      await runJobs();
      const other = who === 'ana' ? meeting.ben : meeting.ana;
      const mails = sent().slice(0, sent().length - before);
      expect(mails.map(({ to, subject }) => [to, subject?.endsWith('cancelled your session')])).toEqual([
        [other.address, true],
      ]);
      expect((await ahead(meeting.ana, meeting)).map(({ weekly }) => weekly)).toEqual([
        { state: 'agreed', leftOut: [] },
        { state: 'agreed', leftOut: [{ startsAt: new Date(four[1] ?? ''), reason: 'skipped' }] },
        { state: 'agreed', leftOut: [] },
      ]);
      // A slot created for the series is not offered to others.
      expect(await ownSlots(meeting.ana, meeting)).toEqual(days('03-13', '03-27', '04-03'));
      clock.set('2030-03-13T11:00:00Z');
      await runJobs();
      const later = await meeting.signInAll();
      for (const person of [later.ana, later.ben]) {
        expect(await startsAhead(person, meeting)).toEqual(days('03-27', '04-03', '04-10'));
      }
    },
  );

  test('leaves a time that its owner had published as it was', async () => {
    const meeting = await startAfterSession(firstStart);
    const { ana, ben, scheduleSlotId } = meeting;
    const own = await ana.calls.createSlot({ startsAt: new Date(four[1] ?? ''), duration: 45 });
    await ben.calls.meetWeekly({ scheduleSlotId });
    await ana.calls.meetWeekly({ scheduleSlotId });
    expect((await ahead(ben, meeting))[1]).toMatchObject({ scheduleSlotId: own.scheduleSlotId });
    await ben.calls.endWeekly({ scheduleSlotId });
    expect(await ownSlots(ana, meeting)).toEqual([four[1]]);
  });
});

describe('a week in which one of the two has something else', () => {
  test.each([
    ['the owner has a session', 'ana'],
    ['who books has a session', 'ben'],
  ] as const)('is left out and told where %s', async (_, who) => {
    const meeting = await startAfterSession(firstStart);
    const { ana, ben, chen, scheduleSlotId, clock, runJobs } = meeting;
    const busy = await chen.calls.createSlot({ startsAt: new Date('2030-03-20T10:30:00Z'), duration: 30 });
    await meeting[who].calls.bookSlot({ userId: chen.userId, scheduleSlotId: busy.scheduleSlotId });
    await ana.calls.meetWeekly({ scheduleSlotId });
    await ben.calls.meetWeekly({ scheduleSlotId });
    const weekly = (await ahead(ben, meeting)).filter(({ bookedByUserId, userId }) =>
      [ana.userId, ben.userId].every((id) => [bookedByUserId, userId].includes(id)),
    );
    expect(weekly.map(({ startsAt }) => startsAt.toISOString())).toEqual(days('03-13', '03-27', '04-03'));
    expect(weekly[1]?.weekly?.leftOut).toEqual([{ startsAt: new Date(four[1] ?? ''), reason: 'busy' }]);
    // Each week is decided once: a time that becomes free later is not booked.
    await meeting[who].calls.cancelBooking({ userId: chen.userId, scheduleSlotId: busy.scheduleSlotId });
    clock.advance({ days: 7 });
    await runJobs();
    expect(await startsAhead((await meeting.signInAll()).ana, meeting)).toEqual(
      days('03-27', '04-03', '04-10'),
    );
  });

  test('is left out by the job, too, and where another free time of the owner overlaps', async () => {
    const meeting = await startSeries();
    const { ana, ben, chen, clock, runJobs } = meeting;
    const at = (moment: string) => new Date(moment);
    await ana.calls.createSlot({ startsAt: at('2030-04-10T09:45:00Z'), duration: 30 });
    const busy = await chen.calls.createSlot({ startsAt: at('2030-04-17T10:00:00Z'), duration: 15 });
    await ben.calls.bookSlot({ userId: chen.userId, scheduleSlotId: busy.scheduleSlotId });
    // Adjacent slots do not overlap.
    await ana.calls.createSlot({ startsAt: at('2030-04-24T10:45:00Z'), duration: 15 });
    clock.set('2030-03-27T12:00:00Z');
    const later = await meeting.signInAll();
    await runJobs();
    expect(await startsAhead(later.ana, meeting)).toEqual(days('04-03', '04-24'));
    expect((await ahead(later.ana, meeting))[1]?.weekly?.leftOut).toEqual(
      days('04-10', '04-17').map((day) => ({ startsAt: new Date(day), reason: 'busy' })),
    );
  });

  test('is left out where the owner has no room for another slot', async () => {
    const meeting = await startAfterSession(firstStart);
    const { ana, ben, scheduleSlotId, platform } = meeting;
    const own = await ana.calls.createSlot({ startsAt: new Date(four[2] ?? ''), duration: 45 });
    await platform.pool.query(
      `INSERT INTO schedule_slots (schedule_slot_id, user_id, starts_at, ends_at, duration, created_at, updated_at)
       SELECT gen_random_uuid(), $1, starts_at, starts_at + interval '15 minutes', 15, starts_at, starts_at
       FROM generate_series(1, 498) AS nth, LATERAL (SELECT $2::timestamptz + nth * interval '15 minutes' AS starts_at) AS at`,
      [ana.userId, '2030-06-01T00:00:00Z'],
    );
    await ana.calls.meetWeekly({ scheduleSlotId });
    await ben.calls.meetWeekly({ scheduleSlotId });
    expect(await startsAhead(ben, meeting)).toEqual([four[0], four[2]]);
    expect((await ahead(ben, meeting))[1]?.scheduleSlotId).toBe(own.scheduleSlotId);
    // The owner's limit is not told to the guest of a suggested time either.
    const [week] = await ahead(ben, meeting);
    const first = week?.scheduleSlotId ?? '';
    await ana.calls.proposeMove({ scheduleSlotId: first, startsAt: new Date('2030-03-15T10:00:00Z') });
    expect(await refusalOf(ben.calls.answerMove({ scheduleSlotId: first, accept: true }))).toMatchObject({
      code: 3000,
      message: 'This slot is no longer available.',
    });
  });

  test('a series of which no week is free is refused, and what was asked stands', async () => {
    const meeting = await startAfterSession(firstStart);
    const { ana, ben, scheduleSlotId } = meeting;
    for (const day of four) {
      await ana.calls.createSlot({ startsAt: new Date(new Date(day).getTime() + 900_000), duration: 15 });
    }
    await ana.calls.meetWeekly({ scheduleSlotId });
    expect(await refusalOf(ben.calls.meetWeekly({ scheduleSlotId }))).toMatchObject({
      code: 3000,
      message: 'You are not both free at this time in any of the coming weeks.',
    });
    expect(await startsAhead(ana, meeting)).toEqual([]);
    expect(
      (await ana.calls.listAppointments({ start: new Date('2030-03-06T00:00:00Z') })).slots[0]?.weekly,
    ).toMatchObject({ state: 'asked' });
  });
});

describe('the end of a series', () => {
  test.each(['ana', 'ben'] as const)(
    'by %s takes what it has booked, and leaves what the two booked themselves',
    async (who) => {
      const meeting = await startAfterSession(firstStart);
      const { ana, ben, scheduleSlotId, runJobs, sent, clock } = meeting;
      for (const person of [ana, ben]) await person.calls.bookAgain({ scheduleSlotId });
      await ana.calls.meetWeekly({ scheduleSlotId });
      await ben.calls.meetWeekly({ scheduleSlotId });
      expect(await startsAhead(ana, meeting)).toEqual(four);
      await runJobs();
      const before = sent().length;
      await meeting[who].calls.endWeekly({ scheduleSlotId });
      await meeting[who].calls.endWeekly({ scheduleSlotId });
      for (const person of [ana, ben]) expect(await startsAhead(person, meeting)).toEqual(days('03-13'));
      expect(await ownSlots(ana, meeting)).toEqual(days('03-13'));
      await runJobs();
      const other = who === 'ana' ? ben : ana;
      expect(
        sent()
          .slice(0, sent().length - before)
          .map(({ to }) => to),
      ).toEqual([other.address]);
      expect(sent()[0]?.subject).toContain('cancelled 3 sessions with you');
      clock.advance({ days: 7 });
      await runJobs();
      expect(await startsAhead((await meeting.signInAll()).ana, meeting)).toEqual([]);
    },
  );

  test('gives slots that the owner had published back to everybody', async () => {
    const meeting = await startAfterSession(firstStart);
    const { ana, ben, chen, scheduleSlotId } = meeting;
    for (const startsAt of four.slice(0, 2))
      await ana.calls.createSlot({ startsAt: new Date(startsAt), duration: 45 });
    await ben.calls.meetWeekly({ scheduleSlotId });
    await ana.calls.meetWeekly({ scheduleSlotId });
    expect(await startsAhead(ben, meeting)).toEqual(four);
    await ben.calls.endWeekly({ scheduleSlotId });
    expect(await startsAhead(ben, meeting)).toEqual([]);
    const { slots } = await ana.calls.listOwnSlots({ start: meeting.clock.now() });
    expect(slots.map(({ startsAt }) => startsAt.toISOString())).toEqual(four.slice(0, 2));
    for (const slot of slots)
      await chen.calls.bookSlot({ userId: ana.userId, scheduleSlotId: slot.scheduleSlotId });
    expect(await startsAhead(chen, meeting)).toEqual(four.slice(0, 2));
  });

  test('reaches the open screens of both', async () => {
    const meeting = await startSeries();
    const { ana, ben, scheduleSlotId, weeks } = meeting;
    const heard: string[] = [];
    const realtime = await ben.connect();
    const allHeard = new Promise<void>((resolve) => {
      realtime.on('schedule:changed', ({ change, scheduleSlotId: slotId, byUserId }) => {
        if (byUserId === ana.userId) heard.push(`${change} ${slotId}`);
        if (heard.length === weeks.length) resolve();
      });
    });
    await ana.calls.endWeekly({ scheduleSlotId });
    await allHeard;
    expect(heard.toSorted()).toEqual(weeks.map((week) => `cancelled ${week.scheduleSlotId}`).toSorted());
  });

  test.each([
    ['a block', ({ ana, ben }: AfterSession) => ben.calls.blockUser({ userId: ana.userId })],
    ['a block by the owner', ({ ana, ben }: AfterSession) => ana.calls.blockUser({ userId: ben.userId })],
    ['a ban', (meeting: AfterSession) => ban(meeting, meeting.ben)],
    [
      'a deletion',
      async ({ ben, prove }: AfterSession) =>
        ben.calls.deleteUser({ token: await prove(ben, ben.address, 'delete-user') }),
    ],
  ])('comes with %s in the middle, and nothing of it is left', async (_, act) => {
    const meeting = await startSeries();
    const { ana, chen, clock, runJobs, platform, again } = meeting;
    // A session outside the series is not changed.
    const other = await ana.calls.createSlot({ startsAt: new Date('2030-03-14T10:00:00Z'), duration: 15 });
    await chen.calls.bookSlot({ userId: ana.userId, scheduleSlotId: other.scheduleSlotId });
    await chen.calls.meetWeekly({ scheduleSlotId: other.scheduleSlotId });
    await ana.calls.meetWeekly({ scheduleSlotId: other.scheduleSlotId });
    clock.set('2030-03-20T12:00:00Z');
    const inMiddle = { ...meeting, ...(await meeting.signInAll()) };
    await runJobs();
    await act(inMiddle);
    const thursdays = days('03-21', '03-28', '04-04', '04-11');
    expect(await startsAhead(inMiddle.ana, meeting)).toEqual(thursdays);
    expect(await ownSlots(inMiddle.ana, meeting)).toEqual(thursdays);
    const series = await platform.db.selectFrom('session_series').select('partner_user_id').execute();
    expect(series).toEqual([{ partner_user_id: chen.userId }]);
    clock.set('2030-03-27T12:00:00Z');
    await runJobs();
    expect(await startsAhead(await again(ana), meeting)).toEqual(days('03-28', '04-04', '04-11', '04-18'));
  });

  test('in a block ends it for good: an unblock brings nothing back', async () => {
    const meeting = await startSeries();
    const { ana, ben, clock, runJobs } = meeting;
    await ana.calls.blockUser({ userId: ben.userId });
    await ana.calls.unblockUser({ userId: ben.userId });
    clock.advance({ days: 7 });
    await runJobs();
    expect(await startsAhead((await meeting.signInAll()).ana, meeting)).toEqual([]);
  });
});

describe('a series at which both press at once', () => {
  test('begins once: eight presses make four sessions and one mail', async () => {
    const meeting = await startAfterSession(firstStart);
    const { ana, ben, scheduleSlotId, platform, runJobs, sent } = meeting;
    await runJobs();
    const before = sent().length;
    const press = (people: Persona[]) =>
      Promise.all(people.map((person) => person.calls.meetWeekly({ scheduleSlotId })));
    // The second request completes the agreement; concurrent requests do not both wait.
    expect((await press([ana, ben])).filter(({ slots }) => slots === null)).toHaveLength(1);
    await press([ana, ben, ben, ana, ben, ana]);
    expect(await platform.db.selectFrom('session_series').selectAll().execute()).toHaveLength(1);
    expect(await startsAhead(ben, meeting)).toEqual(four);
    await runJobs();
    expect(sent().length).toBe(before + 1);
  });

  test('ends once, also while the job looks and one agrees anew', async () => {
    const meeting = await startSeries();
    const { scheduleSlotId, platform, clock, runJobs, sent } = meeting;
    await runJobs();
    clock.advance({ days: 7 });
    const { ana, ben } = await meeting.signInAll();
    await Promise.all([
      ana.calls.endWeekly({ scheduleSlotId }),
      ben.calls.endWeekly({ scheduleSlotId }),
      bookDueWeeks(platform),
      bookDueWeeks(platform),
    ]);
    expect(await startsAhead(ana, meeting)).toEqual([]);
    expect(await platform.db.selectFrom('series_weeks').selectAll().execute()).toEqual([]);
    const before = sent().length;
    await runJobs();
    const cancelled = sent()
      .slice(0, sent().length - before)
      .filter(({ subject }) => subject?.includes('cancelled'));
    expect(cancelled).toHaveLength(1);
    const answers = await Promise.all([
      refusalOf(ana.calls.meetWeekly({ scheduleSlotId })),
      refusalOf(ben.calls.meetWeekly({ scheduleSlotId })),
      refusalOf(ana.calls.endWeekly({ scheduleSlotId })),
    ]);
    expect(answers).toMatchObject([{ answer: {} }, { answer: {} }, { answer: {} }]);
    const booked = await startsAhead(ana, meeting);
    const there = await platform.db.selectFrom('session_series').select('series_id').execute();
    // In either order, sessions and series are consistent.
    expect(booked.length > 0).toBe(there.length === 1);
  });

  test('the job books the others where one fails', async () => {
    const meeting = await startSeries();
    const { chen, ben, platform, clock } = meeting;
    clock.advance({ days: 7 });
    const { ana } = await meeting.signInAll();
    const broken = {
      series_id: '0197f0c0-0000-7000-8000-000000000001',
      user_id: chen.userId,
      partner_user_id: ben.userId,
      first_starts_at: clock.now(),
      time_zone: 'UTC',
      duration: 15,
      agreed_at: clock.now(),
      next_week: 1,
      look_at: new Date(0),
    };
    await platform.db.insertInto('session_series').values(broken).execute();
    // A week that is decided already cannot be inserted again.
    const decided = { series_id: broken.series_id, week: 1, starts_at: clock.now(), how: 'busy' };
    await platform.db.insertInto('series_weeks').values(decided).execute();
    await expect(bookDueWeeks(platform)).rejects.toThrow('could not be booked');
    expect(await startsAhead(ana, meeting)).toEqual(days('03-20', '03-27', '04-03', '04-10'));
  });

  test('the job on several nodes at once books each week one time', async () => {
    const meeting = await startSeries();
    const { platform, clock } = meeting;
    clock.advance({ days: 7 });
    await Promise.all([1, 2, 3, 4].map(() => bookDueWeeks(platform)));
    await bookDueWeeks(platform);
    const { ana } = await meeting.signInAll();
    expect(await startsAhead(ana, meeting)).toEqual(days('03-20', '03-27', '04-03', '04-10'));
    const weeks = await platform.db.selectFrom('series_weeks').select('week').orderBy('week').execute();
    expect(weeks.map(({ week }) => week)).toEqual([0, 1, 2, 3, 4, 5]);
  });
});
