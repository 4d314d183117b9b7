import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPair } from '#test/fake-pair';
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

  it('wait in silence until there is somebody to signal to, and connect then', async () => {
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

  it('the callee alone hears nothing: it asks, and the caller begins anew though all looks well from there', async () => {
    const pair = createPair();
    await pair.meet();
    await pair.pass(4000);
    pair.live.callee?.become('failed');
    await pair.pass(2500);
    expect(types(pair.heard.caller)).toContain('again');
    expect(pair.areConnected()).toBe(true);
    expect(pair.links.callee.epoch()).toBe(2);
  });

  it('a receipt that is lost costs nothing once the two are connected', async () => {
    const pair = createPair();
    pair.lose('none', 'none', 'none', 'answer', 'answer');
    await pair.meet();
    expect(pair.areConnected()).toBe(true);
    await pair.pass(20_000);
    expect(pair.opened).toEqual({ caller: 1, callee: 1 });
  });

  it('a short cut heals by itself or by a restart, in the same connection', async () => {
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

  it('nothing is offered while a live connection only lacks its signalling: no gap when the server restarts', async () => {
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

  it('signals of an earlier connection change nothing', async () => {
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

  it('patience begins anew after each success', async () => {
    const pair = createPair();
    pair.lose('batch', 'batch', 'batch');
    await pair.meet();
    while (!pair.areConnected()) await pair.pass(500);
    pair.cut('failed');
    pair.mend();
    await pair.pass(5000);
    expect(pair.areConnected()).toBe(true);
  });

  it('candidates that overtake their offer find their place', async () => {
    const pair = createPair();
    const way = { candidate: 'offer early', sdpMid: '0', sdpMLineIndex: 0, usernameFragment: null };
    await pair.links.callee.receive({ epoch: 3, items: [{ candidate: way }] });
    const description = { type: 'offer', sdp: 'offer early' } as const;
    await pair.links.callee.receive({ epoch: 3, items: [{ description }] });
    expect(pair.live.callee?.ways).toBe(1);
  });

  it('a link that was closed stays closed', async () => {
    const pair = createPair();
    await pair.meet();
    pair.links.caller.close();
    await pair.links.caller.look();
    await pair.links.caller.receive({ epoch: 9, items: [{ again: true }] });
    await pair.pass(20_000);
    expect(pair.opened.caller).toBe(1);
  });

  it('the caller goes on from an epoch that the callee knows and it does not', async () => {
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

  it('is patient for 3, 6, 12 and then 15 s', () => {
    expect([1, 2, 3, 4, 9].map(patienceMs)).toEqual([3000, 6000, 12_000, 15_000, 15_000]);
    expect(repairOf({ ...broken, sinceTryMs: 2999 })).toBe('wait');
    expect(repairOf(broken)).toBe('open');
    expect(repairOf({ ...broken, tries: 2, sinceTryMs: 5999 })).toBe('wait');
  });

  it('restarts where the connection may only have lost its way, and opens where it failed or something was lost', () => {
    expect(repairOf({ ...broken, state: 'disconnected' })).toBe('restart');
    expect(repairOf({ ...broken, state: 'disconnected', isLost: true })).toBe('open');
    expect(repairOf({ ...broken, state: 'disconnected', isStable: false })).toBe('open');
    expect(repairOf({ ...broken, state: 'connecting' })).toBe('open');
  });

  it('of the callee is to ask, at most every 3 s', () => {
    expect(repairOf({ ...broken, isCaller: false })).toBe('ask');
    expect(repairOf({ ...broken, isCaller: false, sinceAskMs: 3000 })).toBe('wait');
    expect(repairOf({ ...broken, isCaller: false, state: 'connecting' })).toBe('wait');
    expect(repairOf({ ...broken, isCaller: false, state: 'connecting', isLost: true })).toBe('ask');
  });

  it('waits without signalling, and leaves alone what is connected', () => {
    expect(repairOf({ ...broken, canSignal: false })).toBe('wait');
    expect(repairOf({ ...broken, state: 'connected' })).toBe('none');
    expect(repairOf({ ...broken, state: 'connected', isLost: true })).toBe('none');
    expect(repairOf({ ...broken, state: 'connected', isLost: true, isStable: false })).toBe('open');
    expect(repairOf({ ...broken, state: 'connected', isAsked: true })).toBe('open');
  });
});
