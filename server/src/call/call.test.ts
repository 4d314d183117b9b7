import { createHmac, randomUUID } from 'node:crypto';
import type { CallAnswer, CallJoined } from '@parlance/contract/call-events';
import { beforeEach, describe, expect, test } from 'vitest';
import { type CallSession, openPage, type Page, refusal, startCallSession } from '#test/call-session';

let session: CallSession;
let ana: Page;
let ben: Page;

beforeEach(async () => {
  session = await startCallSession({ env: { RATE_LIMITS: 'off' } });
  ana = await session.open(session.ana);
  ben = await session.open(session.ben);
});

const minutesAfterStart = (moment: Date | null | undefined) =>
  moment ? (moment.getTime() - session.startsAt.getTime()) / 60_000 : null;

describe('who may join', () => {
  test.each([
    [-5, -1, '403/3000'],
    [-5, 0, 'taken'],
    [39, 59, 'taken'],
    [40, 0, '403/3000'],
  ])('%s minutes and %s seconds after the start: %s', async (minutes, seconds, expected) => {
    session.at(minutes, seconds);
    expect(await refusal(ana.join())).toBe(expected);
  });

  test('allows only the two members of the booking', async () => {
    session.at(0);
    const chen = await session.open(session.chen);
    expect(await refusal(chen.join())).toBe('404/4001');
    await ana.join();
    for (const event of ['call:alive', 'call:leave'] as const)
      expect(await refusal(chen.emit(event, {}))).toBe('404/4001');
    expect(await refusal(session.chen.calls.getCallSummary({ scheduleSlotId: session.scheduleSlotId }))).toBe(
      '404/4001',
    );
  });

  test('refuses both after a block', async () => {
    session.at(1);
    await session.ben.calls.blockUser({ userId: session.ana.userId });
    expect(await refusal(ana.join())).toBe('403/3002');
    expect(await refusal(ben.join())).toBe('403/3002');
  });

  test('refuses a cancelled session', async () => {
    await session.ana.calls.cancelBooking({
      userId: session.ana.userId,
      scheduleSlotId: session.scheduleSlotId,
    });
    session.at(0);
    for (const page of [ana, ben]) expect(await refusal(page.join())).toBe('404/4001');
    for (const { calls } of [session.ana, session.ben])
      expect(await refusal(calls.getCallSummary(session))).toBe('404/4001');
  });

  test('a slot that somebody else has booked since has a session of its own', async () => {
    session.at(1);
    await ana.join();
    await ben.join();
    await ana.emit('call:note', { noteId: randomUUID(), kind: 'word', text: 'for Ben only' });
    await session.platform.db
      .updateTable('schedule_slots')
      .set({ booked_by_user_id: session.chen.userId })
      .where('schedule_slot_id', '=', session.scheduleSlotId)
      .execute();
    const empty = { startedAt: null, languages: null, seats: [], talk: [], notes: [] };
    expect(await session.chen.calls.getCallSummary(session)).toMatchObject(empty);
    const chen = await session.open(session.chen);
    const { seats, notes } = await chen.join();
    expect([seats.map(({ userId }) => userId), notes]).toEqual([[chen.userId], []]);
    expect(await refusal(ben.join())).toBe('404/4001');
  });
});

