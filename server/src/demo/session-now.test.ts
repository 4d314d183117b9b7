import { randomUUID } from 'node:crypto';
import { isCallOpen } from '@parlance/contract/call';
import { beforeEach, expect, test, vi } from 'vitest';
import { bookSlot } from '#schedule/schedule';
import { acquaint } from '#test/appointments';
import { openPage, refusal } from '#test/call-session';
import { demoOfFile, enterDemo, joinForPartner } from '#test/demo';
import type { Community, Persona } from '#test/personas';
import { as } from './story.ts';

vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });

const startDemo = demoOfFile({ RATE_LIMITS: 'off' });
let community: Community;
const enter = (): Promise<Persona> => enterDemo(community);

const openSessions = async ({ calls }: Persona) => {
  const { slots } = await calls.listAppointments({});
  const now = community.clock.now();
  return slots.filter(({ startsAt, duration }) =>
    isCallOpen(startsAt, new Date(startsAt.getTime() + duration * 60_000), now),
  );
};

beforeEach(async () => {
  community = await startDemo();
});

test('the demo user has one session to join at once, for at least 15 minutes', async () => {
  for (const minutes of [7, 11, 180]) {
    community.clock.set(new Date(Date.parse('2030-03-05T09:00:00Z') + minutes * 60_000));
    const visitor = await enter();
    await enter();
    const [session, ...more] = await openSessions(visitor);
    expect(more).toEqual([]);
    const startsAt = session?.startsAt.getTime() ?? 0;
    const leftMs = startsAt + (session?.duration ?? 0) * 60_000 - community.clock.now().getTime();
    expect(leftMs).toBeGreaterThanOrEqual(15 * 60_000);
    // The appointments list offers no way to join before the start.
    expect(startsAt).toBeLessThanOrEqual(community.clock.now().getTime());
    expect(session?.bookedByUserId).toBe(visitor.userId);
  }
});

test('the page of the demo user simulates the partner: seat, signals and requests', async () => {
  community.clock.advance({ minutes: 3 });
  const visitor = await enter();
  const [session] = await openSessions(visitor);
  const scheduleSlotId = session?.scheduleSlotId ?? '';
  const own = await openPage(visitor, scheduleSlotId);
  await own.join();
  const partner = { scheduleSlotId, peerId: randomUUID() };
  const { seats, timer } = await joinForPartner(own, partner);
  expect(seats.map(({ userId, peerId, isHere }) => [userId, peerId, isHere])).toEqual([
    [visitor.userId, own.peerId, true],
    [session?.userId, partner.peerId, true],
  ]);
  expect(timer.startedAt).toEqual(community.clock.now());

  const items = [{ again: true as const }];
  await own.emit('call:signal', { to: partner.peerId, epoch: 1, items });
  await own.hears('call:signal', ({ to }) => to === partner.peerId);
  await own.call.emit('call:signal', { ...partner, to: own.peerId, epoch: 1, items });
  await own.hears('call:signal', ({ from, to }) => from === partner.peerId && to === own.peerId);

  await own.emit('call:timer', { action: 'swap' });
  await own.call.emit('call:timer', { ...partner, action: 'swap' });
  await own.hears('call:timer', ({ swapAt }) => Number(swapAt) === community.clock.now().getTime());
  const note = { noteId: randomUUID(), kind: 'word' as const, text: 'madrugar' };
  await own.call.emit('call:note', { ...partner, ...note });
  expect((await own.join()).notes).toEqual([expect.objectContaining({ ...note, userId: session?.userId })]);
  own.disconnect();
  const second = await openPage(visitor, scheduleSlotId, own.peerId);
  const partnerIsHere = async () => {
    const { seats: now } = await second.join();
    return now.find(({ userId }) => userId === session?.userId)?.isHere;
  };
  await expect.poll(partnerIsHere).toBe(false);
});

test('simulates neither real members nor the demo account', async () => {
  const visitor = await enter();
  const [session] = await openSessions(visitor);
  const real = await community.signUp('real@example.org', {
    name: 'Rea',
    description: 'I am.',
    speaks: ['es'],
  });
  const join = async (person: Persona, scheduleSlotId = '') => {
    const page = await openPage(person, scheduleSlotId);
    return refusal(joinForPartner(page, { scheduleSlotId, peerId: randomUUID() }));
  };
  expect(await join(real, session?.scheduleSlotId)).toBe('404/4001');
  const startsAt = new Date(community.clock.now().getTime() + 45 * 60_000);
  const { scheduleSlotId } = await real.calls.createSlot({ startsAt, duration: 15 });
  await visitor.calls.bookSlot({ userId: real.userId, scheduleSlotId });
  community.clock.advance({ minutes: 41 });
  expect(await join(await enter(), scheduleSlotId)).toBe('404/4001');
  expect(await join(await community.signIn('real@example.org'), scheduleSlotId)).toBe('404/4001');
});

