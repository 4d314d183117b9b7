import { describe, expect, test } from 'vitest';
import { type AfterSession, refusalOf, startAfterSession } from '#test/appointments';
import { parseCalendar } from '#test/calendar-parts';
import type { Persona } from '#test/personas';

const firstStart = '2030-03-06T10:00:00Z';
const days = (...list: string[]) => list.map((day) => `2030-${day}T10:00:00.000Z`);

const ahead = async ({ calls }: Persona, { clock }: AfterSession) =>
  (await calls.listAppointments({ start: clock.now() })).slots;
const startsAhead = async (person: Persona, meeting: AfterSession) =>
  (await ahead(person, meeting)).map(({ startsAt }) => startsAt.toISOString());

const weeklyOf = async ({ calls }: Persona, slotId: string) =>
  (await calls.listAppointments({ start: new Date('2030-03-01T00:00:00Z') })).slots.find(
    ({ scheduleSlotId }) => scheduleSlotId === slotId,
  )?.weekly;

/** Both have agreed to a weekly series; four sessions lie ahead. */
async function startSeries() {
  const meeting = await startAfterSession(firstStart);
  const { ana, ben, scheduleSlotId } = meeting;
  await ben.calls.meetWeekly({ scheduleSlotId });
  await ana.calls.meetWeekly({ scheduleSlotId });
  return meeting;
}

