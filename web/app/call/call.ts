import { createCallPort } from '@parlance/client/call';
import { createStore } from '@parlance/client/store';
import { useSyncExternalStore } from 'react';
import type { SessionRuntime } from '#session/session-runtime';
import { openBrowserPeer } from './link/browser-peer';
import type { OwnMedia } from './media/own-media';
import { followOwnTalk, type OwnTalk } from './own-talk';
import { createRoom, type Room } from './room/room';
import type { EndReason } from './room/room-state';
import type { CallSession } from './sessions';

/** Session storage key: survives a reload but not the tab. */
const rejoinKey = 'parlance.call';

/** The call of this page. An ended one is kept for its summary until it is dismissed. */
export interface Call {
  session: CallSession;
  room: Room;
  media: OwnMedia;
  talk: OwnTalk;
}

export const browserClock = {
  now: () => Date.now(),
  later(task: () => void, ms: number) {
    const timer = setTimeout(task, ms);
    return () => clearTimeout(timer);
  },
};

const current = createStore<{ call: Call | null }>({ call: null });
const getCall = (): Call | null => current.get().call;

/** Store of the page's call for code outside components. */
export const pageCall = { get: getCall, subscribe: current.subscribe };

export function useCall(): Call | null {
  return useSyncExternalStore(current.subscribe, getCall);
}

/** Whether this page was in the session before a reload. */
export const wasInCall = (scheduleSlotId: string): boolean =>
  sessionStorage.getItem(rejoinKey) === scheduleSlotId;

/** Removes an ended call. */
export function dismissCall(): void {
  if (getCall()?.room.get().end) current.set({ call: null });
}

interface JoinOptions {
  runtime: SessionRuntime;
  userId: string;
  session: CallSession;
  /** With the microphone already open, if there is one. */
  media: OwnMedia;
}

/** Joins a session in this page; the call continues across screens. */
export function joinCall({ runtime, userId, session, media }: JoinOptions): Call {
  getCall()?.room.leave();
  const { scheduleSlotId, ownerUserId } = session;
  const peerId = crypto.randomUUID();
  const port = createCallPort(runtime.realtime);
  const room = createRoom({
    port,
    scheduleSlotId,
    userId,
    ownerUserId,
    peerId,
    join: (here) => port.emit('call:join', here),
    openPeer: openBrowserPeer,
    tracks: { audio: media.get().microphone, video: media.get().camera },
    clock: browserClock,
    async whyRefused(): Promise<EndReason | null> {
      const { seats, endReason } = await runtime.calls.getCallSummary({ scheduleSlotId });
      const own = seats.find((seat) => seat.userId === userId);
      return endReason ?? (own && own.peerId !== peerId && !own.hasLeft ? 'replaced' : null);
    },
  });
  const talk = followOwnTalk(room, media);
  const show = () => {
    const { microphone, camera, isMuted } = media.get();
    void room.setTrack('audio', microphone);
    void room.setTrack('video', camera);
    room.show({ isMuted: isMuted || microphone === null, hasCamera: camera !== null });
  };
  const onOnline = () => room.reconnect();
  const onSignOut = () => {
    if (runtime.session.getState().user?.userId !== userId) room.leave();
  };
  const stops = [
    media.subscribe(show),
    runtime.session.subscribe(onSignOut),
    () => window.removeEventListener('online', onOnline),
  ];
  window.addEventListener('online', onOnline);
  const stopWatching = room.subscribe(() => {
    if (!room.get().end) return;
    stopWatching();
    for (const stop of stops) stop();
    sessionStorage.removeItem(rejoinKey);
    talk.close();
    media.close();
  });
  sessionStorage.setItem(rejoinKey, scheduleSlotId);
  show();
  const call = { session, room, media, talk };
  current.set({ call });
  return call;
}