test('a demo partner suggests another time once to a visitor who is here, and accepts one of the visitor', async () => {
  community.clock.advance({ minutes: 3 });
  const visitor = await enter();
  const { platform } = community;
  const pass = async (seconds: number) => {
    community.clock.advance({ seconds });
    await community.runJobs();
  };
  const suggested = async () =>
    (await visitor.calls.listAppointments({ limit: 50 })).slots.filter((slot) => slot.proposedStartsAt);
  await pass(15);
  expect(await suggested()).toEqual([]);
  await visitor.connect();
  await pass(15);
  const [session, ...more] = await suggested();
  expect(more).toEqual([]);
  expect([session?.user.name, session?.bookedByUserId]).toEqual(['Aiko Tanaka', visitor.userId]);
  const laterMs = Number(session?.proposedStartsAt) - Number(session?.startsAt);
  expect([24, 26, 48, 50]).toContain(laterMs / 3_600_000);
  await visitor.calls.answerMove({ scheduleSlotId: session?.scheduleSlotId ?? '', accept: false });
  await pass(15);
  expect(await suggested()).toEqual([]);

  const inDays = (days: number) => new Date(Date.parse('2030-03-05T10:00:00Z') + days * 86_400_000);
  const publish = (days: number) => visitor.calls.createSlot({ startsAt: inDays(days), duration: 30 });
  const [ofPartner, ofReal] = [await publish(40), await publish(41)];
  await bookSlot(platform, as(session?.userId ?? ''), ofPartner);
  const real = await community.signUp('real@example.org', { name: 'Rea' });
  await acquaint(real, visitor);
  await real.calls.bookSlot(ofReal);
  for (const [{ scheduleSlotId }, days] of [[ofPartner, 50] as const, [ofReal, 51] as const])
    await visitor.calls.proposeMove({ scheduleSlotId, startsAt: inDays(days) });
  await pass(2);
  const { slots } = await visitor.calls.listAppointments({ start: inDays(40) });
  expect(slots.map(({ startsAt, bookedByUserId }) => [startsAt, bookedByUserId])).toEqual([
    [inDays(41), real.userId],
    [inDays(50), session?.userId],
  ]);
});

test('demo partners accept another week or a weekly series; real members are not simulated', async () => {
  community.clock.advance({ minutes: 3 });
  const visitor = await enter();
  const [session] = await openSessions(visitor);
  const scheduleSlotId = session?.scheduleSlotId ?? '';
  const weeksLater = (weeks: number) => new Date(Number(session?.startsAt) + weeks * 7 * 86_400_000);
  const isBooked = async (startsAt: Date) =>
    (await visitor.calls.listAppointments({ start: startsAt })).slots.some(
      (slot) => slot.userId === session?.userId && Number(slot.startsAt) === Number(startsAt),
    );
  const pass = async (seconds: number) => {
    community.clock.advance({ seconds });
    await community.runJobs();
  };
  expect(await visitor.calls.bookAgain({ scheduleSlotId })).toEqual({ slot: null });
  await pass(2);
  expect(await isBooked(weeksLater(1))).toBe(false);
  await pass(4);
  expect(await isBooked(weeksLater(1))).toBe(true);
  expect(await visitor.calls.meetWeekly({ scheduleSlotId })).toEqual({ slots: null });
  await pass(6);
  for (const week of [2, 3, 4]) expect(await isBooked(weeksLater(week))).toBe(true);

  const real = await community.signUp('real@example.org', { name: 'Rea' });
  const startsAt = new Date(Number(session?.startsAt) + 45 * 60_000);
  const { scheduleSlotId: ofReal } = await real.calls.createSlot({ startsAt, duration: 15 });
  await visitor.calls.bookSlot({ userId: real.userId, scheduleSlotId: ofReal });
  const { calls } = await community.signIn('real@example.org');
  await calls.meetWeekly({ scheduleSlotId: ofReal });
  await pass(6);
  expect(await calls.meetWeekly({ scheduleSlotId: ofReal })).toEqual({ slots: null });
});
