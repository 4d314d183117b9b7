import type { CallPort } from '@parlance/client/call';
import { NetworkError } from '@parlance/client/network-error';
import type { CallSeat } from '@parlance/contract/call';
import { ApiError, type ErrorName } from '@parlance/contract/errors';
import { vi } from 'vitest';
import { createRoom, type Room } from '#call/room/room';
import { type EndReason, emptyRoom } from '#call/room/room-state';
import { createFakeWire } from './fake-pair';

const scheduleSlotId = 'slot';

type Listener = (value: never) => void;
interface Emitted {
  event: string;
  payload: Record<string, unknown>;
}

/** A fake server for the two seats of one session, with a fake link between them. */
export function createExchange() {
  const wire = createFakeWire();
  const seats = new Map<string, CallSeat>();
  const ports = new Map<string, ReturnType<typeof portOf>>();
  let refusal: ErrorName | null = null;
  let iceServers: RTCIceServer[] | undefined = [];

  const tell = (event: string, value: object) => {
    for (const port of ports.values()) port.hear(event, value);
  };
  const seatsNow = () => [...seats.values()];
  const tellSeats = () => tell('call:seats', { scheduleSlotId, seats: seatsNow() });
  const ownerOf = (peerId: unknown) => seatsNow().find((seat) => seat.peerId === peerId);

  function answer(userId: string, { event, payload }: Emitted): object {
    if (refusal && event !== 'call:leave') throw new ApiError(refusal);
    const peerId = String(payload.peerId);
    if (event === 'call:join') {
      seats.set(userId, { userId, peerId, isHere: true, hasLeft: false, isMuted: false, hasCamera: false });
      tellSeats();
      const joined = { iceServers, relayOnly: false, serverNow: new Date(Date.now() + 5000) };
      return { ok: true, ...joined, seats: seatsNow(), timer: emptyRoom.timer, talk: [], notes: [] };
    }
    if (event === 'call:signal') {
      if (!ownerOf(payload.to)?.isHere) throw new ApiError('ResourceNotFound');
      tell(event, { ...payload, from: peerId });
    }
    if (event === 'call:state') {
      const { isMuted, hasCamera } = payload as Pick<CallSeat, 'isMuted' | 'hasCamera'>;
      setSeat(userId, { isMuted, hasCamera });
    }
    if (event === 'call:leave') setSeat(userId, { hasLeft: true, isHere: false });
    return { ok: true, serverNow: new Date(), seats: seatsNow(), timer: emptyRoom.timer, iceServers };
  }

  function setSeat(userId: string, change: Partial<CallSeat>): void {
    const seat = seats.get(userId);
    if (seat) seats.set(userId, { ...seat, ...change });
    tellSeats();
  }

  function portOf(userId: string) {
    const listeners: { event: string; listener: Listener }[] = [];
    const emitted: Emitted[] = [];
    let isConnected = true;
    const add = (event: string, listener: Listener) => {
      const entry = { event, listener };
      listeners.push(entry);
      return () => void listeners.splice(listeners.indexOf(entry), 1);
    };
    const hear = (event: string, value: object) => {
      if (!isConnected && event.startsWith('call:')) return;
      for (const entry of [...listeners]) if (entry.event === event) entry.listener(value as never);
    };
    const port = {
      isConnected: () => isConnected,
      emit: async (event: string, payload: Record<string, unknown>) => {
        if (!isConnected) throw new NetworkError(null);
        emitted.push({ event, payload });
        await new Promise((resolve) => setTimeout(resolve, 20));
        if (!isConnected) throw new NetworkError(null);
        return answer(userId, { event, payload });
      },
      on: add,
      onConnect: (listener: () => void) => add('connect', listener),
      subscribe: (listener: () => void) => add('status', listener),
      reconnect: vi.fn(),
    } as unknown as CallPort & { reconnect: ReturnType<typeof vi.fn> };
    return {
      port,
      hear,
      emitted,
      setConnected(isOn: boolean) {
        isConnected = isOn;
        setSeat(userId, { isHere: isOn });
        hear('status', {});
        if (isOn) hear('connect', {});
      },
    };
  }

  let pages = 0;
  return {
    wire,
    tell: (event: string, value: object) => tell(event, { scheduleSlotId, ...value }),
    setSeat,
    /** Relay servers in later joins and heartbeats; undefined as from an older server. */
    setRelay: (servers: RTCIceServer[] | undefined) => {
      iceServers = servers;
    },
    refuse: (name: ErrorName | null) => {
      refusal = name;
    },
    of: (userId: string) => ports.get(userId) as ReturnType<typeof portOf>,
    /** A page takes a member's seat; `ana` owns the slot. */
    enter(userId: string, whyRefused: () => Promise<EndReason | null> = async () => null): Room {
      pages += 1;
      const opened = portOf(userId);
      ports.set(userId, opened);
      return createRoom({
        port: opened.port,
        scheduleSlotId,
        userId,
        ownerUserId: 'ana',
        peerId: `page ${pages}`,
        join: (here) => opened.port.emit('call:join', here),
        openPeer: wire.openPeerOf(userId),
        tracks: { audio: null, video: null },
        clock: {
          now: () => Date.now(),
          later(task, ms) {
            const timer = setTimeout(task, ms);
            return () => clearTimeout(timer);
          },
        },
        whyRefused,
      });
    },
    pass: (ms: number) => vi.advanceTimersByTimeAsync(ms),
  };
}
