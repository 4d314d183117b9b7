import type { CallPort } from '@parlance/client/call';
import { createStore, type Store } from '@parlance/client/store';
import type { CallLanguages, CallNote, CallSeat } from '@parlance/contract/call';
import {
  type CallClientEvent,
  type CallJoined,
  type CallTimer,
  callAliveEveryMs,
} from '@parlance/contract/call-events';
import { ApiError } from '@parlance/contract/errors';
import { createLink, type LinkClock } from '#call/link/link';
import type { IceSettings, MediaKind, OpenPeer, OwnTracks } from '#call/link/peer';
import type { HalvesMs } from '#call/talk/talk-halves';
import { type EndReason, emptyRoom, endOfRefusal, type RoomState } from './room-state';

const joinAgainMs = 3000;
const relayRefusal = 401;
// Data channel messages for the partner's talk indicator.
const talkTexts = { true: 'talk', false: 'quiet' } as const;

export interface RoomOptions {
  port: CallPort;
  scheduleSlotId: string;
  /** Member of this seat; the owner of the slot makes the offers. */
  userId: string;
  ownerUserId: string;
  /** New for each page and each join; stable across reconnects. */
  peerId: string;
  /** Requests the seat from the server. */
  join(here: { scheduleSlotId: string; peerId: string }): Promise<CallJoined>;
  openPeer: OpenPeer;
  tracks: OwnTracks;
  clock: LinkClock;
  /** Reads the reason of a refused join from the server. */
  whyRefused(): Promise<EndReason | null>;
}

type NewNote = Pick<CallClientEvent<'call:note'>, 'noteId' | 'kind' | 'text' | 'better'>;

/** One seat in a session: participants, timer and the link to the partner. */
export interface Room extends Pick<Store<RoomState>, 'get' | 'subscribe'> {
  setTrack(kind: MediaKind, track: MediaStreamTrack | null): Promise<void>;
  /** Sends the microphone and camera state; repeated after each reconnect. */
  show(own: { isMuted: boolean; hasCamera: boolean }): void;
  showTalking(isTalking: boolean): void;
  countTalk(halves: HalvesMs): void;
  note(note: NewNote): Promise<CallNote>;
  /** Proposes a change of the halves, or agrees to the partner's proposal. */
  wish(action: 'swap' | 'extend'): Promise<void>;
  wishLanguages(languages: CallLanguages): Promise<void>;
  /** After a network change the old socket can be half-open without an error. */
  reconnect(): void;
  leave(): void;
  /** Closes without notifying the server. */
  close(): void;
}

