import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openPage, refusal, startCallSession } from '#test/call-session';

test('two members on two nodes share one session', async () => {
  const session = await startCallSession({ env: { RATE_LIMITS: 'off' } });
  const { scheduleSlotId } = session;
  const node = await session.startNode();
  const ana = await openPage(session.ana, scheduleSlotId);
  const ben = await openPage(session.on(node, session.ben), scheduleSlotId);
  session.at(3);
  await Promise.all([ana.join(), ben.join()]);
  const [a, b] = await Promise.all([ana, ben].map((page) => page.hears('call:timer', () => true)));
  expect(a).toEqual(b);
  await ana.hears('call:seats', ({ seats }) => seats.length === 2);

  const items = [{ again: true as const }];
  await ana.emit('call:signal', { to: ben.peerId, epoch: 1, items });
  await ben.emit('call:signal', { to: ana.peerId, epoch: 2, items });
  await Promise.all([ana, ben].map((page) => page.hears('call:signal', ({ to }) => to === page.peerId)));

  await Promise.all([ana, ben].map((page) => page.emit('call:timer', { action: 'swap' })));
  for (const page of [ana, ben])
    await page.hears(
      'call:timer',
      ({ swapAt, asked }) => asked.length === 0 && Number(swapAt) === Number(session.clock.now()),
    );

  await session.ana.calls.blockUser({ userId: ben.userId });
  const blockedAt = performance.now();
  for (const page of [ana, ben]) await page.hears('call:ended', ({ reason }) => reason === 'blocked');
  expect(performance.now() - blockedAt).toBeLessThan(1000);
  expect(await refusal(ben.emit('call:alive', {}))).toBe('403/3000');
});

test('after a block on one node the other node sends no leave and no disconnect', async () => {
  const session = await startCallSession({ env: { RATE_LIMITS: 'off' } });
  const node = await session.startNode();
  const ana = await openPage(session.ana, session.scheduleSlotId);
  const ben = await openPage(session.on(node, session.ben), session.scheduleSlotId);
  session.at(3);
  await ana.join();
  await ben.join();
  await ana.hears('call:seats', ({ seats }) => seats.length === 2);
  await session.ana.calls.blockUser({ userId: ben.userId });
  for (const page of [ana, ben]) await page.hears('call:ended', () => true);
  const heard = ana.all().length;
  const seatRows = () =>
    session.platform.db.selectFrom('call_seats').selectAll().orderBy('user_id').execute();
  const before = await seatRows();
  await ben.emit('call:leave', {});
  ben.disconnect();
  // Closing waits until the node has handled its closed sockets.
  await node.close();
  await ana.emit('call:leave', {});
  expect(await seatRows()).toEqual(before);
  expect(ana.all().slice(heard)).toEqual([]);
});

test('seats of a dead node can be taken over through another node', async () => {
  const session = await startCallSession({ env: { RATE_LIMITS: 'off' } });
  const node = await session.startNode();
  const ana = await openPage(session.ana, session.scheduleSlotId);
  const first = await openPage(session.on(node, session.ben), session.scheduleSlotId);
  session.at(3);
  await ana.join();
  const { timer } = await first.join();
  await node.close();
  const ben = await openPage(session.ben, session.scheduleSlotId, first.peerId);
  session.at(3, 6);
  const again = await ben.join();
  expect(again.seats.every(({ isHere, hasLeft }) => isHere && !hasLeft)).toBe(true);
  expect(again.timer).toEqual(timer);
});

test('without Redis a session on one node works, one on two nodes recovers with the next heartbeat, and an undeliverable signal is refused', async () => {
  const session = await startCallSession({ env: { RATE_LIMITS: 'off', REDIS_URL: 'redis://127.0.0.1:1' } });
  const node = await session.startNode();
  const ana = await openPage(session.ana, session.scheduleSlotId);
  const near = await openPage(session.ben, session.scheduleSlotId);
  session.at(3);
  await ana.join();
  await near.join();
  const items = [{ again: true as const }];
  await ana.emit('call:signal', { to: near.peerId, epoch: 1, items });
  await near.hears('call:signal', ({ from }) => from === ana.peerId);

  await near.emit('call:leave', {});
  const far = await openPage(session.on(node, session.ben), session.scheduleSlotId);
  const { seats } = await far.join();
  expect(seats.every(({ isHere }) => isHere)).toBe(true);
  const known = (await ana.emit('call:alive', {})) as { seats: { peerId: string; isHere: boolean }[] };
  expect(known.seats.map(({ peerId, isHere }) => [peerId, isHere])).toEqual([
    [ana.peerId, true],
    [far.peerId, true],
  ]);
  const refused = ana.emit('call:signal', { to: far.peerId, epoch: 1, items });
  expect(await refusal(refused)).toBe('503/7000');
  await far.emit('call:note', { noteId: randomUUID(), kind: 'word', text: 'der Zug' });
  expect((await ana.join()).notes.map(({ text }) => text)).toEqual(['der Zug']);
  await session.ana.calls.blockUser({ userId: far.userId });
  expect(await refusal(far.emit('call:alive', {}))).toBe('403/3000');
});