describe('seats', () => {
  test('presence is sent to both, also to a page that has not joined', async () => {
    session.at(-2);
    const { seats } = await ana.join();
    const own = { userId: ana.userId, peerId: ana.peerId };
    const atFirst = { isHere: true, hasLeft: false, isMuted: false, hasCamera: false };
    expect(seats).toEqual([{ ...own, ...atFirst }]);
    const heard = await ben.hears('call:seats', (value) => value.seats.length === 1);
    expect(heard).toEqual({ scheduleSlotId: session.scheduleSlotId, seats });
    await ana.emit('call:state', { isMuted: true, hasCamera: true });
    await ben.hears('call:seats', ({ seats: [seat] }) => seat?.isMuted === true && seat.hasCamera);
    await ana.emit('call:leave', {});
    await ben.hears('call:seats', ({ seats: [seat] }) => seat?.hasLeft === true && !seat.isHere);
  });

  test('a lost connection keeps its seat for a minute, and the same page can resume it', async () => {
    session.at(1);
    await ana.join();
    await ben.join();
    await ana.emit('call:state', { isMuted: true, hasCamera: false });
    ana.disconnect();
    await ben.hears('call:seats', ({ seats: [seat] }) => seat?.isHere === false && !seat.hasLeft);
    session.at(1, 59);
    await session.runJobs();
    const again = await session.open(session.ana, ana.peerId);
    const { seats } = await again.join();
    expect(seats[0]).toMatchObject({ peerId: ana.peerId, isHere: true, hasLeft: false, isMuted: true });
    expect(ben.heard('call:seats').some(({ seats: [seat] }) => seat?.hasLeft)).toBe(false);

    again.disconnect();
    await ben.hears('call:seats', ({ seats: [seat] }) => seat?.isHere === false);
    session.at(2, 59);
    await session.runJobs();
    await ben.hears('call:seats', ({ seats: [seat] }) => seat?.hasLeft === true);
  });

  test('a new connection of the same page, as after a token refresh, sends no leave', async () => {
    session.at(1);
    await ana.join();
    await ben.join();
    const renewed = await session.open(session.ana, ana.peerId);
    await renewed.join();
    const before = ben.heard('call:seats').length;
    ana.disconnect();
    await ben.emit('call:state', { isMuted: false, hasCamera: true });
    await ben.hears('call:seats', ({ seats }) => seats.some(({ hasCamera }) => hasCamera));
    expect(
      ben
        .heard('call:seats')
        .slice(before)
        .flatMap(({ seats }) => seats)
        .every(({ isHere }) => isHere),
    ).toBe(true);
    expect(ana.heard('call:replaced').concat(renewed.heard('call:replaced'))).toEqual([]);
  });

  test('a second tab takes the seat over, and the first does not take it back', async () => {
    session.at(1);
    await ana.join();
    await ana.emit('call:state', { isMuted: true, hasCamera: true });
    const second = await session.open(session.ana);
    // The microphone and the camera are those of the new page.
    expect((await second.join()).seats).toMatchObject([{ isMuted: false, hasCamera: false }]);
    const told = { scheduleSlotId: session.scheduleSlotId, peerId: ana.peerId };
    expect(await ana.hears('call:replaced', () => true)).toEqual(told);
    expect(await refusal(ana.emit('call:alive', {}))).toBe('403/3000');
    expect(await refusal(ana.join())).toBe('403/3000');
    await expect.poll(() => ana.heard('call:replaced')).toEqual([told, told]);
    // A page without the seat cannot give it up.
    await ana.emit('call:leave', {});
    expect((await session.ben.calls.getCallSummary(session)).seats).toMatchObject([{ hasLeft: false }]);
    const { seats } = await second.join();
    expect(seats.map(({ peerId }) => peerId)).toEqual([second.peerId]);
  });

  test('a page that goes from one session to the next is away from both when its connection closes', async () => {
    const { ana: owner, chen: guest, startsAt } = session;
    const { scheduleSlotId } = await owner.calls.createSlot({
      startsAt: new Date(startsAt.getTime() + 30 * 60_000),
      duration: 15,
    });
    await guest.calls.bookSlot({ userId: owner.userId, scheduleSlotId });
    session.at(27);
    const chen = await openPage(await session.again(guest), scheduleSlotId);
    ben = await session.open(await session.again(session.ben));
    ana = await session.open(await session.again(owner));
    for (const page of [ana, ben, chen]) await page.join();
    await ana.call.emit('call:join', { scheduleSlotId, peerId: randomUUID() });
    for (const page of [ben, chen])
      await page.hears(
        'call:seats',
        ({ seats }) => seats.length === 2 && seats.every(({ isHere }) => isHere),
      );
    ana.disconnect();
    for (const page of [ben, chen])
      await page.hears('call:seats', ({ seats }) =>
        seats.some(({ userId, isHere, hasLeft }) => userId === owner.userId && !isHere && !hasLeft),
      );
  });

  test('another page keeps the place in the list, and a page that has left is not told of it', async () => {
    session.at(1);
    await ana.join();
    session.at(1, 5);
    await ben.join();
    await ana.emit('call:leave', {});
    session.at(1, 10);
    await ana.emit('call:leave', {});
    const left = await session.platform.db.selectFrom('call_seats').select('left_at').execute();
    expect(left.map(({ left_at }) => minutesAfterStart(left_at))).toContain(1 + 5 / 60);
    const second = await session.open(session.ana);
    const { seats } = await second.join();
    expect(seats.map(({ userId }) => userId)).toEqual([ana.userId, ben.userId]);
    // Events of one socket are ordered.
    await ben.emit('call:state', { isMuted: true, hasCamera: false });
    await ana.hears('call:seats', (heard) => heard.seats.some(({ isMuted }) => isMuted));
    expect(ana.heard('call:replaced')).toEqual([]);
  });

  test('of many former pages the last fifty do not take the seat back', async () => {
    session.at(1);
    await ana.join();
    const former = Array.from({ length: 50 }, () => randomUUID());
    await session.platform.db.updateTable('call_seats').set({ replaced_peer_ids: former }).execute();
    await (await session.open(session.ana)).join();
    expect(await refusal(ana.join())).toBe('403/3000');
    const [seat] = await session.platform.db.selectFrom('call_seats').select('replaced_peer_ids').execute();
    expect(seat?.replaced_peer_ids).toEqual([...former.slice(1), ana.peerId]);
  });

  test('a page acts for its own seat, never for that of the other party', async () => {
    session.at(1);
    await ana.join();
    await ben.join();
    const asAna = { scheduleSlotId: session.scheduleSlotId, peerId: ana.peerId };
    const acts = {
      'call:join': {},
      'call:alive': {},
      'call:state': { isMuted: true, hasCamera: true },
      'call:talk': { firstMs: 1, secondMs: 0 },
      'call:timer': { action: 'extend' },
      'call:note': { noteId: randomUUID(), kind: 'word', text: 'a' },
    } as const;
    for (const [event, payload] of Object.entries(acts)) {
      const act = ben.call.emit(event as keyof typeof acts, { ...asAna, ...payload } as never);
      expect(await refusal(act), event).toBe('403/3000');
    }
    await ben.call.emit('call:leave', asAna);
    const { seats, notes } = await session.ben.calls.getCallSummary(session);
    expect(seats).toMatchObject([
      { userId: ana.userId, peerId: ana.peerId, isHere: true, isMuted: false },
      { userId: ben.userId, peerId: ben.peerId, isHere: true },
    ]);
    expect(notes).toEqual([]);
  });

  test('a job notices silent pages after 30 seconds and frees their seats after a minute', async () => {
    session.at(1);
    await ana.join();
    await ben.join();
    await ben.hears('call:seats', ({ seats }) => seats.length === 2);
    session.at(1, 29);
    await session.runJobs();
    const heard = ben.heard('call:seats').length;
    session.at(1, 30);
    await session.runJobs();
    await ben.hears('call:seats', ({ seats }) => seats.every(({ isHere, hasLeft }) => !isHere && !hasLeft));
    session.at(1, 59);
    await session.runJobs();
    session.at(2);
    await session.runJobs();
    await ben.hears('call:seats', ({ seats }) => seats.every(({ hasLeft }) => hasLeft));
    expect(ben.heard('call:seats')).toHaveLength(heard + 2);
  });

  test('a node without pages looks once a minute for sessions that were left behind', async () => {
    const { platform } = session;
    session.at(29);
    for (const page of [ana, ben]) await page.join();
    for (const page of [ana, ben]) page.disconnect();
    await expect.poll(() => platform.realtime.connectedUserIds()).toEqual([]);
    const endedAt = async () => {
      const [call] = await platform.db.selectFrom('calls').select('ended_at').execute();
      return minutesAfterStart(call?.ended_at);
    };
    session.at(29, 30);
    await session.runJobs();
    session.at(30, 29);
    await session.runJobs();
    expect(await endedAt()).toBeNull();
    session.at(30, 30);
    await session.runJobs();
    expect(await endedAt()).toBe(30);
  });

  test('a page of a dead node is away after 30 seconds without a heartbeat', async () => {
    session.at(1);
    await ana.join();
    await ben.join();
    session.at(1, 29);
    await ben.emit('call:alive', {});
    expect(
      ben
        .heard('call:seats')
        .at(-1)
        ?.seats.every(({ isHere }) => isHere),
    ).toBe(true);
    session.at(1, 30);
    const { seats } = (await ben.emit('call:alive', {})) as { seats: { userId: string; isHere: boolean }[] };
    expect(seats.map(({ userId, isHere }) => [userId, isHere])).toEqual([
      [ana.userId, false],
      [ben.userId, true],
    ]);
  });
});

