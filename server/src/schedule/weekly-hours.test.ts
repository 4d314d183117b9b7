import type { WeeklyRule } from '@parlance/contract/weekly-hours';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { refusalOf, startMeeting } from '#test/appointments';
import type { Persona } from '#test/personas';

// Rules: docs/specification/schedule.md#weekly-hours. The clock of a test starts on Tuesday, 2030-03-05, 09:00 UTC.
const tuesdays: WeeklyRule = { weekday: 2, from: '18:00', to: '19:00', duration: 30 };
const hours = (rules: WeeklyRule[], more: object = {}) => ({
  timeZone: 'Europe/Berlin',
  rules,
  minNoticeHours: 0,
  bufferMinutes: 0,
  weeksAhead: 1,
  ...more,
});

async function ownTimes({ calls }: Persona): Promise<string[]> {
  const { slots } = await calls.listOwnSlots({ limit: 100 });
  return slots.map(
    ({ startsAt, isFromWeeklyHours }) =>
      `${startsAt.toISOString().slice(5, 16)}${isFromWeeklyHours ? '' : ' manual'}`,
  );
}

const seenBy = async (viewer: Pick<Persona, 'calls'>, { userId }: Persona) =>
  (await viewer.calls.listSlots({ userId, limit: 100 })).slots.map(({ startsAt }) =>
    startsAt.toISOString().slice(5, 16),
  );

