import { describe, expect, test } from 'vitest';
import { acquaint, refusalOf, startMeeting } from '#test/appointments';
import type { Persona } from '#test/personas';

const tooMany = { statusCode: 429, code: 6001 };

async function publish(owner: Persona, startsAt: Date[]) {
  const slots = [];
  for (const moment of startsAt) {
    const { scheduleSlotId } = await owner.calls.createSlot({ startsAt: moment, duration: 15 });
    slots.push({ userId: owner.userId, scheduleSlotId });
  }
  return slots;
}

const timeoutOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => null,
    (error: { timeout?: number }) => error.timeout,
  );

describe('how much one person books', () => {
  test('of one partner twelve times an hour; then 429/6001 with the wait, while all else goes on', async () => {
    const { ana, ben, chen, inHours, clock, again } = await startMeeting();
    await acquaint(ana, ben);
    const hours = Array.from({ length: 14 }, (_, nth) => inHours(100 + nth));
    const slots = await publish(ana, hours);
    const [ofChen] = await publish(chen, [inHours(200)]);
    for (const slot of slots.slice(0, 12)) {
      await ben.calls.bookSlot(slot);
      clock.advance({ seconds: 1 });
    }
    expect(await refusalOf(ben.calls.bookSlot(slots[12]!))).toMatchObject(tooMany);
    expect(await timeoutOf(ben.calls.bookSlot(slots[12]!))).toBe(3600 - 12);

    // Rebooking an own booking and cancelling are not limited, nor are other members or pairs.
    await ben.calls.bookSlot(slots[0]!);
    await ben.calls.cancelBooking(slots[0]!);
    expect(await refusalOf(ben.calls.bookSlot(slots[0]!))).toMatchObject(tooMany);
    await chen.calls.bookSlot(slots[13]!);
    await ben.calls.bookSlot(ofChen!);

    clock.advance({ minutes: 59, seconds: 47 });
    const later = await again(ben);
    expect(await refusalOf(later.calls.bookSlot(slots[12]!))).toMatchObject(tooMany);
    clock.advance({ seconds: 1 });
    await later.calls.bookSlot(slots[12]!);
    expect(await refusalOf(later.calls.bookSlot(slots[0]!))).toMatchObject(tooMany);
  });

  test('of a stranger eight times a day, with moves, until they have both written or met', async () => {
    const { ana, ben, chen, inHours, clock, again } = await startMeeting();
    const [slot, free] = await publish(ana, [inHours(100), inHours(101)]);
    for (let nth = 0; nth < 7; nth += 1) {
      await ben.calls.bookSlot(slot!);
      await ben.calls.cancelBooking(slot!);
    }
    await ben.calls.bookSlot(slot!);
    const move = { ...slot!, toScheduleSlotId: free!.scheduleSlotId };
    expect(await refusalOf(ben.calls.moveBooking(move))).toMatchObject(tooMany);
    expect(await timeoutOf(ben.calls.moveBooking(move))).toBe(24 * 3600);
    // A message without an answer changes nothing.
    await ben.calls.sendTextMessage({ userId: ana.userId, content: 'Hello' });
    expect(await refusalOf(ben.calls.moveBooking(move))).toMatchObject(tooMany);
    await ana.calls.sendTextMessage({ userId: ben.userId, content: 'Hello' });
    await ben.calls.moveBooking(move);

    const [met, next] = await publish(chen, [inHours(2), inHours(200)]);
    for (let nth = 0; nth < 7; nth += 1) {
      await ben.calls.bookSlot(next!);
      await ben.calls.cancelBooking(next!);
    }
    await ben.calls.bookSlot(met!);
    expect(await refusalOf(ben.calls.bookSlot(next!))).toMatchObject(tooMany);
    clock.advance({ hours: 2 });
    await (await again(ben)).calls.bookSlot(next!);
  });

  test('of one partner thirty times a day', async () => {
    const { ana, ben, inHours, clock, again } = await startMeeting();
    await acquaint(ana, ben);
    const [slot] = await publish(ana, [inHours(100)]);
    let calls = ben.calls;
    for (let nth = 0; nth < 30; nth += 1) {
      if (nth % 10 === 0) {
        clock.advance({ hours: 2 });
        ({ calls } = await again(ben));
      }
      await calls.bookSlot(slot!);
      await calls.cancelBooking(slot!);
    }
    clock.advance({ hours: 2 });
    ({ calls } = await again(ben));
    expect(await timeoutOf(calls.bookSlot(slot!))).toBe((24 - 6) * 3600);
  });

  test('of everybody forty times an hour, and what is refused does not count', async () => {
    const { ana, ben, chen, inHours, signUp } = await startMeeting();
    const owners = [ana, chen, await signUp('dora@example.org'), await signUp('emil@example.org')];
    for (const owner of owners) await acquaint(ben, owner);
    const slots = [];
    for (const [place, owner] of owners.entries()) {
      const times = Array.from({ length: 11 }, (_, nth) => inHours(50 + 20 * place + nth));
      slots.push(...(await publish(owner, times)));
    }
    const [own] = await publish(ben, [inHours(20)]);
    for (let nth = 0; nth < 45; nth += 1) {
      expect(await refusalOf(ben.calls.bookSlot(own!))).toMatchObject({ code: 3000 });
    }
    for (const slot of slots.slice(0, 40)) await ben.calls.bookSlot(slot);
    expect(await refusalOf(ben.calls.bookSlot(slots[40]!))).toMatchObject(tooMany);
    expect(await timeoutOf(ben.calls.bookSlot(slots[40]!))).toBe(3600);
    expect((await ben.calls.listAppointments()).count).toBe(40);
  });
});