describe('halves', () => {
  test('start when both have joined, in the languages the two teach each other', async () => {
    session.at(4);
    expect((await ana.join()).timer).toEqual({
      startedAt: null,
      swapAt: null,
      endsAt: null,
      languages: null,
      asked: [],
    });
    session.at(10);
    await ana.join();
    const { timer } = await ben.join();
    expect(minutesAfterStart(timer.startedAt)).toBe(10);
    expect(minutesAfterStart(timer.swapAt)).toBe(20);
    expect(minutesAfterStart(timer.endsAt)).toBe(30);
    expect([timer.languages?.first, timer.languages?.second].toSorted()).toEqual(['de', 'en']);
    expect(await ana.hears('call:timer', () => true)).toEqual({
      scheduleSlotId: session.scheduleSlotId,
      ...timer,
    });
  });

  test('do not start early, nor when one leaves before the start', async () => {
    session.at(-3);
    await ana.join();
    const { timer } = await ben.join();
    expect(minutesAfterStart(timer.startedAt)).toBe(0);
    expect(minutesAfterStart(timer.swapAt)).toBe(15);
    await ben.emit('call:leave', {});
    await ana.hears('call:timer', ({ startedAt }) => startedAt === null);
    session.at(2);
    await ana.join();
    const again = await ben.join();
    expect(minutesAfterStart(again.timer.startedAt)).toBe(2);
    expect(again.timer.languages).toEqual(timer.languages);
  });

  test('do not exist when both join after the end; the session ends with its window', async () => {
    session.at(30);
    await ana.join();
    expect((await ben.join()).timer.startedAt).toBeNull();
    session.at(39, 59);
    for (const page of [ana, ben]) await page.join();
    await session.runJobs();
    expect(ana.heard('call:ended')).toEqual([]);
    session.at(40);
    await session.runJobs();
    await ana.hears('call:ended', ({ reason }) => reason === 'time');
  });

  test('are both in the only language that one teaches the other, and in none where there is none', async () => {
    const { ana: owner, chen, signUp, startsAt, clock } = session;
    const dora = await signUp('dora@example.org', {
      ...{ name: 'Dora', description: 'I am Dora.' },
      ...{ speaks: ['fi'], learns: { de: 0.3 } },
    });
    const sessions = [];
    for (const [guest, minutes] of [
      [dora, 30],
      [chen, 60],
    ] as const) {
      const at = new Date(startsAt.getTime() + minutes * 60_000);
      const { scheduleSlotId } = await owner.calls.createSlot({ startsAt: at, duration: 30 });
      await guest.calls.bookSlot({ userId: owner.userId, scheduleSlotId });
      sessions.push({ guest, at, scheduleSlotId });
    }
    const drawn = [];
    for (const { guest, at, scheduleSlotId } of sessions) {
      clock.set(at);
      await (await openPage(await session.again(owner), scheduleSlotId)).join();
      const { timer } = await (await openPage(await session.again(guest), scheduleSlotId)).join();
      drawn.push(timer.languages);
    }
    expect(drawn).toEqual([{ first: 'de', second: 'de' }, null]);
  });

  test('two concurrent joins get one timer', async () => {
    session.at(6);
    const [a, b] = await Promise.all([ana.join(), ben.join()]);
    const later = [a, b].find(({ seats }) => seats.length === 2);
    const heard = await Promise.all([ana, ben].map((page) => page.hears('call:timer', () => true)));
    expect(heard[0]).toEqual(heard[1]);
    expect(heard[0]).toMatchObject({ ...later?.timer });
    expect(ana.heard('call:timer')).toHaveLength(1);
  });

  test('end the session for both at the end of the window', async () => {
    session.at(1);
    await ana.join();
    await ben.join();
    session.at(29, 59);
    for (const page of [ana, ben]) await page.join();
    await session.runJobs();
    expect(ana.heard('call:ended')).toEqual([]);
    session.at(30);
    await session.runJobs();
    await session.runJobs();
    for (const page of [ana, ben]) await page.hears('call:ended', ({ reason }) => reason === 'time');
    expect(ana.heard('call:ended')).toHaveLength(1);
    expect(await refusal(ana.emit('call:alive', {}))).toBe('403/3000');
    expect(await refusal(ben.join())).toBe('403/3000');
  });
});

