import { NetworkError } from '@parlance/client/network-error';
import { callAliveEveryMs } from '@parlance/contract/call-events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createExchange } from '#test/fake-exchange';
import type { Room } from './room';
import { phaseOf } from './room-state';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const phases = (...rooms: Room[]) => rooms.map((room) => phaseOf(room.get()));

async function meet() {
  const exchange = createExchange();
  const ana = exchange.enter('ana');
  const ben = exchange.enter('ben');
  await exchange.pass(500);
  return { exchange, ana, ben };
}

describe('a seat in a session', () => {
  it('waits for the partner and connects once both have joined', async () => {
    const exchange = createExchange();
    const ana = exchange.enter('ana');
    expect(phases(ana)).toEqual(['joining']);
    await exchange.pass(100);
    expect(phases(ana)).toEqual(['waiting']);
    const ben = exchange.enter('ben');
    await exchange.pass(500);
    expect(phases(ana, ben)).toEqual(['connected', 'connected']);
  });

  it('computes the offset of the server clock', async () => {
    const { ana } = await meet();
    expect(Math.round(ana.get().serverAheadMs / 1000)).toBe(5);
  });

  it('rejoins with the same peerId after a lost socket, without a gap in the call', async () => {
    const { exchange, ana, ben } = await meet();
    exchange.of('ana').setConnected(false);
    await exchange.pass(6000);
    expect(phases(ana, ben)).toEqual(['connected', 'connected']);
    exchange.of('ana').setConnected(true);
    await exchange.pass(6000);
    const joins = exchange.of('ana').emitted.filter(({ event }) => event === 'call:join');
    expect(joins.map(({ payload }) => payload.peerId)).toEqual(['page 1', 'page 1']);
    expect(exchange.wire.opened).toEqual({ ana: 1, ben: 1 });
    expect(phases(ana, ben)).toEqual(['connected', 'connected']);
  });

  it('sends no signal without a seat, as it would arrive stale', async () => {
    const { exchange, ana } = await meet();
    exchange.of('ana').setConnected(false);
    const before = exchange.of('ana').emitted.length;
    exchange.wire.cut('failed');
    await exchange.pass(30_000);
    expect(exchange.of('ana').emitted.length).toBe(before);
    expect(phases(ana)).toEqual(['reconnecting']);
    exchange.wire.mend();
    exchange.of('ana').setConnected(true);
    await exchange.pass(8000);
    expect(phases(ana)).toEqual(['connected']);
  });

  it('reconnects with another page of the partner', async () => {
    const { exchange, ana, ben } = await meet();
    ben.close();
    const next = exchange.enter('ben');
    await exchange.pass(500);
    expect(phases(ana, next)).toEqual(['connected', 'connected']);
    expect(exchange.wire.opened).toEqual({ ana: 2, ben: 2 });
  });

  it('waits when the partner leaves, and reconnects when they return', async () => {
    const { exchange, ana, ben } = await meet();
    ben.leave();
    exchange.wire.live.ana?.become('failed');
    await exchange.pass(100);
    expect(phases(ana, ben)).toEqual(['waiting', 'ended']);
    expect(ben.get().end).toBe('left');
    const back = exchange.enter('ben');
    await exchange.pass(500);
    expect(phases(ana, back)).toEqual(['connected', 'connected']);
  });

  it('keeps a connected link although the presence list lacks the partner', async () => {
    const { exchange, ana } = await meet();
    exchange.tell('call:seats', { seats: [] });
    await exchange.pass(5000);
    expect(phases(ana)).toEqual(['connected']);
    exchange.setSeat('ben', { hasLeft: true, isHere: false });
    await exchange.pass(5000);
    expect(phases(ana)).toEqual(['connected']);
    expect(exchange.wire.live.ana?.isClosed).toBe(false);
  });

  it('continues with a higher epoch when the partner returns after the grace period', async () => {
    const { exchange, ana, ben } = await meet();
    exchange.of('ben').setConnected(false);
    exchange.setSeat('ben', { hasLeft: true, isHere: false });
    exchange.wire.cut('failed');
    await exchange.pass(1000);
    expect(phases(ana)).toEqual(['waiting']);
    exchange.wire.mend();
    exchange.of('ben').setConnected(true);
    await exchange.pass(2000);
    expect(phases(ana, ben)).toEqual(['connected', 'connected']);
  });

  it('ignores signals for another page or from a page that left', async () => {
    const { exchange, ben } = await meet();
    const items = [{ description: { type: 'offer', sdp: 'of a stranger' } }];
    exchange.tell('call:signal', { from: 'page 1', to: 'page 7', epoch: 9, items });
    exchange.tell('call:signal', { from: 'page 0', to: 'page 2', epoch: 9, items });
    await exchange.pass(500);
    expect(phases(ben)).toEqual(['connected']);
    expect(exchange.wire.opened.ben).toBe(1);
  });

  it.each(['blocked', 'time', 'cancelled', 'gone'])(
    'ends at once when the server says so: %s',
    async (reason) => {
      const { exchange, ana } = await meet();
      exchange.tell('call:ended', { reason });
      expect(ana.get().end).toBe(reason);
      expect(exchange.wire.live.ana?.isClosed).toBe(true);
      await exchange.pass(60_000);
      expect(exchange.of('ana').emitted.at(-1)?.event).not.toBe('call:alive');
    },
  );

  it('ends only the page that was replaced', async () => {
    const { exchange, ana, ben } = await meet();
    exchange.tell('call:replaced', { peerId: 'page 2' });
    expect(phases(ana, ben)).toEqual(['connected', 'ended']);
    expect(ben.get().end).toBe('replaced');
  });

  it.each([
    ['UserIsBlocked', 'blocked'],
    ['NotAllowed', 'time'],
    ['ResourceNotFound', 'cancelled'],
  ] as const)('ends when a join is refused with %s: %s', async (name, reason) => {
    const exchange = createExchange();
    exchange.refuse(name);
    const ana = exchange.enter('ana');
    await exchange.pass(100);
    expect(ana.get().end).toBe(reason);
  });

  it('retries a join after a temporary failure', async () => {
    const exchange = createExchange();
    exchange.refuse('ServerError');
    const ana = exchange.enter('ana');
    await exchange.pass(1000);
    expect(phases(ana)).toEqual(['joining']);
    exchange.refuse(null);
    await exchange.pass(3000);
    expect(phases(ana)).toEqual(['waiting']);
  });

  it('resends the state of camera and microphone when the first signal was lost', async () => {
    const { exchange, ana, ben } = await meet();
    exchange.refuse('ServerError');
    ana.show({ isMuted: true, hasCamera: true });
    await exchange.pass(100);
    exchange.refuse(null);
    expect(ben.get().partner).toMatchObject({ isMuted: false, hasCamera: false });
    await exchange.pass(callAliveEveryMs + 100);
    expect(ben.get().partner).toMatchObject({ isMuted: true, hasCamera: true });
    const told = () => exchange.of('ana').emitted.filter(({ event }) => event === 'call:state').length;
    const before = told();
    await exchange.pass(3 * callAliveEveryMs);
    expect(told()).toBe(before);
  });

  it('gives both ends of a link the renewed credentials of the relay, for the next ICE restart', async () => {
    const [first, renewed] = ['1:ana', '2:ana'].map((username) => [{ urls: ['turn:relay'], username }]);
    const exchange = createExchange();
    exchange.setRelay(first);
    const rooms = [exchange.enter('ana'), exchange.enter('ben')];
    await exchange.pass(500);
    expect(exchange.wire.servers).toEqual({ ana: first, ben: first });
    exchange.setRelay(renewed);
    await exchange.pass(callAliveEveryMs + 100);
    expect(exchange.wire.servers).toEqual({ ana: renewed, ben: renewed });
    expect(phases(...rooms)).toEqual(['connected', 'connected']);
    expect(exchange.wire.opened).toEqual({ ana: 1, ben: 1 });

    // A server of an earlier version omits the relay: the known settings stay.
    exchange.setRelay(undefined);
    await exchange.pass(callAliveEveryMs + 100);
    expect(exchange.wire.servers).toEqual({ ana: renewed, ben: renewed });
    exchange.wire.cut('failed');
    exchange.wire.mend();
    await exchange.pass(20_000);
    expect(exchange.wire.opened.ana).toBeGreaterThan(1);
    expect(exchange.wire.servers).toEqual({ ana: renewed, ben: renewed });
  });

  it('ends the session after a refused heartbeat', async () => {
    const { exchange, ana } = await meet();
    exchange.refuse('NotAllowed');
    await exchange.pass(10_100);
    expect(ana.get().end).toBe('time');
  });

  it('shows that the partner is talking, and resets it when the link breaks', async () => {
    const { exchange, ana, ben } = await meet();
    ana.showTalking(true);
    expect(ben.get().isPartnerTalking).toBe(true);
    exchange.wire.cut();
    expect(ben.get().isPartnerTalking).toBe(false);
  });

  it('stores each note once', async () => {
    const { exchange, ana } = await meet();
    const note = { noteId: 'n', userId: 'ben', kind: 'word', text: 'Feierabend', better: null };
    exchange.tell('call:note', note);
    exchange.tell('call:note', note);
    expect(ana.get().notes).toEqual([note]);
  });

  it('takes in what is said of this session, and nothing of another', async () => {
    const { exchange, ana } = await meet();
    const before = ana.get();
    const startedAt = new Date(1_800_000_000_000);
    const timer = { startedAt, swapAt: startedAt, endsAt: startedAt, languages: null, asked: [] };
    const talk = [{ userId: 'ben', firstMs: 1, secondMs: 2 }];
    const note = { noteId: 'n', userId: 'ben', kind: 'word', text: 'Feierabend', better: null };
    const events: [string, object][] = [
      ['call:timer', timer],
      ['call:talk', { talk }],
      ['call:note', note],
      ['call:seats', { seats: [] }],
      ['call:replaced', { peerId: 'page 1' }],
      ['call:ended', { reason: 'time' }],
    ];
    for (const [event, value] of events) exchange.tell(event, { ...value, scheduleSlotId: 'another' });
    expect(ana.get()).toEqual(before);
    for (const [event, value] of events.slice(0, 4)) exchange.tell(event, value);
    // A seat that the list lacks is that of somebody who is away.
    expect(ana.get()).toMatchObject({
      timer,
      talk,
      notes: [note],
      partner: { userId: 'ben', isHere: false },
    });
    expect(ana.get().timer).toEqual(timer);
  });

  it('ends for the reason that the server knows, before that of the refusal', async () => {
    const exchange = createExchange();
    exchange.refuse('NotAllowed');
    const replaced = exchange.enter('ana', async () => 'replaced');
    const unknown = exchange.enter('ben', () => Promise.reject(new NetworkError()));
    await exchange.pass(100);
    expect([replaced.get().end, unknown.get().end]).toEqual(['replaced', 'time']);
  });

  it('does not join again after the member has left', async () => {
    const exchange = createExchange();
    exchange.refuse('ServerError');
    const ana = exchange.enter('ana');
    await exchange.pass(1000);
    ana.leave();
    exchange.refuse(null);
    await exchange.pass(10_000);
    const joins = () => exchange.of('ana').emitted.filter(({ event }) => event === 'call:join');
    expect(joins()).toHaveLength(1);
    const late = exchange.enter('ana');
    late.leave();
    await exchange.pass(20_000);
    expect(late.get()).toMatchObject({ end: 'left', isSeated: false, hasJoined: false });
    expect(exchange.of('ana').emitted.map(({ event }) => event)).toEqual(['call:join', 'call:leave']);
  });

  it('keeps its seat when the server fails at a heartbeat', async () => {
    const { exchange, ana } = await meet();
    exchange.refuse('ServerError');
    await exchange.pass(2 * callAliveEveryMs + 100);
    const told = exchange.of('ana').emitted.map(({ event }) => event);
    expect(told.filter((event) => event === 'call:alive')).toHaveLength(2);
    expect(told.filter((event) => event === 'call:join')).toHaveLength(1);
    expect(phases(ana)).toEqual(['connected']);
  });

  it('opens a new socket when a broken link finds the old one silent, not when the server answers', async () => {
    const { exchange } = await meet();
    const { port } = exchange.of('ana');
    exchange.refuse('ServerError');
    exchange.wire.cut('disconnected');
    await exchange.pass(2000);
    expect(port.reconnect).not.toHaveBeenCalled();
    port.emit = () => Promise.reject(new NetworkError());
    await exchange.pass(2000);
    expect(port.reconnect).toHaveBeenCalled();
  });

  it('shows its microphone and camera again at once after it has joined again', async () => {
    const { exchange, ana, ben } = await meet();
    ana.show({ isMuted: true, hasCamera: true });
    await exchange.pass(100);
    exchange.of('ana').setConnected(false);
    exchange.of('ana').setConnected(true);
    await exchange.pass(500);
    expect(ben.get().partner).toMatchObject({ isHere: true, isMuted: true, hasCamera: true });
  });

  it('counts talk only with a seat', async () => {
    const { exchange, ana } = await meet();
    const counted = () => exchange.of('ana').emitted.filter(({ event }) => event === 'call:talk');
    ana.countTalk({ firstMs: 5, secondMs: 0 });
    expect(counted().map(({ payload }) => payload)).toMatchObject([{ peerId: 'page 1', firstMs: 5 }]);
    exchange.of('ana').setConnected(false);
    const emit = vi.spyOn(exchange.of('ana').port, 'emit');
    ana.countTalk({ firstMs: 6, secondMs: 0 });
    expect(emit).not.toHaveBeenCalled();
  });

  it('shows both tracks of the partner, and a relay that refuses its credentials, of the present link only', async () => {
    const { exchange, ana } = await meet();
    const track = (kind: 'audio' | 'video') => ({ kind }) as MediaStreamTrack;
    const first = exchange.wire.live.ana?.events;
    const [audio, video] = [track('audio'), track('video')];
    first?.onTrack(audio);
    first?.onTrack(video);
    expect(ana.get().remote).toEqual({ audio, video });
    first?.onServerError(701);
    expect(ana.get().isRelayRefused).toBe(false);
    exchange.wire.cut('failed');
    exchange.wire.mend();
    await exchange.pass(8000);
    expect(exchange.wire.opened.ana).toBe(2);
    first?.onServerError(401);
    first?.onText('talk');
    first?.onTrack(track('audio'));
    expect(ana.get()).toMatchObject({ isRelayRefused: false, isPartnerTalking: false });
    expect(ana.get().remote.audio).toBe(audio);
    exchange.wire.live.ana?.events.onServerError(401);
    expect(ana.get().isRelayRefused).toBe(true);
    ana.leave();
    expect(ana.get().remote).toEqual({ audio: null, video: null });
  });

  it('asks for changes of the halves, and stores an own note once', async () => {
    const { exchange, ana } = await meet();
    const { port } = exchange.of('ana');
    const emitted: object[] = [];
    const kept = { noteId: 'n', userId: 'ana', kind: 'word', text: 'Feierabend', better: null };
    port.emit = (async (event: string, payload: object) => {
      emitted.push({ event, ...payload });
      return { ok: true, note: kept };
    }) as unknown as typeof port.emit;
    await ana.wish('extend');
    await ana.wishLanguages({ first: 'es', second: 'de' });
    exchange.tell('call:note', kept);
    await ana.note({ noteId: 'n', kind: 'word', text: 'Feierabend', better: null });
    const here = { scheduleSlotId: 'slot', peerId: 'page 1' };
    expect(emitted).toEqual([
      { event: 'call:timer', ...here, action: 'extend' },
      { event: 'call:timer', ...here, action: 'language', languages: { first: 'es', second: 'de' } },
      { event: 'call:note', ...here, noteId: 'n', kind: 'word', text: 'Feierabend', better: null },
    ]);
    expect(ana.get().notes).toEqual([kept]);
  });
});
