import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { DomainEvents } from '#domain/events';
import { ban } from '#test/appointments';
import { type CallSession, type Page, refusal, startCallSession } from '#test/call-session';

let session: CallSession;
let ana: Page;
let ben: Page;

beforeEach(async () => {
  session = await startCallSession({ env: { RATE_LIMITS: 'off' } });
  ana = await session.open(session.ana);
  ben = await session.open(session.ben);
});

async function meetAt(minutes: number): Promise<void> {
  session.at(minutes);
  await ana.join();
  await ben.join();
}

/** Both receive the end within a second, and the session stops. */
async function expectEnd(act: () => Promise<unknown>, reason: string, pages: Page[]): Promise<void> {
  await act();
  const actedAt = performance.now();
  for (const page of pages) {
    const ended = await page.hears('call:ended', () => true);
    expect(ended).toEqual({ scheduleSlotId: session.scheduleSlotId, reason });
  }
  expect(performance.now() - actedAt).toBeLessThan(1000);
}

describe('a session ends for both', () => {
  test('when one blocks the other', async () => {
    await meetAt(2);
    session.at(2, 20);
    await expectEnd(() => session.ben.calls.blockUser({ userId: ana.userId }), 'blocked', [ana, ben]);
    const items = [{ again: true as const }];
    expect(await refusal(ana.emit('call:signal', { to: ben.peerId, epoch: 1, items }))).toBe('403/3000');
    expect(await refusal(ana.emit('call:alive', {}))).toBe('403/3000');
    const note = { noteId: randomUUID(), kind: 'word' as const, text: 'a' };
    expect(await refusal(ana.emit('call:note', note))).toBe('403/3000');
    expect(await refusal(ana.join())).toBe('403/3002');
    await session.ben.calls.unblockUser({ userId: ana.userId });
    expect(await refusal(ana.join())).toBe('403/3000');
    const { endReason, togetherMs } = await session.ana.calls.getCallSummary(session);
    expect([endReason, togetherMs]).toEqual(['blocked', 20_000]);
    const figures = await session.platform.metrics.registry.metrics();
    expect(figures).toContain('calls_ended_total{reason="blocked"} 1\n');
  });

  test('when one is banned, without giving the other the reason', async () => {
    await meetAt(2);
    await expectEnd(() => ban(session, session.ana), 'gone', [ben]);
    expect(await refusal(ben.join())).toBe('404/4001');
  });

  test('when one deletes the account, and its rows are deleted', async () => {
    await meetAt(2);
    await ben.emit('call:note', { noteId: randomUUID(), kind: 'word', text: 'a' });
    await ben.emit('call:talk', { firstMs: 1, secondMs: 1 });
    const token = await session.prove(session.ben, 'ben@example.org', 'delete-user');
    await expectEnd(() => session.ben.calls.deleteUser({ token }), 'gone', [ana]);
    expect(await refusal(ana.join())).toBe('404/4001');
    for (const table of ['calls', 'call_seats', 'call_talk', 'call_notes'] as const)
      expect(await session.platform.db.selectFrom(table).selectAll().execute(), table).toEqual([]);
  });

  test('when one cancels it, and the slot can be booked and joined again', async () => {
    await meetAt(-3);
    const slot = { userId: ana.userId, scheduleSlotId: session.scheduleSlotId };
    await expectEnd(() => session.ben.calls.cancelBooking(slot), 'cancelled', [ana, ben]);
    expect(await refusal(ana.join())).toBe('404/4001');
    await session.ben.calls.bookSlot(slot);
    expect(await refusal(ana.join())).toBe('taken');
  });
});