test('the halves are changed after their start, and swapped before the swap', async () => {
  const ask = (action: 'swap' | 'extend') => refusal(ana.emit('call:timer', { action }));
  session.at(-3);
  await ana.join();
  expect(await ask('swap')).toBe('403/3000');
  await ben.join();
  expect([await ask('swap'), await ask('extend')]).toEqual(['403/3000', '403/3000']);
  const languages = { first: 'fr', second: 'de' } as const;
  expect(await refusal(ana.emit('call:timer', { action: 'language', languages }))).toBe('taken');
  session.at(0);
  for (const page of [ana, ben]) await page.join();
  expect(await ask('swap')).toBe('taken');
  session.at(15);
  for (const page of [ana, ben]) await page.join();
  expect([await ask('swap'), await ask('extend')]).toEqual(['403/3000', 'taken']);
  await ben.emit('call:timer', { action: 'extend' });
  const { swapAt } = await ana.hears('call:timer', ({ endsAt }) => minutesAfterStart(endsAt) === 35);
  expect(minutesAfterStart(swapAt)).toBe(15);
});

describe('consent of both', () => {
  beforeEach(async () => {
    session.at(0);
    await ana.join();
    await ben.join();
    session.at(5);
    for (const page of [ana, ben]) await page.join();
  });

  test('one member alone only makes a request', async () => {
    await ana.emit('call:timer', { action: 'swap' });
    await ana.emit('call:timer', { action: 'swap' });
    await ben.hears('call:timer', (timer) => timer.asked.length > 0);
    const { asked, swapAt } = (await ben.join()).timer;
    expect(asked).toEqual([{ action: 'swap', userId: ana.userId, askedAt: session.clock.now() }]);
    expect(minutesAfterStart(swapAt)).toBe(15);
  });

  test('swaps once when both press at the same time', async () => {
    await Promise.all([ana, ben].map((page) => page.emit('call:timer', { action: 'swap' })));
    const { swapAt, asked } = await ana.hears('call:timer', (timer) => minutesAfterStart(timer.swapAt) === 5);
    expect([minutesAfterStart(swapAt), asked]).toEqual([5, []]);
    expect(await refusal(ana.emit('call:timer', { action: 'swap' }))).toBe('403/3000');
  });

  test('adds five minutes, split between the halves, within the window', async () => {
    const extend = async () => {
      await ana.emit('call:timer', { action: 'extend' });
      await ben.emit('call:timer', { action: 'extend' });
    };
    await extend();
    const timer = await ben.hears('call:timer', ({ endsAt }) => minutesAfterStart(endsAt) === 35);
    expect(minutesAfterStart(timer.swapAt)).toBe(17.5);
    session.at(20);
    for (const page of [ana, ben]) await page.join();
    await extend();
    const second = await ben.hears('call:timer', ({ endsAt }) => minutesAfterStart(endsAt) === 40);
    expect(minutesAfterStart(second.swapAt)).toBe(17.5);
    expect(await refusal(ana.emit('call:timer', { action: 'extend' }))).toBe('403/3000');
    // The session goes on until its new end.
    session.at(39, 59);
    for (const page of [ana, ben]) await page.join();
    await session.runJobs();
    expect(ana.heard('call:ended')).toEqual([]);
    session.at(40);
    await session.runJobs();
    for (const page of [ana, ben]) await page.hears('call:ended', ({ reason }) => reason === 'time');
    const { endedAt } = await (await session.again(session.ana)).calls.getCallSummary(session);
    expect(minutesAfterStart(endedAt)).toBe(40);
  });

  test('changes the languages when both choose the same', async () => {
    const wanted = {
      action: 'language' as const,
      languages: { first: 'fr' as const, second: 'de' as const },
    };
    const other = { action: 'language' as const, languages: { first: 'en' as const, second: 'de' as const } };
    await ana.emit('call:timer', other);
    await ben.emit('call:timer', wanted);
    const { asked } = await ana.hears('call:timer', (timer) => timer.asked[0]?.userId === ben.userId);
    expect(asked).toHaveLength(1);
    await ana.emit('call:timer', wanted);
    await ben.hears('call:timer', ({ languages }) => languages?.first === 'fr' && languages.second === 'de');
  });

  test('a request for one change leaves that for another alone', async () => {
    await ana.emit('call:timer', { action: 'swap' });
    await ana.emit('call:timer', { action: 'extend' });
    const asked = ({ timer }: CallJoined) => timer.asked.map(({ action, userId }) => [action, userId]);
    const ofAna = (action: string) => [action, ana.userId];
    expect(asked(await ben.join())).toEqual([ofAna('swap'), ofAna('extend')]);
    await ben.emit('call:timer', { action: 'extend' });
    const joined = await ben.join();
    expect([asked(joined), minutesAfterStart(joined.timer.endsAt)]).toEqual([[ofAna('swap')], 35]);
  });

  test('a request expires after a minute', async () => {
    await ana.emit('call:timer', { action: 'swap' });
    session.at(6);
    for (const page of [ana, ben]) await page.join();
    await ben.emit('call:timer', { action: 'swap' });
    const { asked, swapAt } = await ana.hears('call:timer', (timer) => timer.asked[0]?.userId === ben.userId);
    expect([asked.length, minutesAfterStart(swapAt)]).toEqual([1, 15]);
  });
});

