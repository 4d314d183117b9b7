import { vi } from 'vitest';
import { createLink, type Link } from '#call/link/link';
import type { Batch } from '#call/link/outgoing-signals';
import type { Candidate, Description, OpenPeer, Peer, PeerEvents, PeerState } from '#call/link/peer';

const answerTimeoutMs = 3000;
const travelMs = 40;

interface FakePeer extends Peer {
  become(state: PeerState): void;
  isClosed: boolean;
  /** The description that the other end needs to be connected. */
  local: string | null;
  remote: string | null;
  ways: number;
  /** What the browser reports of this connection. */
  events: PeerEvents;
  hear(text: string): void;
}

/** A fake network between two browsers, with a peer connection at each end. */
export function createFakeWire() {
  let isUp = true;
  let serial = 0;
  const live: Record<string, FakePeer | null> = {};
  const opened: Record<string, number> = {};
  const restarts: number[] = [];
  const servers: Record<string, RTCIceServer[]> = {};

  /** Connects two ends that have each other's present description and at least one candidate. */
  function settle(): void {
    const [one, other] = Object.values(live);
    if (!one || !other || one.isClosed || other.isClosed || !isUp) return;
    // A failed connection does not recover by itself.
    if (one.state() === 'failed' || other.state() === 'failed') return;
    const knowEachOther = one.remote === other.local && other.remote === one.local;
    if (one.local === null || !knowEachOther || one.ways === 0 || other.ways === 0) return;
    for (const peer of [one, other]) if (peer.state() !== 'connected') peer.become('connected');
  }

  const openPeerOf =
    (name: string): OpenPeer =>
    ({ ice }, events: PeerEvents) => {
      servers[name] = ice.iceServers;
      let state: PeerState = 'new';
      let isStable = true;
      serial += 1;
      opened[name] = (opened[name] ?? 0) + 1;
      const describe = (type: Description['type']): Description => {
        serial += 1;
        peer.local = `${type} ${name} ${serial}`;
        const candidate = { candidate: peer.local, sdpMid: '0', sdpMLineIndex: 0, usernameFragment: null };
        setTimeout(() => events.onCandidate(candidate), 5);
        return { type, sdp: peer.local };
      };
      const peer: FakePeer = {
        isClosed: false,
        local: null,
        remote: null,
        ways: 0,
        state: () => state,
        isStable: () => isStable,
        become(next) {
          state = next;
          events.onState();
        },
        async offer(isRestart) {
          if (isRestart) restarts.push(Date.now());
          isStable = false;
          peer.ways = 0;
          return describe('offer');
        },
        async answer({ sdp }) {
          peer.remote = sdp;
          peer.ways = 0;
          return describe('answer');
        },
        async accept({ sdp }) {
          isStable = true;
          peer.remote = sdp;
          settle();
        },
        async addCandidate({ candidate }: Candidate) {
          if (candidate !== peer.remote) throw new Error('a way to somebody else');
          peer.ways += 1;
          settle();
        },
        setServers(iceServers) {
          servers[name] = iceServers;
        },
        setTrack: async () => undefined,
        say: (text) => {
          for (const [at, other] of Object.entries(live)) if (at !== name) other?.hear(text);
        },
        events,
        hear: events.onText,
        close() {
          peer.isClosed = true;
        },
      };
      live[name] = peer;
      return peer;
    };

  return {
    openPeerOf,
    live,
    opened,
    restarts,
    servers,
    /** Cuts the network: both ends are notified. */
    cut(as: PeerState = 'disconnected') {
      isUp = false;
      for (const peer of Object.values(live)) peer?.become(as);
    },
    mend() {
      isUp = true;
      settle();
    },
  };
}

/** Two ends of a link over a network with configurable loss, delay and cuts. */
export function createPair() {
  /** Batches to lose, next first. */
  let losses: ('batch' | 'answer' | 'none')[] = [];
  let isSignalling = true;
  const heard: Record<string, Batch[]> = { caller: [], callee: [] };
  const wire = createFakeWire();
  const { live, opened } = wire;
  const probes = { count: 0 };

  const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  const links = {} as Record<'caller' | 'callee', Link>;
  const linkOf = (name: 'caller' | 'callee'): Link => {
    const other = name === 'caller' ? 'callee' : 'caller';
    return createLink({
      isCaller: name === 'caller',
      openPeer: wire.openPeerOf(name),
      ice: () => ({ iceServers: [], relayOnly: false }),
      tracks: { audio: null, video: null },
      canSignal: () => isSignalling,
      async post(batch) {
        const fate = losses.shift() ?? 'none';
        await wait(travelMs);
        if (fate !== 'batch') {
          heard[other]?.push(batch);
          void links[other].receive(batch);
        }
        if (fate === 'none') return true;
        await wait(answerTimeoutMs - travelMs);
        return false;
      },
      probe: () => {
        probes.count += 1;
      },
      clock: {
        now: () => Date.now(),
        later(task, ms) {
          const timer = setTimeout(task, ms);
          return () => clearTimeout(timer);
        },
      },
      onState: () => undefined,
      onTrack: () => undefined,
      onText: () => undefined,
      onServerError: () => undefined,
    });
  };
  links.caller = linkOf('caller');
  links.callee = linkOf('callee');

  return {
    links,
    live,
    opened,
    heard,
    restarts: wire.restarts,
    probes,
    pass: (ms: number) => vi.advanceTimersByTimeAsync(ms),
    async meet() {
      void links.callee.look();
      void links.caller.look();
      await vi.advanceTimersByTimeAsync(500);
    },
    lose: (...fates: typeof losses) => {
      losses = fates;
    },
    setSignalling(isOn: boolean) {
      isSignalling = isOn;
      if (isOn) for (const link of Object.values(links)) void link.look();
    },
    cut: wire.cut,
    mend: wire.mend,
    /** Reloads the page of one side; the other side is notified of a new page. */
    reload(name: 'caller' | 'callee') {
      const other = name === 'caller' ? 'callee' : 'caller';
      links[name].close();
      links[name] = linkOf(name);
      links[other].reset();
      for (const link of Object.values(links)) void link.look();
    },
    areConnected: () =>
      [live.caller, live.callee].every((peer) => peer?.state() === 'connected' && !peer.isClosed) &&
      links.caller.epoch() === links.callee.epoch(),
  };
}