describe('weekly hours', () => {
  test('are none before they are set, in the zone of the account', async () => {
    const { ana } = await startMeeting();
    expect(await ana.calls.getWeeklyHours()).toMatchObject({
      rules: [],
      minNoticeHours: 0,
      bufferMinutes: 0,
      weeksAhead: 4,
      isFull: false,
      timeZone: 'UTC',
    });
    await ana.calls.updateUser({ timeZone: 'Asia/Tokyo' });
    expect(await ana.calls.getWeeklyHours()).toMatchObject({ timeZone: 'Asia/Tokyo' });
  });

  test('become slots up to the same weekday of the last week, and a day more each night', async () => {
    const { ana, ben, clock, runJobs, again } = await startMeeting();
    const saved = await ana.calls.setWeeklyHours(hours([tuesdays, { ...tuesdays, weekday: 3 }]));
    expect(saved).toEqual({ ...hours([tuesdays, { ...tuesdays, weekday: 3 }]), isFull: false });
    expect(await ana.calls.getWeeklyHours()).toEqual(saved);
    const first = ['03-05T17:00', '03-05T17:30', '03-06T17:00', '03-06T17:30', '03-12T17:00', '03-12T17:30'];
    expect(await ownTimes(ana)).toEqual(first);
    expect((await ben.calls.listSlots({ userId: ana.userId })).slots[0]).not.toHaveProperty(
      'isFromWeeklyHours',
    );
    await runJobs();
    expect(await ownTimes(ana)).toEqual(first);
    clock.set(new Date('2030-03-05T22:59:59Z'));
    await runJobs();
    expect((await ownTimes(await again(ana))).at(-1)).toBe('03-12T17:30');
    clock.set(new Date('2030-03-05T23:00:00Z'));
    await runJobs();
    expect((await ownTimes(await again(ana))).slice(-2)).toEqual(['03-13T17:00', '03-13T17:30']);
  });

  test('a change removes free generated slots that no longer fit; booked, manual and unchanged ones stay', async () => {
    const { ana, ben } = await startMeeting();
    await ana.calls.createSlot({ startsAt: new Date('2030-03-07T10:00:00Z'), duration: 30 });
    await ana.calls.setWeeklyHours(hours([tuesdays]));
    const { slots } = await ana.calls.listOwnSlots({ limit: 100 });
    const bookedSlot = slots.find(({ startsAt }) => startsAt.toISOString() === '2030-03-12T17:30:00.000Z');
    await ben.calls.bookSlot({ userId: ana.userId, scheduleSlotId: bookedSlot!.scheduleSlotId });
    await ana.calls.setWeeklyHours(hours([{ ...tuesdays, from: '17:30', to: '18:30' }]));
    expect(await ownTimes(ana)).toEqual([
      '03-05T16:30',
      '03-05T17:00',
      '03-07T10:00 manual',
      '03-12T16:30',
      '03-12T17:00',
      '03-12T17:30',
    ]);
    const kept = (await ana.calls.listOwnSlots({ limit: 100 })).slots.find(
      ({ startsAt }) => startsAt.getTime() === slots[0]!.startsAt.getTime(),
    );
    expect(kept?.scheduleSlotId).toBe(slots[0]!.scheduleSlotId);
    await ana.calls.setWeeklyHours(hours([]));
    expect(await ownTimes(ana)).toEqual(['03-07T10:00 manual', '03-12T17:30']);
  });

  test('the zone of the rules decides; another zone moves the slots', async () => {
    const { ana } = await startMeeting();
    await ana.calls.setWeeklyHours(hours([tuesdays]));
    await ana.calls.setWeeklyHours(hours([tuesdays], { timeZone: 'Asia/Kathmandu' }));
    expect(await ownTimes(ana)).toEqual(['03-05T12:15', '03-05T12:45', '03-12T12:15', '03-12T12:45']);
  });

  test('a slot that its owner deletes stays deleted, also for other lengths; undoing brings it back as generated', async () => {
    const { ana, clock, runJobs, again } = await startMeeting();
    await ana.calls.setWeeklyHours(hours([tuesdays]));
    const { slots } = await ana.calls.listOwnSlots();
    await ana.calls.deleteSlot({ scheduleSlotId: slots[2]!.scheduleSlotId });
    await ana.calls.setWeeklyHours(hours([tuesdays]));
    await runJobs();
    expect(await ownTimes(ana)).toEqual(['03-05T17:00', '03-05T17:30', '03-12T17:30']);
    await ana.calls.setWeeklyHours(hours([{ ...tuesdays, duration: 60 }]));
    expect(await ownTimes(ana)).toEqual(['03-05T17:00']);
    await ana.calls.createSlot({ startsAt: slots[2]!.startsAt, duration: 30 });
    expect(await ownTimes(ana)).toEqual(['03-05T17:00', '03-12T17:00']);
    await ana.calls.setWeeklyHours(hours([]));
    expect(await ownTimes(ana)).toEqual([]);
    clock.advance({ days: 8 });
    expect(await ownTimes(await again(ana))).toEqual([]);
  });

  test('a deleted time is one of its owner and of a generated slot; another length there is published by hand', async () => {
    const { ana, ben } = await startMeeting();
    for (const { calls } of [ana, ben]) await calls.setWeeklyHours(hours([tuesdays]));
    const [first] = (await ben.calls.listOwnSlots()).slots;
    await ben.calls.deleteSlot(first!);
    const [second] = (await ana.calls.listOwnSlots({ offset: 1 })).slots;
    await ana.calls.deleteSlot(second!);
    await ana.calls.setWeeklyHours(hours([]));
    // By hand and deleted: that leaves no gap in the hours.
    await ana.calls.deleteSlot(await ana.calls.createSlot({ startsAt: first!.startsAt, duration: 30 }));
    await ana.calls.setWeeklyHours(hours([tuesdays]));
    expect(await ownTimes(ana)).toEqual(['03-05T17:00', '03-12T17:00', '03-12T17:30']);
    await ana.calls.createSlot({ startsAt: second!.startsAt, duration: 15 });
    expect((await ownTimes(ana))[1]).toBe('03-05T17:30 manual');
    // The gap of Ben is none of Ana.
    const chosen = await ana.calls.listOwnSlots();
    await ana.calls.setWeeklyHours(hours([]));
    expect(await ownTimes(ana)).toEqual(['03-05T17:30 manual']);
    await ana.calls.createSlot({ startsAt: chosen.slots[0]!.startsAt, duration: 30 });
    expect((await ownTimes(ana))[0]).toBe('03-05T17:00 manual');
  });

  test('fewer weeks ahead take the later ones back', async () => {
    const { ana } = await startMeeting();
    await ana.calls.setWeeklyHours(hours([tuesdays], { weeksAhead: 2 }));
    expect((await ownTimes(ana)).at(-1)).toBe('03-19T17:30');
    await ana.calls.setWeeklyHours(hours([tuesdays]));
    expect((await ownTimes(ana)).at(-1)).toBe('03-12T17:30');
  });

  test('skip what overlaps an existing slot, and stop at 500 with isFull until slots have passed', async () => {
    const { ana, clock, runJobs, again } = await startMeeting();
    await ana.calls.createSlot({ startsAt: new Date('2030-03-05T17:15:00Z'), duration: 30 });
    const allDay = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
      weekday,
      from: '00:00',
      to: '24:00',
      duration: 15,
    }));
    const saved = await ana.calls.setWeeklyHours(hours(allDay, { weeksAhead: 8 }));
    expect(saved.isFull).toBe(true);
    expect(
      await refusalOf(ana.calls.createSlot({ startsAt: new Date('2030-06-05T17:15:00Z'), duration: 30 })),
    ).toMatchObject({ code: 3000 });
    const countOf = async (person: Persona) =>
      (await person.calls.listOwnSlots({ start: clock.now() })).count;
    expect(await countOf(ana)).toBe(500);
    clock.set(new Date('2030-03-06T00:00:00Z'));
    await runJobs();
    const later = await again(ana);
    expect(await countOf(later)).toBe(501);
    const { slots } = await later.calls.listOwnSlots({ limit: 100, offset: 440 });
    const gaps = slots
      .slice(1)
      .map(({ startsAt }, place) => startsAt.getTime() - slots[place]!.startsAt.getTime());
    expect(new Set(gaps)).toEqual(new Set([15 * 60_000]));
  });

  test('a session that was moved within its own time is no longer generated, and outlives a change of the hours', async () => {
    const { ana, ben } = await startMeeting();
    await ana.calls.setWeeklyHours(hours([tuesdays]));
    const { slots } = await ana.calls.listOwnSlots();
    const scheduleSlotId = slots[0]?.scheduleSlotId ?? '';
    await ben.calls.bookSlot({ userId: ana.userId, scheduleSlotId });
    await ana.calls.proposeMove({ scheduleSlotId, startsAt: new Date('2030-03-05T16:45:00Z') });
    await ben.calls.answerMove({ scheduleSlotId, accept: true });
    expect((await ownTimes(ana))[0]).toBe('03-05T16:45 manual');
    await ben.calls.cancelBooking({ userId: ana.userId, scheduleSlotId });
    await ana.calls.setWeeklyHours(hours([]));
    expect(await ownTimes(ana)).toEqual(['03-05T16:45 manual']);
  });

  test('a banned member gets no slots while banned, and the missing ones afterwards', async () => {
    const { ana, clock, runJobs, again, platform } = await startMeeting();
    await ana.calls.setWeeklyHours(hours([tuesdays]));
    const setBan = (at: Date | null) =>
      platform.db.updateTable('users').set({ banned_at: at }).where('user_id', '=', ana.userId).execute();
    await setBan(clock.now());
    clock.advance({ days: 7 });
    await runJobs();
    const count = () =>
      platform.db
        .selectFrom('schedule_slots')
        .select('starts_at')
        .where('user_id', '=', ana.userId)
        .execute();
    expect(await count()).toHaveLength(4);
    await setBan(null);
    await runJobs();
    expect((await ownTimes(await again(ana))).at(-1)).toBe('03-19T17:30');
  });

  test.each([
    [{ ...tuesdays, to: '18:00' }, 'rules.0.to', 'Must be after the start'],
    [{ ...tuesdays, to: '18:15' }, 'rules.0.to', 'Must be long enough for one session'],
    [{ ...tuesdays, from: '18:10' }, 'rules.0.from', 'Must be on a quarter of an hour'],
    [{ ...tuesdays, from: '24:00' }, 'rules.0.from', 'Must be a time such as 18:30'],
    [{ ...tuesdays, to: '24:15' }, 'rules.0.to', 'Must be a time such as 18:30'],
  ])('refuse %j', async (rule, field, message) => {
    const { ana } = await startMeeting();
    const refusal = await ana.calls.setWeeklyHours(hours([rule])).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ statusCode: 400, fields: { [field]: message } });
  });

  test('hours that overlap on one weekday are refused at the later entry; hours that touch are not', async () => {
    const { ana } = await startMeeting();
    const refusal = await ana.calls
      .setWeeklyHours(
        hours([{ ...tuesdays, weekday: 3 }, tuesdays, { ...tuesdays, from: '18:30', to: '20:00' }]),
      )
      .catch((error: unknown) => error);
    expect(refusal).toMatchObject({ fields: { 'rules.2.from': 'Overlaps with other hours of this day' } });
    await ana.calls.setWeeklyHours(hours([tuesdays, { ...tuesdays, from: '19:00', to: '24:00' }]));
    expect((await ownTimes(ana)).slice(0, 12).at(-1)).toBe('03-05T22:30');
  });

  test('sixty changes an hour', async () => {
    const { ana, ben } = await startMeeting();
    for (let turn = 0; turn < 60; turn += 1) await ana.calls.setWeeklyHours(hours([]));
    await ben.calls.setWeeklyHours(hours([]));
    expect(await refusalOf(ana.calls.setWeeklyHours(hours([])))).toMatchObject({
      statusCode: 429,
      code: 6001,
    });
  });
});

