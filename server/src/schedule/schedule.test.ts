import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { ban, refusalOf, startMeeting } from '#test/appointments';

const taken = { statusCode: 403, code: 3000, message: 'This slot is no longer available.' };
const overlap = { statusCode: 403, code: 3000, message: 'You have another session at this time.' };
const notFound = { statusCode: 404, code: 4001, message: 'The requested resource was not found.' };
const someId = '0195a0c0-0000-7000-8000-000000000000';

// Rules: docs/specification/schedule.md#slots
describe('publishing a slot', () => {
  test('answers the slot, free, in UTC', async () => {
    const { ana, inHours } = await startMeeting();
    const slot = await ana.calls.createSlot({ startsAt: inHours(2), duration: 45 });
    expect(slot).toMatchObject({
      startsAt: inHours(2),
      duration: 45,
      bookedByUserId: null,
      userId: ana.userId,
    });
  });

  test('takes any offset, and only 15, 30, 45 or 60 minutes', async () => {
    const { ana } = await startMeeting();
    const send = (body: object) => ana.send('POST', '/v1/user/schedule', body);
    const answer = await send({ startsAt: '2030-03-05T21:45:00+05:45', duration: 15 });
    expect(await answer.json()).toMatchObject({ startsAt: '2030-03-05T16:00:00.000Z' });
    for (const duration of [0, 10, 20, 75, 15.5, -15, '15', null]) {
      expect((await send({ startsAt: '2030-03-06T16:00:00Z', duration })).status, `${duration}`).toBe(400);
    }
  });

  test('past, off the grid and beyond a year are refused at startsAt', async () => {
    const { ana, inMinutes, inHours } = await startMeeting();
    const refusal = async (startsAt: Date) => refusalOf(ana.calls.createSlot({ startsAt, duration: 15 }));
    const at = (startsAt: string) => ({ statusCode: 400, code: 1000, fields: { startsAt } });
    expect(await refusal(inMinutes(0))).toMatchObject(at('Must be in the future'));
    expect(await refusal(inMinutes(-15))).toMatchObject(at('Must be in the future'));
    expect(await refusal(inMinutes(16))).toMatchObject(at('Must be on a quarter of an hour'));
    expect(await refusal(new Date(inMinutes(15).getTime() + 1))).toMatchObject(
      at('Must be on a quarter of an hour'),
    );
    expect(await refusal(inHours(365 * 24 + 0.25))).toMatchObject(at('Must be within 365 days'));
    expect(await refusal(inHours(365 * 24))).toHaveProperty('answer');
  });

  test('an overlap is refused, a neighbour is not, and an exact repeat answers the same slot', async () => {
    const { ana, inHours, inMinutes } = await startMeeting();
    const slot = await ana.calls.createSlot({ startsAt: inHours(2), duration: 60 });
    const message = 'This time overlaps with another slot of yours.';
    for (const [minutes, duration] of [
      [105, 30],
      [135, 15],
      [120, 30],
      [165, 60],
    ] as const) {
      const refusal = await refusalOf(ana.calls.createSlot({ startsAt: inMinutes(minutes), duration }));
      expect(refusal).toEqual({ statusCode: 403, code: 3000, message });
    }
    await ana.calls.createSlot({ startsAt: inMinutes(180), duration: 15 });
    await ana.calls.createSlot({ startsAt: inMinutes(105), duration: 15 });
    expect(await ana.calls.createSlot({ startsAt: inHours(2), duration: 60 })).toEqual(slot);
    expect((await ana.calls.listOwnSlots()).count).toBe(3);
  });

  test('the same slot sent many times at once is one slot', async () => {
    const { ana, inHours } = await startMeeting();
    const slots = await Promise.all(
      Array.from({ length: 20 }, () => ana.calls.createSlot({ startsAt: inHours(2), duration: 30 })),
    );
    expect(new Set(slots.map(({ scheduleSlotId }) => scheduleSlotId)).size).toBe(1);
  });

  test('there are at most 500 future slots, also when several are sent at once', async () => {
    const { ana, platform, clock, inMinutes } = await startMeeting();
    await sql`
      INSERT INTO schedule_slots (schedule_slot_id, user_id, starts_at, ends_at, duration, created_at, updated_at)
      SELECT gen_random_uuid(), ${ana.userId}, ${clock.now()}::timestamptz + n * interval '30 minutes',
        ${clock.now()}::timestamptz + n * interval '30 minutes' + interval '15 minutes', 15, ${clock.now()}, ${clock.now()}
      FROM generate_series(-3, 497) AS n`.execute(platform.db);
    const answers = await Promise.all(
      [0, 1, 2, 3, 4, 5].map((n) =>
        refusalOf(ana.calls.createSlot({ startsAt: inMinutes(30 * n + 45), duration: 15 })),
      ),
    );
    expect(answers.filter((answer) => 'answer' in (answer as object))).toHaveLength(3);
    expect(answers).toContainEqual({
      statusCode: 403,
      code: 3000,
      message: 'You can have at most 500 future slots.',
    });
    await expect(ana.calls.createSlot({ startsAt: inMinutes(30 * 600), duration: 30 })).rejects.toMatchObject(
      {
        key: 'You can have at most {futureSlotsMax} future slots.',
        values: { futureSlotsMax: 500 },
      },
    );
  });

  test('the database itself refuses overlapping slots, odd times and odd lengths', async () => {
    const { ana, platform, clock, inHours, inMinutes } = await startMeeting();
    const insert = (startsAt: Date, minutes: number, duration = minutes) => {
      const endsAt = new Date(startsAt.getTime() + minutes * 60_000);
      return sql`INSERT INTO schedule_slots
        (schedule_slot_id, user_id, starts_at, ends_at, duration, created_at, updated_at)
        VALUES (gen_random_uuid(), ${ana.userId}, ${startsAt}, ${endsAt}, ${duration}, ${clock.now()}, ${clock.now()})`.execute(
        platform.db,
      );
    };
    await insert(inHours(1), 30);
    await expect(insert(inMinutes(75), 30)).rejects.toThrow('schedule_slots_no_overlap');
    await expect(insert(inMinutes(121), 30)).rejects.toThrow('check constraint');
    await expect(insert(inMinutes(120), 20)).rejects.toThrow('check constraint');
    await expect(insert(inMinutes(120), 30, 15)).rejects.toThrow('check constraint');
  });
});

