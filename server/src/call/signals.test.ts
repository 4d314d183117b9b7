import { randomUUID } from 'node:crypto';
import type { CallSignalItem } from '@parlance/contract/call-events';
import { beforeEach, expect, test } from 'vitest';
import { type CallSession, type Page, refusal, startCallSession } from '#test/call-session';

let session: CallSession;
let ana: Page;
let ben: Page;

async function meet(env: Record<string, string> = {}): Promise<void> {
  session = await startCallSession({ env });
  ana = await session.open(session.ana);
  ben = await session.open(session.ben);
  session.at(1);
  await ana.join();
  await ben.join();
}

beforeEach(() => meet());

const items: CallSignalItem[] = [
  { description: { type: 'offer', sdp: 'v=0 secret-description' } },
  { candidate: { candidate: 'candidate:1 1 udp 1 192.0.2.77 9 typ host', sdpMid: '0', sdpMLineIndex: 0 } },
  { again: true },
];
const signal = (to: string, more: object = {}) => ({ to, epoch: 3, items, ...more });

test('are delivered in order, with the sender', async () => {
  await ana.emit('call:signal', signal(ben.peerId));
  expect(await ben.hears('call:signal', () => true)).toEqual({
    scheduleSlotId: session.scheduleSlotId,
    from: ana.peerId,
    to: ben.peerId,
    epoch: 3,
    items,
  });
  for (let epoch = 4; epoch < 14; epoch += 1) await ben.emit('call:signal', signal(ana.peerId, { epoch }));
  await ana.hears('call:signal', ({ epoch }) => epoch === 13);
  expect(ana.heard('call:signal').map(({ epoch }) => epoch)).toEqual([4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
});

test('are refused from a page of another member', async () => {
  const { scheduleSlotId } = session;
  const chen = await session.open(session.chen);
  expect(await refusal(chen.emit('call:signal', signal(ben.peerId)))).toBe('404/4001');
  const asAna = { scheduleSlotId, peerId: ana.peerId, ...signal(ben.peerId) };
  expect(await refusal(chen.call.emit('call:signal', asAna))).toBe('404/4001');
  expect(await refusal(ben.call.emit('call:signal', asAna))).toBe('403/3000');
  const second = await session.open(session.ana);
  expect(await refusal(second.emit('call:signal', signal(ben.peerId)))).toBe('403/3000');
  await second.join();
  expect(await refusal(ana.emit('call:signal', signal(ben.peerId)))).toBe('403/3000');
  expect(ben.heard('call:signal')).toEqual([]);
});

test('go only to the current page of the partner', async () => {
  expect(await refusal(ana.emit('call:signal', signal(randomUUID())))).toBe('404/4001');
  expect(await refusal(ana.emit('call:signal', signal(ana.peerId)))).toBe('404/4001');
  await ben.emit('call:leave', {});
  expect(await refusal(ana.emit('call:signal', signal(ben.peerId)))).toBe('404/4001');
  expect(await refusal(ben.emit('call:signal', signal(ana.peerId)))).toBe('403/3000');
  await ben.join();
  expect(await refusal(ana.emit('call:signal', signal(ben.peerId)))).toBe('taken');
  ben.disconnect();
  await ana.hears('call:seats', ({ seats }) => seats.some(({ isHere }) => !isHere));
  expect(await refusal(ana.emit('call:signal', signal(ben.peerId)))).toBe('404/4001');
  expect(ana.heard('call:signal')).toEqual([]);
});

test('are limited to a burst of forty and two a second per member', async () => {
  const first = await Promise.all(
    Array.from({ length: 41 }, () => refusal(ana.emit('call:signal', signal(ben.peerId)))),
  );
  expect(first.filter((answer) => answer === 'taken')).toHaveLength(40);
  expect(first.filter((answer) => answer === '429/6001')).toHaveLength(1);
  expect(await refusal(ben.emit('call:signal', signal(ana.peerId)))).toBe('taken');
  session.at(1, 1);
  const second = await Promise.all(
    Array.from({ length: 3 }, () => refusal(ana.emit('call:signal', signal(ben.peerId)))),
  );
  expect(second.toSorted()).toEqual(['429/6001', 'taken', 'taken']);
});

test('joins are limited to a burst of twenty and one in five seconds per member', async () => {
  for (let count = 1; count < 20; count += 1) await ana.join();
  expect(await refusal(ana.join())).toBe('429/6001');
  expect(await refusal(ben.join())).toBe('taken');
  session.at(1, 5);
  expect([await refusal(ana.join()), await refusal(ana.join())]).toEqual(['taken', '429/6001']);
});

test('are unlimited with RATE_LIMITS=off', async () => {
  await meet({ RATE_LIMITS: 'off' });
  const answers = await Promise.all(
    Array.from({ length: 60 }, () => refusal(ana.emit('call:signal', signal(ben.peerId)))),
  );
  expect(new Set(answers)).toEqual(new Set(['taken']));
});

test('logs and metrics contain no session data', async () => {
  await ana.emit('call:signal', signal(ben.peerId));
  await ana.emit('call:note', { noteId: randomUUID(), kind: 'word', text: 'secret-note' });
  await refusal(ana.emit('call:signal', signal(randomUUID())));
  session.at(30);
  await session.runJobs();
  const logged = JSON.stringify(session.log.lines);
  for (const secret of ['secret-description', '192.0.2.77', 'secret-note', ana.peerId])
    expect(logged).not.toContain(secret);
  const figures = await session.platform.metrics.registry.metrics();
  expect(figures).toContain('calls_started_total 1');
  expect(figures).toContain('calls_ended_total{reason="time"} 1');
  expect(figures).not.toContain(session.scheduleSlotId);
});
