import { askEveryMs, isBroken, isWell, type Repair, repairOf, repairTickMs } from './link-repair';
import { type Batch, createOutgoing } from './outgoing-signals';
import type { Candidate, IceSettings, MediaKind, OpenPeer, OwnTracks, Peer, PeerState, Signal } from './peer';

export interface LinkClock {
  now(): number;
  /** Runs a task later; the returned function cancels it. */
  later(task: () => void, ms: number): () => void;
}

export interface LinkOptions {
  isCaller: boolean;
  openPeer: OpenPeer;
  /** Current settings; see `renewServers`. */
  ice(): IceSettings;
  tracks: OwnTracks;
  canSignal(): boolean;
  post(batch: Batch): Promise<boolean>;
  /** Probes the socket: a half-open one drops signals silently. */
  probe(): void;
  clock: LinkClock;
  onState(state: PeerState | 'none'): void;
  onTrack(track: MediaStreamTrack): void;
  onText(text: string): void;
  onServerError(code: number): void;
}

/** Media connection of two members across repairs. An SFU could implement the same interface. */
export interface Link {
  receive(batch: Batch): Promise<void>;
  /** Re-evaluates after a change of the socket or the partner's presence. */
  look(): Promise<void>;
  /** Starts over: the partner reloaded or joined from another page. */
  reset(): void;
  /** Suspends repairs while the partner is gone; their return starts the next epoch. */
  rest(): void;
  setTrack(kind: MediaKind, track: MediaStreamTrack | null): Promise<void>;
  /** Applies renewed relay credentials: both ends need them for the next ICE restart, including the answering one. */
  renewServers(): void;
  say(text: string): void;
  epoch(): number;
  close(): void;
}

const earlyMax = 64;

/** Creates the link of a call; docs/decisions/calls.md explains the repair strategy. */
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
  // Epoch with a remote description; candidates cannot be added before that.
  let described = 0;
  // Incremented to cancel pending tasks: another page of the partner, or the end of the call.
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

  /** Serializes tasks; a failed one counts as a lost signal. */
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

  /** Handles the callee's repair request or a signal of a later epoch; throttled. */
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

  // An unparsable candidate is ignored; it does not justify a new connection.
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