describe('removing a slot', () => {
  test("a free one goes; another person's or an unknown one is not found", async () => {
    const { ana, ben, inHours } = await startMeeting();
    const { scheduleSlotId } = await ana.calls.createSlot({ startsAt: inHours(2), duration: 15 });
    expect(await refusalOf(ben.calls.deleteSlot({ scheduleSlotId }))).toEqual(notFound);
    expect(await ana.calls.deleteSlot({ scheduleSlotId })).toEqual({});
    expect(await refusalOf(ana.calls.deleteSlot({ scheduleSlotId }))).toEqual(notFound);
    expect(await refusalOf(ana.calls.deleteSlot({ scheduleSlotId: someId }))).toEqual(notFound);
  });

  test('a booked one stays until it is cancelled, for the product and for the database', async () => {
    const { ana, ben, inHours, platform } = await startMeeting();
    const { scheduleSlotId } = await ana.calls.createSlot({ startsAt: inHours(2), duration: 15 });
    await ben.calls.bookSlot({ userId: ana.userId, scheduleSlotId });
    const message = 'This slot is booked. Please cancel the session first.';
    expect(await refusalOf(ana.calls.deleteSlot({ scheduleSlotId }))).toEqual({
      statusCode: 403,
      code: 3000,
      message,
    });
    const byHand = platform.db.deleteFrom('schedule_slots').where('schedule_slot_id', '=', scheduleSlotId);
    await expect(byHand.execute()).rejects.toThrow('schedule_sessions');
    await ana.calls.cancelBooking({ userId: ana.userId, scheduleSlotId });
    expect(await ana.calls.deleteSlot({ scheduleSlotId })).toEqual({});
  });
});