describe('talk time', () => {
  const talkOf = async (page: Page) =>
    (await page.hears('call:talk', () => true)).talk.find(({ userId }) => userId === ana.userId);

  test('is the maximum per page, summed over the pages of a member', async () => {
    session.at(0);
    await ana.join();
    await ben.join();
    session.at(0, 20);
    await ana.emit('call:talk', { firstMs: 8000.4, secondMs: 0 });
    await ana.emit('call:talk', { firstMs: 5000, secondMs: 1000 });
    await ben.hears('call:talk', ({ talk: [first] }) => first?.secondMs === 1000);
    const second = await session.open(session.ana);
    await second.join();
    await second.emit('call:talk', { firstMs: 300, secondMs: 200 });
    await ben.hears('call:talk', ({ talk: [first] }) => first?.secondMs === 1200);
    expect(await talkOf(ben)).toEqual({ userId: ana.userId, firstMs: 8300, secondMs: 1200 });
  });

  test('never exceeds the time both were present', async () => {
    session.at(0);
    await ana.join();
    session.at(0, 10);
    await ben.join();
    session.at(0, 25);
    await ana.emit('call:talk', { firstMs: 14_000, secondMs: 14_000 });
    expect(await talkOf(ben)).toEqual({ userId: ana.userId, firstMs: 14_000, secondMs: 1000 });
    const second = await session.open(session.ana);
    await second.join();
    await second.emit('call:talk', { firstMs: 60_000, secondMs: 0 });
    await ben.emit('call:leave', {});
    session.at(2);
    await second.join();
    await second.emit('call:talk', { firstMs: 60_000, secondMs: 60_000 });
    const { talk, togetherMs } = await session.ana.calls.getCallSummary({
      scheduleSlotId: session.scheduleSlotId,
    });
    expect([togetherMs, talk]).toEqual([15_000, [{ userId: ana.userId, firstMs: 14_000, secondMs: 1000 }]]);
  });

  test('of one member leaves that of the other alone, and both are told', async () => {
    session.at(0);
    await ana.join();
    await ben.join();
    session.at(0, 10);
    for (const page of [ana, ben]) await page.emit('call:talk', { firstMs: 10_000, secondMs: 0 });
    for (const page of [ana, ben])
      await page.hears(
        'call:talk',
        ({ talk }) => talk.filter(({ firstMs }) => firstMs === 10_000).length === 2,
      );
  });

  test('counts until the last heartbeat, not until the seat expires a minute later', async () => {
    session.at(0);
    await ana.join();
    await ben.join();
    session.at(0, 15);
    for (const page of [ana, ben]) await page.emit('call:alive', {});
    // Nothing looks at the session between the silence and the loss of the seat.
    session.at(5);
    await ana.join();
    const { togetherMs } = await session.ana.calls.getCallSummary({ scheduleSlotId: session.scheduleSlotId });
    expect(togetherMs).toBe(15_000);
    await ben.join();
    // A meeting that goes on is counted once.
    expect(await session.platform.metrics.registry.metrics()).toContain('calls_started_total 1\n');
  });
});