describe('minimum notice', () => {
  test('hides a slot from others from that moment on, manual ones too, and refuses its booking; its owner sees it', async () => {
    const { ana, ben, visitor, clock, again } = await startMeeting();
    const startsAt = new Date('2030-03-06T10:00:00Z');
    const { scheduleSlotId } = await ana.calls.createSlot({ startsAt, duration: 30 });
    await ana.calls.setWeeklyHours(hours([], { minNoticeHours: 24 }));
    const slot = { userId: ana.userId, scheduleSlotId };
    clock.set(new Date('2030-03-05T09:59:59.999Z'));
    expect(await seenBy(visitor(), ana)).toEqual(['03-06T10:00']);
    clock.advance({ ms: 1 });
    const [owner, guest] = [await again(ana), await again(ben)];
    expect(await seenBy(visitor(), ana)).toEqual([]);
    expect(await seenBy(guest, ana)).toEqual([]);
    expect(await refusalOf(guest.calls.bookSlot(slot))).toMatchObject({ code: 3000 });
    expect(await ownTimes(owner)).toHaveLength(1);
    await owner.calls.setWeeklyHours(hours([], { minNoticeHours: 23 }));
    await guest.calls.bookSlot(slot);
    await owner.calls.setWeeklyHours(hours([], { minNoticeHours: 24 }));
    expect(await seenBy(guest, ana)).toEqual(['03-06T10:00']);
  });
});