describe('a weekly series', () => {
  test('starts when both have asked, books four weeks and adds one each week', async () => {
    const meeting = await startAfterSession(firstStart);
    const { ana, ben, scheduleSlotId, clock, runJobs, signInAll } = meeting;
    expect(await weeklyOf(ana, scheduleSlotId)).toEqual({ state: 'open', leftOut: [] });
    expect(await ana.calls.meetWeekly({ scheduleSlotId })).toEqual({ slots: null });
    expect(await ana.calls.meetWeekly({ scheduleSlotId })).toEqual({ slots: null });
    expect([await weeklyOf(ana, scheduleSlotId), await weeklyOf(ben, scheduleSlotId)]).toMatchObject([
      { state: 'asked' },
      { state: 'wanted' },
    ]);
    await runJobs();
    expect(await startsAhead(ana, meeting)).toEqual([]);
    const { slots } = await ben.calls.meetWeekly({ scheduleSlotId });
    expect(slots).toMatchObject(
      Array(4).fill({ userId: ana.userId, bookedByUserId: ben.userId, duration: 45 }),
    );
    expect(await ana.calls.meetWeekly({ scheduleSlotId })).toEqual({ slots });
    for (const person of [ana, ben]) {
      expect(await startsAhead(person, meeting)).toEqual(days('03-13', '03-20', '03-27', '04-03'));
      expect((await ahead(person, meeting)).map(({ weekly }) => weekly?.state)).toEqual(
        Array(4).fill('agreed'),
      );
    }
    // The fifth week is booked exactly on time.
    clock.set('2030-03-13T09:59:59Z');
    await runJobs();
    let later = await signInAll();
    expect(await startsAhead(later.ana, meeting)).toHaveLength(4);
    clock.set('2030-03-13T10:00:00Z');
    await runJobs();
    await runJobs();
    later = await signInAll();
    expect(await startsAhead(later.ben, meeting)).toEqual(days('03-13', '03-20', '03-27', '04-03', '04-10'));
  });

  test('is announced to both with its first sessions, and an open request to nobody', async () => {
    const meeting = await startAfterSession(firstStart);
    const { ana, ben, scheduleSlotId, platform } = meeting;
    const told: unknown[] = [];
    const { toUser } = platform.realtime;
    platform.realtime.toUser = (userId, event, packet, older) => {
      if (event === 'schedule:changed') told.push({ userId, packet });
      toUser(userId, event, packet, older);
    };
    await ben.calls.meetWeekly({ scheduleSlotId });
    expect(told).toEqual([]);
    const { slots } = await ana.calls.meetWeekly({ scheduleSlotId });
    expect(told).toEqual(
      slots?.flatMap((slot) =>
        [ana, ben].map(({ userId }) => ({
          userId,
          packet: { scheduleSlotId: slot.scheduleSlotId, change: 'booked', byUserId: ana.userId },
        })),
      ),
    );
    expect(told).toHaveLength(8);
  });

  test('starts from a booked session; cancelling the session removes the request', async () => {
    const meeting = await startAfterSession(firstStart);
    const { ana, ben, chen, inHours } = meeting;
    const { scheduleSlotId } = await ana.calls.createSlot({ startsAt: inHours(5), duration: 30 });
    const slot = { userId: ana.userId, scheduleSlotId };
    await ben.calls.bookSlot(slot);
    await ana.calls.meetWeekly({ scheduleSlotId });
    await ben.calls.cancelBooking(slot);
    // An offer to Ben is not an offer to Chen.
    await chen.calls.bookSlot(slot);
    expect(await weeklyOf(chen, scheduleSlotId)).toMatchObject({ state: 'open' });
    expect(await chen.calls.meetWeekly({ scheduleSlotId })).toEqual({ slots: null });
    const agreed = await ana.calls.meetWeekly({ scheduleSlotId });
    expect(agreed.slots?.map(({ startsAt }) => startsAt)).toEqual(
      [0, 1, 2, 3].map((week) => inHours(5 + week * 168)),
    );
  });

  test('is limited to the two members, within two weeks, and refused after a block', async () => {
    const { ana, ben, chen, scheduleSlotId, clock, signInAll, visitor } = await startAfterSession(firstStart);
    for (const act of ['meetWeekly', 'endWeekly'] as const) {
      expect(await refusalOf(chen.calls[act]({ scheduleSlotId }))).toMatchObject({ code: 4001 });
      expect(await refusalOf(visitor().calls[act]({ scheduleSlotId }))).toMatchObject({ statusCode: 401 });
    }
    await ben.calls.meetWeekly({ scheduleSlotId });
    await ana.calls.blockUser({ userId: ben.userId });
    for (const person of [ana, ben]) {
      expect(await refusalOf(person.calls.meetWeekly({ scheduleSlotId }))).toMatchObject({ code: 3002 });
      expect(await weeklyOf(person, scheduleSlotId)).toBeNull();
    }
    await ana.calls.unblockUser({ userId: ben.userId });
    // The block has deleted Ben's request.
    expect(await ana.calls.meetWeekly({ scheduleSlotId })).toEqual({ slots: null });
    clock.set('2030-03-20T10:44:59.999Z');
    const last = await signInAll();
    expect(await weeklyOf(last.ben, scheduleSlotId)).toMatchObject({ state: 'wanted' });
    clock.advance({ ms: 1 });
    expect(await weeklyOf(last.ben, scheduleSlotId)).toBeNull();
    expect(await refusalOf(last.ben.calls.meetWeekly({ scheduleSlotId }))).toMatchObject({
      code: 3000,
      message: 'This session is too long ago.',
    });
  });

  test('can be withdrawn or declined before it starts', async () => {
    const { ana, ben, scheduleSlotId } = await startAfterSession(firstStart);
    for (const person of [ana, ben]) {
      await ana.calls.meetWeekly({ scheduleSlotId });
      await person.calls.endWeekly({ scheduleSlotId });
      expect(await weeklyOf(ben, scheduleSlotId)).toMatchObject({ state: 'open' });
      expect(await ben.calls.meetWeekly({ scheduleSlotId })).toEqual({ slots: null });
      await ben.calls.endWeekly({ scheduleSlotId });
    }
  });

  test('sends one mail, to the first to ask; later weeks send reminders only', async () => {
    const meeting = await startAfterSession(firstStart);
    const { ana, ben, scheduleSlotId, runJobs, sent, clock } = meeting;
    await runJobs();
    await ben.calls.meetWeekly({ scheduleSlotId });
    await runJobs();
    const before = sent().length;
    await ana.calls.meetWeekly({ scheduleSlotId });
    await runJobs();
    const news = sent().slice(0, sent().length - before);
    expect(news).toMatchObject([{ to: ben.address, subject: 'You and Ana meet every week' }]);
    expect(parseCalendar(news[0]?.attachments[0]?.content ?? '').events).toHaveLength(4);
    expect(news[0]?.text).toContain('Wednesday, April 3, 2030');
    clock.set('2030-03-12T10:00:00Z');
    await runJobs();
    clock.set('2030-03-13T09:50:00Z');
    await runJobs();
    clock.set('2030-03-13T11:00:00Z');
    await runJobs();
    const subjects = sent()
      .slice(0, sent().length - before - 1)
      .filter(({ subject }) => !subject?.startsWith('Your day'))
      .map(({ to, subject }) => `${to} ${subject}`);
    expect(subjects.toSorted()).toEqual(
      [
        `${ana.address} Your session with Ben is coming up`,
        `${ana.address} Your session with Ben starts soon`,
        `${ben.address} Your session with Ana is coming up`,
        `${ben.address} Your session with Ana starts soon`,
      ].toSorted(),
    );
    expect(await startsAhead((await meeting.signInAll()).ana, meeting)).toHaveLength(4);
  });

  test('an automatically added week does not change the last activity', async () => {
    const { ana, ben, platform, clock, runJobs } = await startSeries();
    clock.advance({ days: 7 });
    const read = () =>
      platform.db
        .selectFrom('user_activities')
        .select('type')
        .where('user_id', 'in', [ana.userId, ben.userId])
        .execute();
    const before = await read();
    await runJobs();
    expect(await read()).toEqual(before);
  });

  test('appears in feed and files as one event per week, marked as weekly', async () => {
    const meeting = await startSeries();
    const { ana, ben, visitor, scheduleSlotId } = meeting;
    const [first] = await ahead(ben, meeting);
    const skipped = { userId: ana.userId, scheduleSlotId: first?.scheduleSlotId ?? '' };
    await ana.calls.cancelBooking(skipped);
    const { url } = await ben.calls.createCalendarFeed();
    const text = await (await visitor().send('GET', new URL(url).pathname)).text();
    const { events } = parseCalendar(text);
    const ahead4 = events.toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime()).slice(-4);
    expect(ahead4.map(({ status, startsAt }) => `${status} ${startsAt.toISOString()}`)).toEqual([
      `CANCELLED ${days('03-13')[0]}`,
      ...days('03-20', '03-27', '04-03').map((at) => `CONFIRMED ${at}`),
    ]);
    expect(new Set(events.map(({ uid }) => uid)).size).toBe(5);
    expect(text.match(/DESCRIPTION:Every week at the same time\./g)).toHaveLength(4);
    expect(text).not.toContain('RRULE');
    const file = parseCalendar(await ben.calls.getAppointmentIcs(skipped));
    expect(file).toMatchObject({ method: 'CANCEL', events: [{ status: 'CANCELLED' }] });
    expect(await ben.calls.getAppointmentIcs({ scheduleSlotId })).toContain('Every week');
  });

  test('is limited to two per pair and ten per member, without overlaps', async () => {
    const meeting = await startSeries();
    const { ana, ben, chen, platform, clock, inHours, signUp } = meeting;
    const meet = async (owner: Persona, booker: Persona, hours: number) => {
      const { scheduleSlotId } = await owner.calls.createSlot({ startsAt: inHours(hours), duration: 15 });
      await booker.calls.bookSlot({ userId: owner.userId, scheduleSlotId });
      return scheduleSlotId;
    };
    const agree = async (owner: Persona, booker: Persona, scheduleSlotId: string) => {
      await owner.calls.meetWeekly({ scheduleSlotId });
      return refusalOf(booker.calls.meetWeekly({ scheduleSlotId }));
    };
    // Now is 11:00 on 6 March; the series is at 10:00 on Wednesdays. The seventh Wednesday after it is not booked yet.
    const sameTime = await meet(ben, ana, 23 + 24 * 48);
    expect(await weeklyOf(ana, sameTime)).toBeNull();
    expect(await refusalOf(ana.calls.meetWeekly({ scheduleSlotId: sameTime }))).toMatchObject({
      code: 3000,
      message: 'You meet every week at this time already.',
    });
    const [second, third] = [await meet(ben, ana, 2), await meet(ana, ben, 4)];
    expect(await agree(ben, ana, second)).toMatchObject({ answer: {} });
    expect(await weeklyOf(ana, third)).toBeNull();
    expect(await refusalOf(ana.calls.meetWeekly({ scheduleSlotId: third }))).toMatchObject({
      code: 3000,
      message: 'You have two weekly series with this person already.',
    });
    const dina = await signUp('dina@example.org', { name: 'Dina', description: 'Hi' });
    await platform.db
      .insertInto('session_series')
      .values(
        Array.from({ length: 8 }, (_, nth) => ({
          series_id: `0197f0c0-0000-7000-8000-00000000000${nth}`,
          user_id: nth % 2 ? ana.userId : dina.userId,
          partner_user_id: nth % 2 ? dina.userId : ana.userId,
          first_starts_at: inHours(-100),
          time_zone: 'UTC',
          duration: 15,
          agreed_at: clock.now(),
          next_week: 9,
          look_at: inHours(1000),
        })),
      )
      .execute();
    const eleventh = await meet(ana, chen, 6);
    expect(await refusalOf(ana.calls.meetWeekly({ scheduleSlotId: eleventh }))).toMatchObject({
      message: 'You have ten weekly series already.',
    });
    expect(await refusalOf(chen.calls.meetWeekly({ scheduleSlotId: eleventh }))).toMatchObject({
      message: 'Your partner has no room for another weekly series.',
    });
  });

  test('goes on after weeks without the job, and announces to both what it books', async () => {
    const meeting = await startSeries();
    const { ana, ben, clock, runJobs, signInAll, platform } = meeting;
    clock.set('2030-04-17T12:00:00Z');
    const later = await signInAll();
    const told: unknown[] = [];
    const { toUser } = platform.realtime;
    platform.realtime.toUser = (userId, event, packet, older) => {
      if (event === 'schedule:changed') told.push({ userId, packet });
      toUser(userId, event, packet, older);
    };
    await runJobs();
    const weeks = await ahead(later.ana, meeting);
    expect(weeks.map(({ startsAt }) => startsAt.toISOString())).toEqual(
      days('04-24', '05-01', '05-08', '05-15'),
    );
    expect(told).toEqual(
      weeks.flatMap(({ scheduleSlotId }) =>
        [ana, ben].map(({ userId }) => ({
          userId,
          packet: { scheduleSlotId, change: 'booked', byUserId: ben.userId },
        })),
      ),
    );
  });

  test('counts against the booking rate limit', async () => {
    const { ben, ana, scheduleSlotId } = await startAfterSession(firstStart);
    for (let nth = 0; nth < 12; nth += 1) await ana.calls.meetWeekly({ scheduleSlotId });
    expect(await refusalOf(ana.calls.meetWeekly({ scheduleSlotId }))).toMatchObject({ code: 6001 });
    expect(await ben.calls.meetWeekly({ scheduleSlotId })).toMatchObject({ slots: expect.any(Array) });
  });

  test('is exported for both members, and an open request for its author', async () => {
    const { ana, ben, scheduleSlotId } = await startAfterSession(firstStart, { owner: 'Europe/Berlin' });
    await ana.calls.meetWeekly({ scheduleSlotId });
    expect((await ana.calls.exportUser()).askedWeekly).toMatchObject([
      { scheduleSlotId, partnerUserId: ben.userId },
    ]);
    expect((await ben.calls.exportUser()).askedWeekly).toEqual([]);
    await ben.calls.meetWeekly({ scheduleSlotId });
    for (const person of [ana, ben]) {
      expect((await person.calls.exportUser()).weeklySeries).toMatchObject([
        { userId: ana.userId, partnerUserId: ben.userId, timeZone: 'Europe/Berlin', duration: 45 },
      ]);
    }
  });

  test.each(['ana', 'ben'] as const)(
    'ends by itself when %s has not been here for four weeks',
    async (away) => {
      const meeting = await startSeries();
      const { clock, runJobs, again } = meeting;
      const here = away === 'ana' ? meeting.ben : meeting.ana;
      // Both were last active at 11:00 on 6 March.
      clock.set('2030-03-27T12:00:00Z');
      const stays = await again(here);
      await runJobs();
      expect((await startsAhead(stays, meeting)).at(-1)).toBe(days('04-24')[0]);
      // Four weeks to the second.
      clock.set('2030-04-03T11:00:00Z');
      const later = await again(here);
      await runJobs();
      // Existing bookings stay, and no new ones follow.
      expect(await startsAhead(later, meeting)).toEqual(days('04-10', '04-17', '04-24'));
      expect((await ahead(later, meeting)).map(({ weekly }) => weekly?.state)).toEqual([
        'open',
        'open',
        'open',
      ]);
    },
  );
});