describe('notes', () => {
  const word = (text = 'Feierabend') => ({ noteId: randomUUID(), kind: 'word' as const, text });

  test('reach both and are present after a rejoin', async () => {
    session.at(1);
    await ana.join();
    await ben.join();
    const noteId = randomUUID();
    await ana.emit('call:note', { noteId, kind: 'correction', text: 'I am agree', better: 'I agree' });
    const { scheduleSlotId, ...note } = await ben.hears('call:note', () => true);
    expect(note).toEqual({
      noteId,
      userId: ana.userId,
      kind: 'correction',
      text: 'I am agree',
      better: 'I agree',
      createdAt: session.clock.now(),
    });
    expect((await ben.join()).notes).toEqual([note]);
  });

  test('are idempotent', async () => {
    session.at(1);
    await ana.join();
    const note = word();
    await Promise.all([ana.emit('call:note', note), ana.emit('call:note', note)]);
    const { notes } = await session.ben.calls.getCallSummary({ scheduleSlotId: session.scheduleSlotId });
    expect(notes).toHaveLength(1);
    expect(ana.heard('call:note')).toHaveLength(1);
  });

  test('belong to their first author: the other cannot use the same noteId', async () => {
    session.at(1);
    await ana.join();
    await ben.join();
    const note = word();
    await ana.emit('call:note', note);
    await ana.hears('call:note', ({ noteId }) => noteId === note.noteId);
    const before = ana.heard('call:note').length;
    expect(await refusal(ben.emit('call:note', { ...note, text: 'of Ben' }))).toBe('403/3000');
    expect(await refusal(ana.emit('call:note', note))).toBe('taken');
    const { notes } = await session.ben.calls.getCallSummary(session);
    expect(notes.map(({ noteId, userId, text }) => [noteId, userId, text])).toEqual([
      [note.noteId, ana.userId, note.text],
    ]);
    expect(ana.heard('call:note')).toHaveLength(before);
  });

  test('with the same noteId from both at once are stored once', async () => {
    session.at(1);
    await ana.join();
    await ben.join();
    const note = word();
    const answers = await Promise.all([ana, ben].map((page) => refusal(page.emit('call:note', note))));
    expect(answers.toSorted()).toEqual(['403/3000', 'taken']);
    const { notes } = await session.ben.calls.getCallSummary(session);
    expect(notes).toHaveLength(1);
  });

  test('are limited to 200', async () => {
    session.at(1);
    await ana.join();
    for (let count = 0; count < 199; count += 1) await ana.emit('call:note', word(`word ${count}`));
    const last = word();
    expect(await refusal(ana.emit('call:note', last))).toBe('taken');
    expect(await refusal(ana.emit('call:note', word()))).toBe('403/3000');
    expect(await refusal(ana.emit('call:note', last))).toBe('taken');
  });
});

