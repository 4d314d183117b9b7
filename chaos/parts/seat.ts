import { randomUUID } from 'node:crypto';
import { createCallPort } from '@parlance/client/call';
import type { Client } from '@parlance/client/client';
import {
  type CallClientEvent,
  type CallClientEventName,
  type CallServerEvent,
  type CallServerEventName,
  callAliveEveryMs,
  callServerEvents,
} from '@parlance/contract/call-events';
import { ApiError } from '@parlance/contract/errors';
import type { Stage } from './stage.ts';

/** A page in a session: it joins, sends heartbeats, rejoins after every disconnect, and records what it receives. */
export interface Seat {
  userId: string;
  peerId: string;
  client: Client;
  /** Emits and returns the outcome: done, status and code of the refusal, or no response. */
  tell<Name extends CallClientEventName>(event: Name, payload: Payload<Name>): Promise<string>;
  /** Waits for an event that passes the filter; returns the milliseconds, or infinity. */
  hears<Name extends CallServerEventName>(
    event: Name,
    passes: (value: CallServerEvent<Name>) => boolean,
    withinMs: number,
  ): Promise<number>;
  /** Attendance by the server's last answer, and the notes received over any path. */
  partnerIsHere(): boolean;
  notes(): string[];
  joins(): number;
  /** Session ends and seat replacements, neither of which may occur here. */
  farewells(): string[];
}

type Payload<Name extends CallClientEventName> = Omit<CallClientEvent<Name>, 'scheduleSlotId' | 'peerId'>;

export interface SeatOptions {
  client: Client;
  userId: string;
  scheduleSlotId: string;
  /** Rejoins after each connect as a browser does; a sabotage disables it. */
  joinsAgain: boolean;
}

export function takeSeat(stage: Stage, options: SeatOptions): Seat {
  const { client, userId, scheduleSlotId } = options;
  const here = { scheduleSlotId, peerId: randomUUID() };
  const port = createCallPort(client.realtime);
  const listeners = new Set<(event: string, value: unknown) => void>();
  const farewells: string[] = [];
  const notes = new Set<string>();
  let isPartnerHere = false;
  let joins = 0;

  const takeSeats = (seats: CallServerEvent<'call:seats'>['seats']) => {
    isPartnerHere = seats.some((seat) => seat.userId !== userId && seat.isHere);
  };
  for (const event of Object.keys(callServerEvents) as CallServerEventName[]) {
    port.on(event, (value) => {
      for (const listener of listeners) listener(event, value);
    });
  }
  port.on('call:seats', ({ seats }) => takeSeats(seats));
  port.on('call:note', ({ text }) => void notes.add(text));
  port.on('call:ended', ({ reason }) => farewells.push(`ended: ${reason}`));
  port.on('call:replaced', ({ peerId }) => peerId === here.peerId && farewells.push('replaced'));

  async function join(): Promise<void> {
    const joined = await port.emit('call:join', here);
    joins += 1;
    takeSeats(joined.seats);
    for (const { text } of joined.notes) notes.add(text);
  }
  const joinOrWait = () => void join().catch(() => undefined);
  if (options.joinsAgain) port.onConnect(joinOrWait);
  const alive = setInterval(() => {
    if (!port.isConnected()) return;
    void port.emit('call:alive', here).then(
      ({ seats }) => takeSeats(seats),
      (error: unknown) => error instanceof ApiError && options.joinsAgain && joinOrWait(),
    );
  }, callAliveEveryMs / 2);
  stage.defer(() => clearInterval(alive));

  return {
    userId,
    peerId: here.peerId,
    client,
    async tell(event, payload) {
      if (event === 'call:join') return outcomeOf(join());
      return outcomeOf(port.emit(event, { ...here, ...payload } as CallClientEvent<typeof event>));
    },
    hears(event, passes, withinMs) {
      const startedAt = performance.now();
      return new Promise((resolve) => {
        const finish = (ms: number) => {
          clearTimeout(timer);
          listeners.delete(listen);
          resolve(ms);
        };
        const timer = setTimeout(() => finish(Number.POSITIVE_INFINITY), withinMs);
        const listen = (heard: string, value: unknown) => {
          if (heard === event && passes(value as CallServerEvent<typeof event>))
            finish(performance.now() - startedAt);
        };
        listeners.add(listen);
      });
    },
    partnerIsHere: () => isPartnerHere,
    notes: () => [...notes],
    joins: () => joins,
    farewells: () => farewells,
  };
}

const outcomeOf = (act: Promise<unknown>): Promise<string> =>
  act.then(
    () => 'done',
    (error: unknown) => (error instanceof ApiError ? `${error.statusCode}/${error.code}` : 'no answer'),
  );