// Rules: docs/specification/schedule.md#booking
describe('booking', () => {
  test('answers the slot with the booker, and again to the same person', async () => {
    const { ana, ben, inHours, platform } = await startMeeting();
    const free = await ana.calls.createSlot({ startsAt: inHours(2), duration: 30 });
    const wanted = { userId: ana.userId, scheduleSlotId: free.scheduleSlotId };
    const slot = await ben.calls.bookSlot(wanted);
    const booked = { isBooked: true, bookedByUserId: ben.userId, updatedAt: slot.updatedAt };
    // Only the owner learns where a slot comes from.
    expect(slot).toEqual({ ...free, ...booked, isFromWeeklyHours: undefined });
    expect(await ben.calls.bookSlot(wanted)).toEqual(slot);
    const activities = await platform.db
      .selectFrom('user_activities')
      .select(['user_id', 'type'])
      .where('type', '<>', 'sign-in')
      .execute();
    expect(activities).toEqual([{ user_id: ben.userId, type: 'book-schedule-slot' }]);
  });

  test("taken, past and one's own are refused with their sentences", async () => {
    const { ana, ben, chen, again, clock, inHours } = await startMeeting();
    const publish = (hours: number) => ana.calls.createSlot({ startsAt: inHours(hours), duration: 30 });
    const first = await publish(2);
    const second = await publish(3);
    const book = (person: typeof ben, { scheduleSlotId }: typeof first) =>
      refusalOf(person.calls.bookSlot({ userId: ana.userId, scheduleSlotId }));
    await book(ben, first);
    expect(await book(chen, first)).toEqual(taken);
    expect(await book(ana, second)).toEqual({
      statusCode: 403,
      code: 3000,
      message: 'You cannot book a session with yourself. This is your own availability slot.',
    });
    clock.set(second.startsAt);
    expect(await book(await again(chen), second)).toEqual(taken);
  });

  test('an unknown slot, or one of somebody else, is not found', async () => {
    const { ana, ben, chen, inHours } = await startMeeting();
    const { scheduleSlotId } = await ana.calls.createSlot({ startsAt: inHours(2), duration: 30 });
    expect(await refusalOf(ben.calls.bookSlot({ userId: chen.userId, scheduleSlotId }))).toEqual(notFound);
    expect(await refusalOf(ben.calls.bookSlot({ userId: ana.userId, scheduleSlotId: someId }))).toEqual(
      notFound,
    );
  });

  test('nobody is in two sessions at once, as owner or as booker', async () => {
    const { ana, ben, chen, inHours, inMinutes } = await startMeeting();
    const publish = (person: typeof ana, startsAt: Date, duration: number) =>
      person.calls.createSlot({ startsAt, duration });
    const book = (person: typeof ana, { userId, scheduleSlotId }: Awaited<ReturnType<typeof publish>>) =>
      refusalOf(person.calls.bookSlot({ userId, scheduleSlotId }));
    const ofAna = await publish(ana, inHours(2), 60);
    const ofChen = await publish(chen, inMinutes(150), 30);
    const ofBen = await publish(ben, inMinutes(165), 15);
    const later = await publish(chen, inHours(3), 15);
    expect(await book(ben, ofAna)).toHaveProperty('answer');
    // Ben is a booker at that time, Ana an owner; Ben's own slot overlaps too.
    expect(await book(ben, ofChen)).toEqual(overlap);
    expect(await book(ana, ofChen)).toEqual(overlap);
    expect(await book(chen, ofBen)).toEqual(taken);
    expect(await book(ben, later)).toHaveProperty('answer');
  });

  test('the database itself refuses a second session at the same time', async () => {
    const { ana, ben, chen, inHours, platform } = await startMeeting();
    const ofAna = await ana.calls.createSlot({ startsAt: inHours(2), duration: 60 });
    const ofChen = await chen.calls.createSlot({ startsAt: inHours(2), duration: 15 });
    await ben.calls.bookSlot({ userId: ana.userId, scheduleSlotId: ofAna.scheduleSlotId });
    const second = platform.db.insertInto('schedule_sessions').values({
      schedule_slot_id: ofChen.scheduleSlotId,
      user_id: ben.userId,
      starts_at: ofChen.startsAt,
      ends_at: inHours(2.25),
    });
    await expect(second.execute()).rejects.toThrow('schedule_sessions_no_overlap');
  });

  test('a block either way is 3002, before anything about the slot', async () => {
    const meeting = await startMeeting();
    const { ana, ben, chen, inHours } = meeting;
    const { scheduleSlotId } = await ana.calls.createSlot({ startsAt: inHours(2), duration: 30 });
    const blocked = { statusCode: 403, code: 3002 };
    await ana.calls.blockUser({ userId: ben.userId });
    await chen.calls.blockUser({ userId: ana.userId });
    for (const person of [ben, chen]) {
      const refusal = await refusalOf(person.calls.bookSlot({ userId: ana.userId, scheduleSlotId }));
      expect(refusal).toMatchObject(blocked);
    }
  });

  test('the slots of a banned person are not found', async () => {
    const meeting = await startMeeting();
    const { ana, ben, inHours } = meeting;
    const { scheduleSlotId } = await ana.calls.createSlot({ startsAt: inHours(2), duration: 30 });
    await ban(meeting, ana);
    expect(await refusalOf(ben.calls.bookSlot({ userId: ana.userId, scheduleSlotId }))).toEqual(notFound);
    expect(await refusalOf(ben.calls.listSlots({ userId: ana.userId }))).toMatchObject({
      statusCode: 404,
      code: 4002,
    });
  });
});

