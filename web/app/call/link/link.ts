import { askEveryMs, isBroken, isWell, type Repair, repairOf, repairTickMs } from './link-repair';
import { type Batch, createOutgoing } from './outgoing-signals';
import type { Candidate, IceSettings, MediaKind, OpenPeer, OwnTracks, Peer, PeerState, Signal } from './peer';

export interface LinkClock {
  now(): number;
  /** Does something later, unless the answered function is called before. */
  later(task: () => void, ms: number): () => void;
}

export interface LinkOptions {
  isCaller: boolean;
  openPeer: OpenPeer;
  /** The present settings; see `renewServers`. */
  ice(): IceSettings;
  tracks: OwnTracks;
  canSignal(): boolean;
  post(batch: Batch): Promise<boolean>;
  /** Looks whether the socket still carries: a half-open one would swallow everything. */
  probe(): void;
  clock: LinkClock;
  onState(state: PeerState | 'none'): void;
  onTrack(track: MediaStreamTrack): void;
  onText(text: string): void;
  onServerError(code: number): void;
}

/** The connection of two people, through all its repairs. An SFU could stand behind the same words. */
export interface Link {
  receive(batch: Batch): Promise<void>;
  /** The socket or the partner came or went. */
  look(): Promise<void>;
  /** The partner is another page now: all begins anew. */
  reset(): void;
  /** The partner is gone, and there is nothing to repair until they are back, with the next epoch. */
  rest(): void;
  setTrack(kind: MediaKind, track: MediaStreamTrack | null): Promise<void>;
  /** The credentials of the relay were renewed: both ends need them in the next ICE restart, also the one that only answers. */
  renewServers(): void;
  say(text: string): void;
  epoch(): number;
  close(): void;
}

const earlyMax = 64;

/** Makes the one link of a call; docs/decisions/calls.md says why it repairs itself the way it does. */
export function createLink(options: LinkOptions): Link {
  const { isCaller, openPeer, ice, tracks, canSignal, clock } = options;
  let peer: Peer | null = null;
  let epoch = 0;
  let isLost = false;
  let isAsked = false;
  let tries = 0;
  let triedAt = Number.NEGATIVE_INFINITY;
  let askedAt = Number.NEGATIVE_INFINITY;
  let early: { epoch: number; candidate: Candidate }[] = [];
  let turn = Promise.resolve();
  let cancelTick = () => {};
  // The epoch whose other end is described: before that a candidate has no place.
  let described = 0;
  // Counts what ends all that is under way: another partner's page, the end of the call.
  let life = 0;
  let isClosed = false;

  const state = (): PeerState | 'none' => peer?.state() ?? 'none';
  const facts = () => ({ state: state(), isLost, isAsked, isStable: peer?.isStable() ?? true });
  const lose = () => {
    isLost = true;
    tickLater();
  };
  const outgoing = createOutgoing({ canSignal, post: options.post, onLost: lose });

  function tickLater(): void {
    cancelTick();
    if (!isClosed && !isWell(facts())) cancelTick = clock.later(() => void inTurn(repair), repairTickMs);
  }

  /** One thing at a time; what fails counts as lost. */
  function inTurn(task: () => Promise<void> | void): Promise<void> {
    if (isClosed) return turn;
    const mine = life;
    turn = turn.then(async () => {
      if (mine !== life) return;
      try {
        await task();
      } catch {
        if (mine === life) lose();
      }
    });
    return turn;
  }

  function drop(): void {
    cancelTick();
    described = 0;
    const old = peer;
    peer = null;
    old?.close();
  }

  function open(next: number): Peer {
    drop();
    epoch = next;
    isLost = false;
    isAsked = false;
    outgoing.begin(next);
    const isMine = () => peer === opened;
    const opened = openPeer(
      { isCaller, ice: ice(), tracks },
      {
        onCandidate: (candidate) => isMine() && outgoing.say({ candidate }),
        onState() {
          if (!isMine()) return;
          if (opened.state() === 'connected') tries = 0;
          options.onState(opened.state());
          tickLater();
        },
        onTrack: (track) => isMine() && options.onTrack(track),
        onText: (text) => isMine() && options.onText(text),
        onServerError: (code) => isMine() && options.onServerError(code),
      },
    );
    peer = opened;
    tickLater();
    return opened;
  }

  async function offer(restarted: Peer | null): Promise<void> {
    triedAt = clock.now();
    tries += 1;
    const offering = restarted ?? open(epoch + 1);
    const description = await offering.offer(restarted !== null);
    if (offering === peer) outgoing.say({ description });
  }

  async function repair(): Promise<void> {
    if (isBroken(state())) options.probe();
    const now = clock.now();
    const act: Repair = repairOf({
      ...facts(),
      isCaller,
      canSignal: canSignal(),
      tries,
      sinceTryMs: now - triedAt,
      sinceAskMs: now - askedAt,
    });
    tickLater();
    if (act === 'open') await offer(null);
    if (act === 'restart') await offer(peer);
    if (act === 'ask') {
      askedAt = now;
      isLost = false;
      outgoing.say({ again: true });
    }
  }

  /** The caller's view of an earlier or later connection than its own. */
  async function heed(sent: number): Promise<void> {
    if (clock.now() - triedAt <= askEveryMs) return;
    epoch = Math.max(epoch, sent);
    isAsked = true;
    await repair();
  }

  async function take(sent: number, item: Signal): Promise<void> {
    if (isCaller && ('again' in item || sent > epoch)) return sent >= epoch ? heed(sent) : undefined;
    if ('again' in item || sent < epoch) return;
    if ('candidate' in item) return takeCandidate(sent, item.candidate);
    const { description } = item;
    if (description.type === 'answer') {
      if (!isCaller || !peer || peer.isStable()) return;
      await peer.accept(description);
    } else {
      if (isCaller) return;
      const answering = sent > epoch || !peer ? open(sent) : peer;
      const answer = await answering.answer(description);
      if (answering !== peer) return;
      outgoing.say({ description: answer });
    }
    described = epoch;
    const waiting = early.filter((one) => one.epoch === epoch);
    early = [];
    for (const { candidate } of waiting) await addCandidate(candidate);
  }

  async function takeCandidate(sent: number, candidate: Candidate): Promise<void> {
    if (sent === described && peer) return addCandidate(candidate);
    if (early.length < earlyMax) early.push({ epoch: sent, candidate });
  }

  // A way that the browser does not understand is one way less, no reason to begin anew.
  const addCandidate = async (candidate: Candidate) => peer?.addCandidate(candidate).catch(() => {});

  function rest(): void {
    life += 1;
    drop();
    isLost = false;
    isAsked = false;
    tries = 0;
    triedAt = Number.NEGATIVE_INFINITY;
    askedAt = Number.NEGATIVE_INFINITY;
    early = [];
    outgoing.begin(epoch);
    options.onState('none');
  }

  return {
    receive: ({ epoch: sent, items }) =>
      inTurn(async () => {
        for (const item of items) await take(sent, item);
      }),
    look: () => inTurn(repair),
    reset() {
      epoch = 0;
      rest();
    },
    rest,
    async setTrack(kind, track) {
      tracks[kind] = track;
      await peer?.setTrack(kind, track);
    },
    renewServers: () => peer?.setServers(ice().iceServers),
    say: (text) => peer?.say(text),
    epoch: () => epoch,
    close() {
      life += 1;
      isClosed = true;
      drop();
    },
  };
}