describe('an ended session is frozen', () => {
  /** The stored rows of the session. */
  const rows = async () => ({
    calls: await session.platform.db.selectFrom('calls').selectAll().execute(),
    seats: await session.platform.db.selectFrom('call_seats').selectAll().orderBy('user_id').execute(),
  });

  /** The other party leaves and their socket closes; neither event may reach Ana. */
  async function expectSilence(gone: Page): Promise<void> {
    const before = await rows();
    const heard = ana.all().length;
    await gone.emit('call:leave', {}).catch(() => undefined);
    gone.disconnect();
    await vi.waitFor(() => expect(session.platform.realtime.connectedUserIds()).not.toContain(gone.userId));
    // Each leave takes the session's lock after the mark of the closed socket.
    for (let round = 0; round < 3; round += 1) await ana.emit('call:leave', {}).catch(() => undefined);
    await session.runJobs();
    expect(ana.all().slice(heard)).toEqual([]);
    expect(await rows()).toEqual(before);
    // Heartbeat and join issue relay credentials; neither succeeds.
    expect(await refusal(ana.emit('call:alive', {}))).toMatch(/^40[34]\//);
    expect(await refusal(ana.join())).toMatch(/^40[34]\//);
  }

  test.each<[string, () => Promise<unknown>]>([
    ['blocked', () => session.ana.calls.blockUser({ userId: ben.userId })],
    ['blocked', () => session.ben.calls.blockUser({ userId: ana.userId })],
    ['gone', () => ban(session, session.ben)],
    [
      'time',
      async () => {
        session.at(30);
        await session.runJobs();
      },
    ],
  ])('%s: seats do not change, and no leave or disconnect is sent', async (reason, act) => {
    await meetAt(2);
    if (reason === 'time') {
      session.at(29, 50);
      for (const page of [ana, ben]) await page.join();
    }
    await ana.hears('call:seats', ({ seats }) => seats.length === 2 && seats.every(({ isHere }) => isHere));
    await expectEnd(act, reason, [ana]);
    await expectSilence(ben);
    const person = reason === 'time' ? await session.again(session.ana) : session.ana;
    const { seats } = await person.calls.getCallSummary(session);
    expect(seats.map(({ isHere, hasLeft }) => [isHere, hasLeft])).toEqual([
      [false, false],
      [false, false],
    ]);
  });

  test('cancelled: no leave or disconnect is sent', async () => {
    await meetAt(-3);
    await ana.hears('call:seats', ({ seats }) => seats.length === 2);
    const slot = { userId: ana.userId, scheduleSlotId: session.scheduleSlotId };
    await expectEnd(() => session.ben.calls.cancelBooking(slot), 'cancelled', [ana]);
    await expectSilence(ben);
  });
});

test('a block before the start frees the slot for another booking', async () => {
  await meetAt(-3);
  await ana.emit('call:note', { noteId: randomUUID(), kind: 'word', text: 'for Ben only' });
  await session.ana.calls.blockUser({ userId: ben.userId });
  await session.chen.calls.bookSlot({ userId: ana.userId, scheduleSlotId: session.scheduleSlotId });
  const chen = await session.open(session.chen);
  const { seats, notes } = await chen.join();
  expect([seats.map(({ userId }) => userId), notes]).toEqual([[chen.userId], []]);
  expect(await refusal(session.ben.calls.getCallSummary(session))).toBe('404/4001');
});

describe('the end of a session is an event with the time of both in each half', () => {
  let ended: DomainEvents['sessionEnded'][];
  beforeEach(() => {
    ended = [];
    session.platform.effects.on('sessionEnded', async (_platform, _tx, event) => void ended.push(event));
  });
  const expected = (minutes: number, seconds: number, firstMs: number, secondMs: number) => ({
    scheduleSlotId: session.scheduleSlotId,
    userIds: [ana.userId, ben.userId],
    startedAt: new Date(session.startsAt.getTime() + (minutes * 60 + seconds) * 1000),
    languages: expect.objectContaining({ first: expect.any(String) }),
    ...{ firstMs, secondMs },
  });

  test('in time, once', async () => {
    session.at(29, 36);
    await ana.join();
    await ben.join();
    // The halves are swapped at 29:48.
    await ben.emit('call:leave', {});
    session.at(29, 40);
    await ben.join();
    session.at(30);
    await session.runJobs();
    await session.runJobs();
    expect(ended).toEqual([expected(29, 36, 8000, 12_000)]);
  });

  test('by a block, once', async () => {
    await meetAt(10);
    session.at(10, 20);
    for (const page of [ana, ben]) await page.emit('call:timer', { action: 'swap' });
    for (const page of [ana, ben]) await page.emit('call:alive', {});
    session.at(10, 25);
    await (await session.again(session.ana)).calls.blockUser({ userId: ben.userId });
    await session.runJobs();
    expect(ended).toEqual([expected(10, 0, 20_000, 5000)]);
  });
});

test('a block at the moment of the start ends the session and keeps it', async () => {
  await meetAt(0);
  await expectEnd(() => session.ana.calls.blockUser({ userId: ben.userId }), 'blocked', [ana, ben]);
  const { endReason, seats } = await session.ana.calls.getCallSummary(session);
  expect([endReason, seats.length]).toEqual(['blocked', 2]);
});

test('other sessions of the two members continue', async () => {
  await meetAt(2);
  await session.ben.calls.blockUser({ userId: session.chen.userId });
  await ban(session, session.chen);
  expect(await refusal(ana.emit('call:alive', {}))).toBe('taken');
  expect(ana.heard('call:ended')).toEqual([]);
});

test('the export contains the sessions of the member', async () => {
  await meetAt(1);
  const note = { kind: 'correction' as const, text: 'ich bin kalt', better: 'mir ist kalt' };
  await ana.emit('call:note', { noteId: randomUUID(), ...note });
  session.at(1, 10);
  await ben.emit('call:talk', { firstMs: 4000, secondMs: 0 });
  await ana.emit('call:talk', { firstMs: 3000, secondMs: 2000 });
  const { calls } = (await session.ben.calls.exportUser()) as { calls: unknown };
  expect(calls).toEqual([
    expect.objectContaining({
      scheduleSlotId: session.scheduleSlotId,
      talk: { firstMs: 4000, secondMs: 0 },
      notes: [expect.objectContaining({ userId: ana.userId, ...note })],
    }),
  ]);
  expect(((await session.chen.calls.exportUser()) as { calls: unknown }).calls).toEqual([]);
});