describe('how often slots are published', () => {
  test('a whole week cell by cell is nothing; a loop of publishing and removing has to wait', async () => {
    const { ana, ben, inMinutes, platform, clock } = await startMeeting();
    const publishOne = (nth: number) =>
      ana.calls.createSlot({ startsAt: inMinutes(15 * (nth + 1)), duration: 15 });
    const slots = [];
    for (let nth = 0; nth < 448; nth += 1) slots.push(await publishOne(nth));
    // As if a thousand more slots had been published and removed.
    await platform.pool.query(`UPDATE rate_buckets SET full_at = full_at + interval '2 s' * 1051`);
    await publishOne(448);
    expect(await refusalOf(publishOne(449))).toMatchObject(tooMany);
    expect(await timeoutOf(publishOne(449))).toBe(2);
    await ana.calls.deleteSlot(slots[0]!);
    await ben.calls.createSlot({ startsAt: inMinutes(15), duration: 15 });
    clock.advance({ seconds: 2 });
    await ana.calls.createSlot({ startsAt: slots[0]!.startsAt, duration: 15 });
  });
});

describe('the private calendar address', () => {
  test('is made ten times an hour and revoked whenever one likes', async () => {
    const { ana, ben } = await startMeeting();
    for (let nth = 0; nth < 10; nth += 1) await ana.calls.createCalendarFeed();
    expect(await refusalOf(ana.calls.createCalendarFeed())).toMatchObject(tooMany);
    expect(await timeoutOf(ana.calls.createCalendarFeed())).toBe(3600);
    expect(await ana.calls.deleteCalendarFeed()).toEqual({});
    await ben.calls.createCalendarFeed();
  });

  test('is read twenty times at once, then every half minute; other addresses go on', async () => {
    const { ana, ben, visitor, clock } = await startMeeting();
    const pathOf = async (person: Persona) => new URL((await person.calls.createCalendarFeed()).url).pathname;
    const [own, other] = [await pathOf(ana), await pathOf(ben)];
    const read = (path: string) => visitor().send('GET', path);
    for (let nth = 0; nth < 20; nth += 1) expect((await read(own)).status).toBe(200);
    const refused = await read(own);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30']);
    expect(await refused.json()).toMatchObject({ ...tooMany, timeout: 30 });
    expect((await read(other)).status).toBe(200);
    clock.advance({ seconds: 30 });
    expect([(await read(own)).status, (await read(own)).status]).toEqual([200, 429]);
  });
});
