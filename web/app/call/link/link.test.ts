import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFakeWire, createPair } from '#test/fake-pair';
import { createLink } from './link';
import { patienceMs, repairOf } from './link-repair';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const types = (batches: { items: object[] }[] | undefined) =>
  (batches ?? []).flatMap(({ items }) => items.flatMap((item) => Object.keys(item)));

describe('two ends of a link', () => {
  it('connect at the first offer, which only the caller makes', async () => {
    const pair = createPair();
    await pair.meet();
    expect(pair.areConnected()).toBe(true);
    expect(pair.opened).toEqual({ caller: 1, callee: 1 });
    expect(types(pair.heard.caller)).not.toContain('again');
  });

  it('send nothing until the partner is present, then connect', async () => {
    const pair = createPair();
    pair.setSignalling(false);
    await pair.meet();
    await pair.pass(30_000);
    expect(pair.opened).toEqual({});
    expect(pair.heard).toEqual({ caller: [], callee: [] });
    pair.setSignalling(true);
    await pair.pass(500);
    expect(pair.areConnected()).toBe(true);
  });

  it('a lost offer is followed by a new connection with a higher epoch', async () => {
    const pair = createPair();
    pair.lose('batch');
    await pair.meet();
    expect(pair.areConnected()).toBe(false);
    await pair.pass(6000);
    expect(pair.areConnected()).toBe(true);
    expect(pair.links.callee.epoch()).toBe(2);
  });

  it('a lost answer is followed by a new connection', async () => {
    const pair = createPair();
    pair.lose('none', 'none', 'batch');
    await pair.meet();
    await pair.pass(12_000);
    expect(pair.areConnected()).toBe(true);
    expect(pair.links.callee.epoch()).toBe(2);
  });

  it('a callee without media asks, and the caller reconnects although its side is connected', async () => {
    const pair = createPair();
    await pair.meet();
    await pair.pass(4000);
    pair.live.callee?.become('failed');
    await pair.pass(2500);
    expect(types(pair.heard.caller)).toContain('again');
    expect(pair.areConnected()).toBe(true);
    expect(pair.links.callee.epoch()).toBe(2);
  });

  it('a lost receipt has no effect once connected', async () => {
    const pair = createPair();
    pair.lose('none', 'none', 'none', 'answer', 'answer');
    await pair.meet();
    expect(pair.areConnected()).toBe(true);
    await pair.pass(20_000);
    expect(pair.opened).toEqual({ caller: 1, callee: 1 });
  });

  it('a short interruption recovers with or without an ICE restart, in the same connection', async () => {
    const pair = createPair();
    await pair.meet();
    pair.cut('disconnected');
    await pair.pass(4000);
    pair.mend();
    await pair.pass(2000);
    expect(pair.areConnected()).toBe(true);
    expect(pair.opened.caller).toBe(1);
    expect(pair.restarts.length).toBeGreaterThan(0);
    expect(pair.probes.count).toBeGreaterThan(0);
  });

  it('a connection that failed is replaced on both sides', async () => {
    const pair = createPair();
    await pair.meet();
    pair.cut('failed');
    await pair.pass(4000);
    pair.mend();
    await pair.pass(8000);
    expect(pair.areConnected()).toBe(true);
    expect(pair.links.caller.epoch()).toBeGreaterThan(1);
  });

  it('sends no offer while only signalling is lost: no gap when the server restarts', async () => {
    const pair = createPair();
    await pair.meet();
    pair.setSignalling(false);
    await pair.pass(20_000);
    pair.setSignalling(true);
    await pair.pass(5000);
    expect(pair.areConnected()).toBe(true);
    expect(pair.opened).toEqual({ caller: 1, callee: 1 });
  });

  it.each(['caller', 'callee'] as const)(
    'the page of the %s is loaded again: connected anew',
    async (name) => {
      const pair = createPair();
      await pair.meet();
      pair.reload(name);
      await pair.pass(500);
      expect(pair.areConnected()).toBe(true);
      expect(pair.links.caller.epoch()).toBe(1);
    },
  );

  it('signals of an earlier connection are ignored', async () => {
    const pair = createPair();
    pair.lose('batch');
    await pair.meet();
    await pair.pass(6000);
    const stale = { type: 'offer', sdp: 'offer caller of old' } as const;
    await pair.links.callee.receive({ epoch: 1, items: [{ description: stale }] });
    await pair.links.caller.receive({ epoch: 1, items: [{ again: true }] });
    await pair.pass(20_000);
    expect(pair.areConnected()).toBe(true);
    expect(pair.live.callee?.remote).not.toBe(stale.sdp);
    expect(pair.links.callee.epoch()).toBe(2);
  });

  it('the backoff is reset after each success', async () => {
    const pair = createPair();
    pair.lose('batch', 'batch', 'batch');
    await pair.meet();
    while (!pair.areConnected()) await pair.pass(500);
    pair.cut('failed');
    pair.mend();
    await pair.pass(5000);
    expect(pair.areConnected()).toBe(true);
  });

  it('candidates that arrive before their offer are applied after it', async () => {
    const pair = createPair();
    const way = { candidate: 'offer early', sdpMid: '0', sdpMLineIndex: 0, usernameFragment: null };
    await pair.links.callee.receive({ epoch: 3, items: [{ candidate: way }] });
    const description = { type: 'offer', sdp: 'offer early' } as const;
    await pair.links.callee.receive({ epoch: 3, items: [{ description }] });
    expect(pair.live.callee?.ways).toBe(1);
  });

  it('a closed link stays closed', async () => {
    const pair = createPair();
    await pair.meet();
    pair.links.caller.close();
    await pair.links.caller.look();
    await pair.links.caller.receive({ epoch: 9, items: [{ again: true }] });
    await pair.pass(20_000);
    expect(pair.opened.caller).toBe(1);
  });

  it('a request that comes right after an offer starts no other connection', async () => {
    const pair = createPair();
    await pair.meet();
    await pair.pass(2400);
    await pair.links.caller.receive({ epoch: 1, items: [{ again: true }] });
    await pair.pass(20_000);
    expect(pair.opened).toEqual({ caller: 1, callee: 1 });
    await pair.links.caller.receive({ epoch: 1, items: [{ again: true }] });
    await pair.pass(500);
    expect(pair.opened).toEqual({ caller: 2, callee: 2 });
  });

  it('a second answer to the same offer is ignored', async () => {
    const pair = createPair();
    await pair.meet();
    const { remote } = pair.live.caller ?? {};
    const description = { type: 'answer', sdp: 'answer of a stranger' } as const;
    await pair.links.caller.receive({ epoch: 1, items: [{ description }] });
    expect(pair.live.caller?.remote).toBe(remote);
  });

  it('a track that changes between connections is that of the next one, and of the present one at once', async () => {
    const wire = createFakeWire();
    const opened: (MediaStreamTrack | null)[] = [];
    const set: (MediaStreamTrack | null)[] = [];
    const link = createLink({
      isCaller: true,
      openPeer: (options, events) => {
        opened.push(options.tracks.audio);
        const peer = wire.openPeerOf('caller')(options, events);
        return { ...peer, setTrack: async (_kind, track) => void set.push(track) };
      },
      ice: () => ({ iceServers: [], relayOnly: false }),
      tracks: { audio: null, video: null },
      canSignal: () => true,
      post: async () => true,
      probe: () => undefined,
      clock: { now: () => Date.now(), later: () => () => undefined },
      onState: () => undefined,
      onTrack: () => undefined,
      onText: () => undefined,
      onServerError: () => undefined,
    });
    const [first, second] = [{ id: '1' }, { id: '2' }] as unknown as MediaStreamTrack[];
    await link.setTrack('audio', first ?? null);
    await link.look();
    await link.setTrack('audio', second ?? null);
    link.reset();
    await link.look();
    expect(opened).toEqual([first, second]);
    expect(set).toEqual([second]);
    link.close();
  });

  it("the caller continues from the callee's higher epoch", async () => {
    const pair = createPair();
    await pair.meet();
    await pair.pass(4000);
    await pair.links.caller.receive({ epoch: 7, items: [{ again: true }] });
    await pair.pass(500);
    expect(pair.links.caller.epoch()).toBe(8);
    expect(pair.areConnected()).toBe(true);
  });
});