// Rules: docs/specification/schedule.md#cancelling
describe('cancelling', () => {
  test('either party frees the slot, and it can be booked again', async () => {
    const { ana, ben, chen, inHours, platform } = await startMeeting();
    const { scheduleSlotId } = await ana.calls.createSlot({ startsAt: inHours(2), duration: 30 });
    const slot = { userId: ana.userId, scheduleSlotId };
    await ben.calls.bookSlot(slot);
    expect(await ana.calls.cancelBooking(slot)).toEqual({});
    await ben.calls.bookSlot(slot);
    expect(await ben.calls.cancelBooking(slot)).toEqual({});
    expect((await chen.calls.bookSlot(slot)).bookedByUserId).toBe(chen.userId);
    const cancels = await platform.db
      .selectFrom('user_activities')
      .select('user_id')
      .where('type', '=', 'cancel-schedule-slot')
      .orderBy('user_activity_id')
      .execute();
    expect(cancels.map(({ user_id }) => user_id)).toEqual([ana.userId, ben.userId]);
  });

  test('a third party and a mismatch are not found; not booked is fine for the owner only', async () => {
    const { ana, ben, chen, inHours } = await startMeeting();
    const { scheduleSlotId } = await ana.calls.createSlot({ startsAt: inHours(2), duration: 30 });
    const cancel = (person: typeof ana, userId = ana.userId) =>
      refusalOf(person.calls.cancelBooking({ userId, scheduleSlotId }));
    expect(await cancel(ana)).toEqual({ answer: {} });
    expect(await cancel(ben)).toEqual(notFound);
    await ben.calls.bookSlot({ userId: ana.userId, scheduleSlotId });
    expect(await cancel(chen)).toEqual(notFound);
    expect(await cancel(ben, ben.userId)).toEqual(notFound);
    expect(await cancel(ben)).toEqual({ answer: {} });
    expect(await cancel(ben)).toEqual(notFound);
  });

  test('after the start it is too late', async () => {
    const { ana, ben, again, clock, inHours } = await startMeeting();
    const slot = await ana.calls.createSlot({ startsAt: inHours(1), duration: 30 });
    const { scheduleSlotId } = await ben.calls.bookSlot({
      userId: ana.userId,
      scheduleSlotId: slot.scheduleSlotId,
    });
    clock.set(slot.startsAt);
    for (const person of [await again(ana), await again(ben)]) {
      const refusal = await refusalOf(person.calls.cancelBooking({ userId: ana.userId, scheduleSlotId }));
      expect(refusal).toEqual({ statusCode: 403, code: 3000, message: 'This session has already started.' });
    }
  });
});

// Rules: docs/specification/schedule.md#realtime
describe('live news (schedule:changed to both parties)', () => {
  test('booking and cancelling reach both, deleting the owner; each says who', async () => {
    const { ana, ben, chen, inHours } = await startMeeting();
    const heard: string[] = [];
    const nameOf = (userId: string) => (userId === ana.userId ? 'Ana' : 'Ben');
    for (const [name, person] of Object.entries({ ana, ben, chen })) {
      const realtime = await person.connect();
      realtime.on('schedule:changed', ({ change, byUserId }) => {
        heard.push(`${name}: ${change} by ${nameOf(byUserId)}`);
      });
    }
    const { scheduleSlotId } = await ana.calls.createSlot({ startsAt: inHours(2), duration: 30 });
    await ben.calls.bookSlot({ userId: ana.userId, scheduleSlotId });
    await ben.calls.bookSlot({ userId: ana.userId, scheduleSlotId });
    await ana.calls.cancelBooking({ userId: ana.userId, scheduleSlotId });
    await ana.calls.deleteSlot({ scheduleSlotId });
    await expect
      .poll(() => heard.toSorted())
      .toEqual([
        'ana: booked by Ben',
        'ana: cancelled by Ana',
        'ana: deleted by Ana',
        'ben: booked by Ben',
        'ben: cancelled by Ana',
      ]);
  });
});