/** Takes a seat in a session and keeps it until the end. */
export function createRoom(options: RoomOptions): Room {
  const { port, scheduleSlotId, userId, peerId, clock } = options;
  const here = { scheduleSlotId, peerId };
  const store = createStore<RoomState>(emptyRoom);
  let ice: IceSettings = { iceServers: [], relayOnly: true };
  let own = { isMuted: false, hasCamera: false };
  let cancelJoin = () => {};
  let cancelAlive = () => {};

  const link = createLink({
    isCaller: userId === options.ownerUserId,
    openPeer: options.openPeer,
    tracks: options.tracks,
    clock,
    ice: () => ice,
    canSignal: () => store.get().isSeated && port.isConnected() && store.get().partner?.isHere === true,
    async post(batch) {
      const to = store.get().partner?.peerId;
      if (to === undefined) return false;
      await port.emit('call:signal', { ...here, to, ...batch });
      return true;
    },
    probe() {
      if (port.isConnected()) void sayAlive().catch(reconnectUnlessRefused);
    },
    onState(linkState) {
      const hasMet = linkState === 'connected' || store.get().hasMet;
      store.set({ linkState, hasMet, ...(linkState === 'connected' ? {} : { isPartnerTalking: false }) });
      restWithoutPartner();
    },
    onTrack: (track) => store.set({ remote: { ...store.get().remote, [track.kind]: track } }),
    onText: (text) => store.set({ isPartnerTalking: text === talkTexts.true }),
    onServerError: (code) => code === relayRefusal && store.set({ isRelayRefused: true }),
  });

  // A refusal proves that the socket works; a timeout means that it is half-open.
  function reconnectUnlessRefused(error: unknown): void {
    if (!(error instanceof ApiError) && port.isConnected()) port.reconnect();
  }

  // Keep the link while media flows: a missed heartbeat alone does not mean the partner left.
  function restWithoutPartner(): void {
    const { partner, linkState } = store.get();
    if (partner?.hasLeft && linkState !== 'connected' && linkState !== 'none') link.rest();
  }

  function takeSeats(seats: CallSeat[]): void {
    const before = store.get().partner;
    const partner = seats.find((seat) => seat.userId !== userId) ?? (before && { ...before, isHere: false });
    store.set({ partner });
    if (!partner) return;
    if (before && before.peerId !== partner.peerId) link.reset();
    restWithoutPartner();
    void link.look();
  }

  // Relay credentials are valid for minutes; an ICE restart with expired ones is refused.
  function takeRelay(servers: CallJoined['iceServers'], relayOnly: boolean): void {
    const isRenewed = JSON.stringify(servers) !== JSON.stringify(ice.iceServers);
    ice = { iceServers: servers as RTCIceServer[], relayOnly };
    if (isRenewed) link.renewServers();
  }

  async function join(): Promise<void> {
    cancelJoin();
    if (store.get().end || !port.isConnected()) return;
    try {
      const joined = await options.join(here);
      if (store.get().end) return;
      takeRelay(joined.iceServers, joined.relayOnly);
      const { timer, talk, notes, serverNow } = joined;
      const serverAheadMs = serverNow.getTime() - clock.now();
      store.set({ hasJoined: true, isSeated: true, timer, talk, notes, serverAheadMs });
      takeSeats(joined.seats);
      show();
    } catch (error) {
      const reason = endOfRefusal(error);
      if (reason) end((await options.whyRefused().catch(() => null)) ?? reason);
      else cancelJoin = clock.later(() => void join(), joinAgainMs);
    }
  }

  function show(): void {
    if (store.get().isSeated) void port.emit('call:state', { ...here, ...own }).catch(() => undefined);
  }

  /** Heartbeat. The response carries state that was missed; a refusal means that the seat is lost. */
  async function sayAlive(): Promise<void> {
    const { seats, timer, iceServers } = await port.emit('call:alive', here);
    if (store.get().end) return;
    if (iceServers) takeRelay(iceServers, ice.relayOnly);
    store.set({ timer });
    takeSeats(seats);
    // The state sent to the partner was lost: send it again.
    const shown = seats.find((seat) => seat.peerId === peerId);
    if (shown && (shown.isMuted !== own.isMuted || shown.hasCamera !== own.hasCamera)) show();
  }

  function stayAlive(): void {
    cancelAlive = clock.later(() => {
      stayAlive();
      if (!store.get().isSeated || !port.isConnected()) return;
      void sayAlive().catch((error) => endOfRefusal(error) && join());
    }, callAliveEveryMs);
  }

  function end(reason: EndReason): void {
    if (store.get().end) return;
    close();
    store.set({
      end: reason,
      isSeated: false,
      isPartnerTalking: false,
      remote: { audio: null, video: null },
    });
  }

  const addNote = (note: CallNote) => {
    const others = store.get().notes.filter(({ noteId }) => noteId !== note.noteId);
    store.set({ notes: [...others, note] });
  };

  const isOurs = (value: { scheduleSlotId: string }) => value.scheduleSlotId === scheduleSlotId;
  const listening = [
    port.on('call:seats', (value) => isOurs(value) && store.get().hasJoined && takeSeats(value.seats)),
    port.on('call:signal', (value) => {
      const isFromPartner = value.to === peerId && value.from === store.get().partner?.peerId;
      if (isOurs(value) && isFromPartner) void link.receive({ epoch: value.epoch, items: value.items });
    }),
    port.on('call:timer', (value) => isOurs(value) && store.set({ timer: timerOf(value) })),
    port.on('call:talk', (value) => isOurs(value) && store.set({ talk: value.talk })),
    port.on(
      'call:note',
      ({ scheduleSlotId: _slot, ...note }) => isOurs({ scheduleSlotId: _slot }) && addNote(note),
    ),
    port.on('call:replaced', (value) => isOurs(value) && value.peerId === peerId && end('replaced')),
    port.on('call:ended', (value) => isOurs(value) && end(value.reason)),
    port.onConnect(() => void join()),
    port.subscribe(() => {
      if (!port.isConnected()) store.set({ isSeated: false });
    }),
  ];

  function close(): void {
    for (const stop of listening) stop();
    cancelJoin();
    cancelAlive();
    link.close();
  }

  const wish = async (change: { action: 'swap' | 'extend' | 'language'; languages?: CallLanguages }) => {
    await port.emit('call:timer', { ...here, ...change });
  };

  stayAlive();
  void join();

  return {
    get: store.get,
    subscribe: store.subscribe,
    setTrack: link.setTrack,
    show(shown) {
      own = shown;
      show();
    },
    showTalking: (isTalking) => link.say(talkTexts[`${isTalking}`]),
    countTalk(halves) {
      if (store.get().isSeated) void port.emit('call:talk', { ...here, ...halves }).catch(() => undefined);
    },
    async note(note) {
      const kept = await port.emit('call:note', { ...here, ...note });
      addNote(kept.note);
      return kept.note;
    },
    wish: (action) => wish({ action }),
    wishLanguages: (languages) => wish({ action: 'language', languages }),
    reconnect: port.reconnect,
    leave() {
      void port.emit('call:leave', here).catch(() => undefined);
      end('left');
    },
    close,
  };
}

const timerOf = ({ startedAt, swapAt, endsAt, languages, asked }: CallTimer): CallTimer => ({
  startedAt,
  swapAt,
  endsAt,
  languages,
  asked,
});