describe('the repair of a link', () => {
  const broken = {
    isCaller: true,
    state: 'failed',
    isStable: true,
    isLost: false,
    isAsked: false,
    canSignal: true,
    tries: 1,
    sinceTryMs: 3000,
    sinceAskMs: 3001,
  } as const;

  it('backs off for 3, 6, 12 and then 15 s', () => {
    expect([1, 2, 3, 4, 9].map(patienceMs)).toEqual([3000, 6000, 12_000, 15_000, 15_000]);
    expect(repairOf({ ...broken, sinceTryMs: 2999 })).toBe('wait');
    expect(repairOf(broken)).toBe('open');
    expect(repairOf({ ...broken, tries: 2, sinceTryMs: 5999 })).toBe('wait');
  });

  it('restarts ICE when disconnected, and reconnects after a failure or a lost signal', () => {
    expect(repairOf({ ...broken, state: 'disconnected' })).toBe('restart');
    expect(repairOf({ ...broken, state: 'disconnected', isLost: true })).toBe('open');
    expect(repairOf({ ...broken, state: 'disconnected', isStable: false })).toBe('open');
    expect(repairOf({ ...broken, state: 'connecting' })).toBe('open');
  });

  it('of the callee is a request, at most every 3 s', () => {
    expect(repairOf({ ...broken, isCaller: false })).toBe('ask');
    expect(repairOf({ ...broken, isCaller: false, sinceAskMs: 3000 })).toBe('wait');
    expect(repairOf({ ...broken, isCaller: false, state: 'connecting' })).toBe('wait');
    expect(repairOf({ ...broken, isCaller: false, state: 'connecting', isLost: true })).toBe('ask');
  });

  it('waits without signalling, and does not touch a connected link', () => {
    expect(repairOf({ ...broken, canSignal: false })).toBe('wait');
    expect(repairOf({ ...broken, state: 'connected' })).toBe('none');
    expect(repairOf({ ...broken, state: 'connected', isLost: true })).toBe('none');
    expect(repairOf({ ...broken, state: 'connected', isLost: true, isStable: false })).toBe('open');
    expect(repairOf({ ...broken, state: 'connected', isAsked: true })).toBe('open');
  });
});
