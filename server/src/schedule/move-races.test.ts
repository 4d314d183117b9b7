import { expect, test } from 'vitest';
import { startTestApp } from '#test/app';
import { brokenInvariants, insertPeople, lostRace } from '#test/booking-proof';
import { moveBooking } from './moves.ts';
import { bookSlot, createSlot } from './schedule.ts';

const contenderCount = 200;

test('of 200 who move to or book one slot at once exactly one gets it, and no session is lost', {
  timeout: 240_000,
}, async () => {
  const { platform, clock } = await startTestApp();
  const [owner, ...contenders] = await insertPeople(platform, contenderCount + 1);
  const publish = async (quarters: number) => {
    const startsAt = new Date(clock.now().getTime() + quarters * 900_000);
    return (await createSlot(platform, owner!, { startsAt, duration: 15 })).scheduleSlotId;
  };
  const { userId } = owner!;
  const target = await publish(1);
  const held = new Map<string, string>();
  for (const [index, guest] of contenders.slice(0, contenderCount / 2).entries()) {
    const scheduleSlotId = await publish(2 + index);
    await bookSlot(platform, guest, { userId, scheduleSlotId });
    held.set(guest.userId, scheduleSlotId);
  }
  // Movers and bookers alternate, so that neither kind is first as a whole.
  const acts = contenders.slice(0, contenderCount / 2).flatMap((mover, index) => [
    () =>
      moveBooking(platform, mover, {
        userId,
        scheduleSlotId: held.get(mover.userId)!,
        toScheduleSlotId: target,
      }),
    () => bookSlot(platform, contenders[index + contenderCount / 2]!, { userId, scheduleSlotId: target }),
  ]);
  const outcomes = await Promise.allSettled(acts.map((act) => act()));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const refusals = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected'
      ? `${outcome.reason.statusCode}/${outcome.reason.code} ${outcome.reason.message}`
      : [],
  );
  expect([...new Set(refusals)]).toEqual([lostRace]);
  for (const guest of held.keys()) {
    const sessions = await platform.db
      .selectFrom('schedule_sessions')
      .select('schedule_slot_id')
      .where('user_id', '=', guest)
      .execute();
    expect(sessions).toHaveLength(1);
  }
  expect(await brokenInvariants(platform)).toEqual([]);
});
