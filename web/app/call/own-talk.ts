import { createStore, type Store } from '@parlance/client/store';
import { callAliveEveryMs } from '@parlance/contract/call-events';
import type { OwnMedia } from './media/own-media';
import { halvesAt } from './room/halves';
import type { Room } from './room/room';
import { createTalkHalves } from './talk/talk-halves';
import { openTalkMeter } from './talk/talk-meter';

/** Talk state of the member's own microphone. */
export interface OwnTalk extends Pick<Store<{ isTalking: boolean }>, 'get' | 'subscribe'> {
  close(): void;
}

/** Measures talk on the own microphone, signals it to the partner and counts it for the balance. */
export function followOwnTalk(room: Room, media: OwnMedia): OwnTalk {
  const store = createStore({ isTalking: false });
  const halves = createTalkHalves();
  const meter = openTalkMeter(({ talkMs, isTalking }) => {
    const { timer, serverAheadMs, linkState } = room.get();
    const half = halvesAt(timer, Date.now() + serverAheadMs)?.half ?? null;
    halves.take(talkMs, linkState === 'connected' ? half : null);
    if (isTalking === store.get().isTalking) return;
    store.set({ isTalking });
    room.showTalking(isTalking);
  });
  const listen = () => meter.listen(media.get().microphone);
  const stopFollowing = media.subscribe(listen);
  listen();
  const counting = setInterval(() => room.countTalk(halves.get()), callAliveEveryMs);
  return {
    get: store.get,
    subscribe: store.subscribe,
    close() {
      room.countTalk(halves.get());
      clearInterval(counting);
      stopFollowing();
      meter.close();
    },
  };
}