describe('buffer', () => {
  test('keeps time free around sessions on either side, until they are cancelled', async () => {
    const { ana, ben, chen, inMinutes } = await startMeeting();
    const at = (minutes: number) => inMinutes(600 + minutes);
    for (const minutes of [0, 30, 75, 90, 135])
      await ana.calls.createSlot({ startsAt: at(minutes), duration: 15 });
    await ana.calls.setWeeklyHours(hours([], { bufferMinutes: 30 }));
    const seen = async () =>
      (await chen.calls.listSlots({ userId: ana.userId })).slots
        .filter(({ isBooked }) => !isBooked)
        .map(({ startsAt }) => (startsAt.getTime() - at(0).getTime()) / 60_000);
    const slots = (await ana.calls.listOwnSlots()).slots;
    const middle = { userId: ana.userId, scheduleSlotId: slots[2]!.scheduleSlotId };
    await ben.calls.bookSlot(middle);
    // 75–90 is booked: 30–45 ends exactly 30 minutes before, 135 begins 45 minutes after.
    expect(await seen()).toEqual([0, 30, 135]);
    expect(
      await refusalOf(chen.calls.bookSlot({ userId: ana.userId, scheduleSlotId: slots[3]!.scheduleSlotId })),
    ).toMatchObject({ code: 3000 });
    await ana.calls.setWeeklyHours(hours([], { bufferMinutes: 31 }));
    expect(await seen()).toEqual([0, 135]);
    await ana.calls.setWeeklyHours(hours([], { bufferMinutes: 0 }));
    expect(await seen()).toEqual([0, 30, 90, 135]);
    await ana.calls.setWeeklyHours(hours([], { bufferMinutes: 30 }));
    await ben.calls.cancelBooking(middle);
    expect(await seen()).toEqual([0, 30, 75, 90, 135]);

    // As a guest elsewhere, and for a slot created afterwards.
    const ofBen = await ben.calls.createSlot({ startsAt: at(150), duration: 30 });
    await ana.calls.bookSlot({ userId: ben.userId, scheduleSlotId: ofBen.scheduleSlotId });
    await ana.calls.createSlot({ startsAt: at(195), duration: 15 });
    await ana.calls.createSlot({ startsAt: at(210), duration: 15 });
    expect(await seen()).toEqual([0, 30, 75, 90, 210]);
  });

  test('of an hour reaches slots of an hour on either side of a session of an hour', async () => {
    const { ana, ben, chen, inMinutes } = await startMeeting();
    const starts = [-120, -105, 0, 105, 120].map((minutes) => inMinutes(600 + minutes));
    const calendars = [await ben.calls.createSlot({ startsAt: starts[2]!, duration: 60 })];
    await ana.calls.setWeeklyHours(hours([], { bufferMinutes: 60 }));
    const free = async () =>
      (await chen.calls.listSlots({ userId: ana.userId })).slots.map(({ startsAt }) => startsAt);
    await ana.calls.createSlot({ startsAt: starts[1]!, duration: 60 });
    await ana.calls.createSlot({ startsAt: starts[3]!, duration: 60 });
    expect(await free()).toEqual([starts[1], starts[3]]);
    await ana.calls.bookSlot(calendars[0]!);
    expect(await free()).toEqual([]);
    for (const { scheduleSlotId } of (await ana.calls.listOwnSlots()).slots)
      await ana.calls.deleteSlot({ scheduleSlotId });
    await ana.calls.createSlot({ startsAt: starts[0]!, duration: 60 });
    await ana.calls.createSlot({ startsAt: starts[4]!, duration: 60 });
    expect(await free()).toEqual([starts[0], starts[4]]);
    await ana.calls.setWeeklyHours(hours([], { bufferMinutes: 45 }));
    await ana.calls.setWeeklyHours(hours([], { bufferMinutes: 60 }));
    expect(await free()).toEqual([starts[0], starts[4]]);
  });

  test('of an hour also limits slots that are published near a session', async () => {
    const { ana, ben, chen, inMinutes } = await startMeeting();
    await ana.calls.setWeeklyHours(hours([], { bufferMinutes: 60 }));
    await ana.calls.bookSlot(await ben.calls.createSlot({ startsAt: inMinutes(600), duration: 60 }));
    for (const minutes of [495, 705, 780])
      await ana.calls.createSlot({ startsAt: inMinutes(minutes), duration: 60 });
    const { slots } = await chen.calls.listSlots({ userId: ana.userId });
    expect(slots.map(({ startsAt }) => startsAt)).toEqual([inMinutes(780)]);
  });

  test('follows a session whose time is changed in the database', async () => {
    const { ana, ben, chen, inMinutes, platform } = await startMeeting();
    const first = await ana.calls.createSlot({ startsAt: inMinutes(600), duration: 15 });
    for (const minutes of [630, 720, 750])
      await ana.calls.createSlot({ startsAt: inMinutes(minutes), duration: 15 });
    await ana.calls.setWeeklyHours(hours([], { bufferMinutes: 30 }));
    await ben.calls.bookSlot({ userId: ana.userId, scheduleSlotId: first.scheduleSlotId });
    const free = async () =>
      (await chen.calls.listSlots({ userId: ana.userId })).slots
        .filter(({ isBooked }) => !isBooked)
        .map(({ startsAt }) => startsAt);
    expect(await free()).toEqual([inMinutes(720), inMinutes(750)]);
    await sql`UPDATE schedule_sessions SET starts_at = ${inMinutes(780)}, ends_at = ${inMinutes(795)}
      WHERE schedule_slot_id = ${first.scheduleSlotId}`.execute(platform.db);
    expect(await free()).toEqual([inMinutes(630), inMinutes(720)]);
  });
});
