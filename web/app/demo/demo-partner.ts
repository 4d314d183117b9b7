import { createCallPort } from '@parlance/client/call';
import { callAliveEveryMs, callAnswerWithinMs, callJoined } from '@parlance/contract/call-events';
import { fromWire } from '@parlance/contract/wire';
import { type Call, browserClock as clock, pageCall } from '#call/call';
import { openBrowserPeer } from '#call/link/browser-peer';
import { halvesAt, openWishes } from '#call/room/halves';
import { createRoom } from '#call/room/room';
import { createTalkHalves } from '#call/talk/talk-halves';
import type { SessionRuntime } from '#session/session-runtime';
import { openHumVoice } from './hum-voice';
import { createTalkTurns } from './talk-turns';

const arrivesAfterMs = 2000;
const looksEveryMs = 500;
const agreesAfterMs = 1500;

/** Joins every session of this page as its demo partner; returns the unsubscribe function. */
export function followCalls(runtime: SessionRuntime): () => void {
  let followed: Call | null = null;
  const follow = () => {
    const call = pageCall.get();
    if (!call || call === followed) return;
    followed = call;
    bringDemoPartner(runtime, call).catch(() => undefined);
  };
  follow();
  return pageCall.subscribe(follow);
}

/**
 * Runs the demo partner's side of a session in the visitor's own page, so that no audio passes through the server. With a real partner
 * the server refuses the seat, and nothing happens.
 */
async function bringDemoPartner({ realtime }: SessionRuntime, { session, room: own }: Call): Promise<void> {
  const port = createCallPort(realtime);
  const untilEnd = new Promise<void>((resolve) => {
    own.subscribe(() => own.get().end && resolve());
  });
  await Promise.race([new Promise((resolve) => setTimeout(resolve, arrivesAfterMs)), untilEnd]);
  if (own.get().end) return;
  const { partnerId, scheduleSlotId, ownerUserId } = session;
  const voice = openHumVoice(partnerId);
  const room = createRoom({
    port,
    scheduleSlotId,
    ownerUserId,
    userId: partnerId,
    peerId: crypto.randomUUID(),
    join: (here) =>
      realtime.emit('call:join-demo', [here], {
        withinMs: callAnswerWithinMs.join,
        read: (packet) => fromWire(callJoined, packet),
      }),
    openPeer: openBrowserPeer,
    tracks: { audio: voice.track, video: null },
    clock,
    whyRefused: async () => null,
  });
  const halves = createTalkHalves();
  let talkedMs = 0;
  const turns = createTalkTurns(clock.now());

  function talkInTurn(): void {
    const { linkState, isPartnerTalking, timer, serverAheadMs } = room.get();
    const now = clock.now();
    if (turns.isOver(now)) room.showTalking(false);
    if (!turns.isDue(now, linkState !== 'connected' || isPartnerTalking)) return;
    const ms = voice.hum(5 + Math.floor(Math.random() * 6));
    turns.begin(now, ms);
    talkedMs += ms;
    halves.take(talkedMs, halvesAt(timer, now + serverAheadMs)?.half ?? null);
    room.showTalking(true);
  }

  function agree(): void {
    const { timer, serverAheadMs } = room.get();
    const now = clock.now() + serverAheadMs;
    for (const wish of openWishes(timer, now)) {
      if (wish.userId === partnerId || now - wish.askedAt.getTime() < agreesAfterMs) continue;
      if (wish.action !== 'language') void room.wish(wish.action).catch(() => undefined);
      else if (wish.languages) void room.wishLanguages(wish.languages).catch(() => undefined);
    }
  }

  const looking = setInterval(() => {
    talkInTurn();
    agree();
  }, looksEveryMs);
  const counting = setInterval(() => room.countTalk(halves.get()), callAliveEveryMs);
  const untilOwnEnd = new Promise<void>((resolve) => {
    room.subscribe(() => room.get().end && resolve());
  });
  await Promise.race([untilEnd, untilOwnEnd]);
  clearInterval(looking);
  clearInterval(counting);
  room.leave();
  voice.close();
}