test('the summary is available to both members', async () => {
  const { scheduleSlotId } = session;
  const before = await session.ben.calls.getCallSummary({ scheduleSlotId });
  expect(before).toMatchObject({ relay: 'off', seats: [], startedAt: null, togetherMs: 0, notes: [] });
  expect(before.endsAt).toEqual(new Date(session.startsAt.getTime() + 30 * 60_000));
  session.at(-1);
  await ana.join();
  await ben.join();
  for (let seconds = 0; seconds < 90; seconds += 15) {
    session.at(-1, seconds);
    for (const page of [ana, ben]) await page.emit('call:alive', {});
  }
  await ben.emit('call:leave', {});
  session.at(45);
  const person = await session.again(session.ana);
  // Also before a job has ended it.
  expect(await person.calls.getCallSummary({ scheduleSlotId })).toMatchObject({
    endReason: 'time',
    togetherMs: 75_000,
  });
  await session.runJobs();
  const after = await person.calls.getCallSummary({ scheduleSlotId });
  expect(after).toMatchObject({ endReason: 'time', togetherMs: 75_000, startedAt: session.startsAt });
  expect(minutesAfterStart(after.endedAt)).toBe(30);
  expect(after.seats.map(({ userId, hasLeft }) => [userId, hasLeft])).toEqual([
    [ana.userId, true],
    [ben.userId, true],
  ]);
});