describe('a rescheduled week of a series', () => {
  test('moves only that session; ending the series cancels it too', async () => {
    const meeting = await startSeries();
    const { ana, ben, scheduleSlotId, clock, runJobs, signInAll } = meeting;
    const [first] = await ahead(ben, meeting);
    const other = await ana.calls.createSlot({ startsAt: new Date('2030-03-15T16:00:00Z'), duration: 45 });
    const moved = await ben.calls.moveBooking({
      userId: ana.userId,
      scheduleSlotId: first!.scheduleSlotId,
      toScheduleSlotId: other.scheduleSlotId,
    });
    const [shown] = await ahead(ana, meeting);
    expect(shown).toMatchObject({ startsAt: moved.startsAt, weekly: { state: 'agreed', leftOut: [] } });
    expect((await startsAhead(ana, meeting)).slice(1)).toEqual(days('03-20', '03-27', '04-03'));
    // The slot made for the series is not offered.
    expect((await ana.calls.listOwnSlots()).slots.every(({ isBooked }) => isBooked)).toBe(true);
    clock.set('2030-03-13T10:00:00Z');
    await runJobs();
    const later = await signInAll();
    expect((await startsAhead(later.ana, meeting)).slice(1)).toEqual(
      days('03-20', '03-27', '04-03', '04-10'),
    );
    await later.ana.calls.endWeekly({ scheduleSlotId });
    expect(await startsAhead(later.ben, meeting)).toEqual([]);
    // The slot that its owner had published is free again.
    expect((await later.ana.calls.listOwnSlots({ start: clock.now() })).slots).toMatchObject([
      { scheduleSlotId: other.scheduleSlotId, isBooked: false },
    ]);
  });

  test('that the two had booked themselves stays when the series ends', async () => {
    const meeting = await startAfterSession(firstStart);
    const { ana, ben, scheduleSlotId } = meeting;
    for (const person of [ana, ben]) await person.calls.bookAgain({ scheduleSlotId });
    for (const person of [ana, ben]) await person.calls.meetWeekly({ scheduleSlotId });
    const [own] = await ahead(ben, meeting);
    const other = await ana.calls.createSlot({ startsAt: new Date('2030-03-15T16:00:00Z'), duration: 45 });
    await ben.calls.moveBooking({
      userId: ana.userId,
      scheduleSlotId: own!.scheduleSlotId,
      toScheduleSlotId: other.scheduleSlotId,
    });
    await ana.calls.endWeekly({ scheduleSlotId });
    for (const person of [ana, ben])
      expect(await startsAhead(person, meeting)).toEqual(['2030-03-15T16:00:00.000Z']);
  });

  test('lets open requests lapse: whoever books the old time next has agreed to nothing', async () => {
    const { ana, ben, chen, inHours } = await startAfterSession(firstStart);
    const publish = (hours: number) => ana.calls.createSlot({ startsAt: inHours(hours), duration: 30 });
    const [from, to] = [await publish(30), await publish(50)];
    await ben.calls.bookSlot(from);
    await ana.calls.meetWeekly(from);
    await ben.calls.moveBooking({ ...from, toScheduleSlotId: to.scheduleSlotId });
    expect(await weeklyOf(ben, to.scheduleSlotId)).toMatchObject({ state: 'open' });
    await chen.calls.bookSlot(from);
    expect(await chen.calls.meetWeekly(from)).toEqual({ slots: null });
    await ana.calls.meetWeekly(to);
    await ana.calls.proposeMove({ ...to, startsAt: inHours(50.25) });
    await ben.calls.answerMove({ ...to, accept: true });
    expect(await weeklyOf(ben, to.scheduleSlotId)).toMatchObject({ state: 'open' });
  });

  test('at the time of a later week skips that week instead of failing', async () => {
    const meeting = await startSeries();
    const { ana, ben, clock, runJobs, signInAll } = meeting;
    const [first] = await ahead(ben, meeting);
    const other = await ana.calls.createSlot({ startsAt: new Date('2030-04-10T10:00:00Z'), duration: 45 });
    await ben.calls.moveBooking({
      userId: ana.userId,
      scheduleSlotId: first!.scheduleSlotId,
      toScheduleSlotId: other.scheduleSlotId,
    });
    clock.set('2030-03-20T10:00:00Z');
    await runJobs();
    const later = await signInAll();
    expect(await startsAhead(later.ana, meeting)).toEqual(days('03-20', '03-27', '04-03', '04-10', '04-17'));
  });
});
