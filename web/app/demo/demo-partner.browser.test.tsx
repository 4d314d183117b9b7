import { useLayoutEffect } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { dismissCall, joinCall } from '#call/call';
import { createOwnMedia } from '#call/media/own-media';
import type { SessionRuntime } from '#session/session-runtime';
import { useSignedIn } from '#session/signed-in';
import { sockets } from '#test/browser/network';
import { ownUserId, render } from '#test/browser/render';
import { ben } from '#test/browser/samples';
import { pass, stopClock } from '#test/browser/surroundings';
import { followCalls } from './demo-partner';

const scheduleSlotId = '00000000-0000-7000-8000-000000000301';
const session = {
  scheduleSlotId,
  ownerUserId: ownUserId,
  partnerId: ben.userId,
  partnerName: 'Ben',
  startsAt: new Date('2026-05-06T07:00:00Z'),
  endsAt: new Date('2026-05-06T07:30:00Z'),
};
const now = '2026-05-06T07:08:00.000Z';
let asked: { action: string; userId: string; askedAt: string; languages?: object }[];
let runtime: SessionRuntime;

function Start() {
  const signedIn = useSignedIn();
  useLayoutEffect(() => {
    runtime = signedIn.runtime;
  }, [signedIn]);
  return <p>Started</p>;
}

const sent = (event: string) =>
  sockets.received
    .filter((packet) => packet.event === event)
    .map(({ payload }) => payload as { peerId: string; scheduleSlotId: string; action?: string });
const timer = () => ({ startedAt: null, swapAt: null, endsAt: null, languages: null, asked });

beforeEach(async () => {
  asked = [];
  const joined = () => ({
    ok: true,
    iceServers: [],
    relayOnly: false,
    serverNow: new Date(Date.now()).toISOString(),
    seats: [],
    timer: timer(),
    talk: [],
    notes: [],
  });
  for (const event of ['call:join', 'call:join-demo']) sockets.reply(event, joined);
  for (const event of ['call:state', 'call:talk', 'call:timer', 'call:leave'])
    sockets.reply(event, () => ({ ok: true }));
  render(<Start />);
  await expect.element(page.getByText('Started')).toBeVisible();
  await userEvent.keyboard('{Shift}');
  await expect.poll(sockets.isConnected).toBe(true);
  await runtime.realtime.whenConnected();
  stopClock(now);
});

const join = () => joinCall({ runtime, userId: ownUserId, session, media: createOwnMedia() });

test('a demo partner joins two seconds later in a seat of their own, once, agrees to wishes, and leaves with the member', async () => {
  const stop = followCalls(runtime);
  const { room } = join();
  await pass(1900);
  expect(sent('call:join-demo')).toEqual([]);
  await pass(200);
  await expect.poll(() => sent('call:join-demo')).toHaveLength(1);
  const own = sent('call:join')[0];
  const theirs = sent('call:join-demo')[0];
  expect([theirs?.scheduleSlotId, theirs?.peerId === own?.peerId]).toEqual([scheduleSlotId, false]);
  const ask = (action: string, userId: string, more = {}) => {
    asked = [{ action, userId, askedAt: new Date().toISOString(), ...more }];
    sockets.emit('call:timer', { scheduleSlotId, ...timer() });
  };
  ask('swap', ben.userId);
  await pass(3000);
  expect(sent('call:timer')).toEqual([]);
  ask('extend', ownUserId);
  await pass(1000);
  expect(sent('call:timer')).toEqual([]);
  await pass(1000);
  const agreed = { scheduleSlotId, peerId: theirs?.peerId, action: 'extend' };
  await expect.poll(() => sent('call:timer')[0]).toEqual(agreed);
  const languages = { first: 'de', second: 'en' };
  ask('language', ownUserId, { languages });
  await pass(2000);
  await expect.poll(() => sent('call:timer').at(-1)).toEqual({ ...agreed, action: 'language', languages });
  room.leave();
  await expect
    .poll(() =>
      sent('call:leave')
        .map(({ peerId }) => peerId)
        .toSorted(),
    )
    .toEqual([own?.peerId, theirs?.peerId].toSorted());
  const last = sockets.received.length;
  await pass(30_000);
  await expect.poll(() => sockets.received).toHaveLength(last);
  stop();
  dismissCall();
});

test('a session that is left within the two seconds is not joined', async () => {
  const stop = followCalls(runtime);
  const { room } = join();
  await expect.poll(() => sent('call:join')).toHaveLength(1);
  await pass(1000);
  room.leave();
  await expect.poll(() => sent('call:leave')).toHaveLength(1);
  await pass(5000);
  expect(sent('call:join-demo')).toEqual([]);
  stop();
  dismissCall();
});

test('a session is not joined after the end of the demo', async () => {
  followCalls(runtime)();
  const { room } = join();
  await expect.poll(() => sent('call:join')).toHaveLength(1);
  await pass(5000);
  expect(sent('call:join-demo')).toEqual([]);
  room.leave();
  dismissCall();
});