describe('the relay', () => {
  // No relay listens there, which is logged; pages still receive its address.
  const relay = {
    TURN_URL: 'turn:127.0.0.1:9?transport=tcp',
    TURN_SECRET: 'x'.repeat(16),
    RATE_LIMITS: 'off',
  };

  const stampOf = (joined: Pick<CallJoined, 'iceServers'> | CallAnswer<'call:alive'>) =>
    Number(joined.iceServers?.[0]?.username?.split(':')[0]) * 1000;
  const nameOf = (joined: Pick<CallJoined, 'iceServers'> | CallAnswer<'call:alive'>) =>
    joined.iceServers?.[0]?.username?.split(':')[1];
  const alive = (page: Page) => page.emit('call:alive', {}) as Promise<CallAnswer<'call:alive'>>;

  test('is the only route by default, with a password that coturn can verify', async () => {
    const relayed = await startCallSession({ env: relay });
    const page = await relayed.open(relayed.ana);
    relayed.at(0);
    const { iceServers, relayOnly } = await page.join();
    expect(relayOnly).toBe(true);
    const [server] = iceServers;
    const username = server?.username ?? '';
    expect(server?.urls).toEqual([relay.TURN_URL]);
    expect(server?.credential).toBe(createHmac('sha1', relay.TURN_SECRET).update(username).digest('base64'));
    expect((await relayed.ana.calls.getCallSummary(relayed)).relay).toBe('always');
    await expect
      .poll(() => relayed.log.lines.map(({ msg }) => msg))
      .toContain('the relay refuses: sessions that need it cannot connect');
    expect(JSON.stringify(relayed.log.lines)).not.toContain(relay.TURN_SECRET);
  });

  test('has one username per member and session, for any number of joins and pages', async () => {
    const relayed = await startCallSession({ env: relay });
    const pages = await Promise.all([1, 2, 3].map(() => relayed.open(relayed.ana)));
    relayed.at(0);
    const joins: CallJoined[] = [];
    for (const page of pages) for (let count = 0; count < 7; count += 1) joins.push(await page.join());
    expect(new Set(joins.map(({ iceServers }) => iceServers[0]?.username)).size).toBe(1);
    const name = joins.map(nameOf)[0] ?? '';
    // The relay logs the name: it must reveal neither the member nor the session.
    expect(name).toMatch(/^[\w-]{16,}$/);
    for (const secretId of [relayed.ana.userId, relayed.scheduleSlotId]) expect(name).not.toContain(secretId);
    const other = await relayed.open(relayed.ben);
    expect(nameOf(await other.join())).not.toBe(name);

    // Another session of the same member has another name.
    const startsAt = new Date(relayed.startsAt.getTime() + 60 * 60_000);
    relayed.at(0);
    const next = await relayed.ana.calls.createSlot({ startsAt, duration: 30 });
    await relayed.ben.calls.bookSlot({ userId: relayed.ana.userId, scheduleSlotId: next.scheduleSlotId });
    relayed.clock.set(startsAt);
    const again = await openPage(await relayed.again(relayed.ana), next.scheduleSlotId);
    expect(nameOf(await again.join())).not.toBe(name);
  });

  test('accepts a username for ten minutes, renewed by every heartbeat', async () => {
    const relayed = await startCallSession({ env: relay });
    const page = await relayed.open(relayed.ana);
    for (const [minutes, seconds] of [
      [0, 0],
      [0, 29],
      [0, 59],
      [1, 10],
      [1, 39],
    ] as const) {
      relayed.at(minutes, seconds);
      const joined = minutes === 0 && seconds === 0 ? await page.join() : await alive(page);
      const aheadMs = stampOf(joined) - relayed.clock.now().getTime();
      expect(aheadMs).toBeLessThanOrEqual(10 * 60_000);
      expect(aheadMs).toBeGreaterThan(9 * 60_000);
      expect(nameOf(joined)).toBe(nameOf(await page.join()));
    }
  });

  test('gets no username for a page that left, was replaced or whose session ended', async () => {
    const relayed = await startCallSession({ env: relay });
    const [first, second] = [await relayed.open(relayed.ana), await relayed.open(relayed.ana)];
    const partner = await relayed.open(relayed.ben);
    relayed.at(1);
    await first.join();
    await second.join();
    await partner.join();
    expect(await refusal(alive(first))).toBe('403/3000');
    expect(await refusal(first.join())).toBe('403/3000');
    await second.emit('call:leave', {});
    expect(await refusal(alive(second))).toBe('403/3000');
    await relayed.ben.calls.blockUser({ userId: relayed.ana.userId });
    expect(await refusal(alive(partner))).toBe('403/3000');
    expect(await refusal(partner.join())).toBe('403/3002');
  });

  test('is absent from heartbeats when none is configured', async () => {
    session.at(1);
    await ana.join();
    expect((await alive(ana)).iceServers).toEqual([]);
  });

  test('can be turned off by members, or for everybody', async () => {
    const chosen = await startCallSession({ env: { ...relay, CALL_RELAY: 'choice' } });
    const summary = await chosen.ana.calls.getCallSummary(chosen);
    expect(summary.relay).toBe('choice');
    const choosing = await chosen.open(chosen.ana);
    chosen.at(0);
    expect((await choosing.join()).relayOnly).toBe(true);
    const without = await startCallSession({ env: { ...relay, CALL_RELAY: 'off' } });
    const page = await without.open(without.ana);
    without.at(0);
    expect(await page.join()).toMatchObject({ relayOnly: false, iceServers: [{ urls: [relay.TURN_URL] }] });
    expect((await without.ana.calls.getCallSummary(without)).relay).toBe('off');
  });
});
