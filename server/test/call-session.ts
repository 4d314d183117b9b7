import { randomUUID } from 'node:crypto';
import { type CallPort, createCallPort } from '@parlance/client/call';
import type { Realtime } from '@parlance/client/realtime';
import {
  type CallClientEvent,
  type CallClientEventName,
  type CallJoined,
  type CallServerEvent,
  type CallServerEventName,
  callServerEvents,
} from '@parlance/contract/call-events';
import { vi } from 'vitest';
import type { TestAppOptions } from '#test/app';
import { type Community, type Persona, startCommunity } from '#test/personas';

/** A member's tab: a socket of the real client, its received events and its peerId. */
export interface Page {
  userId: string;
  peerId: string;
  call: CallPort;
  realtime: Realtime;
  /** Returns the received events of one kind, oldest first. */
  heard<Name extends CallServerEventName>(event: Name): CallServerEvent<Name>[];
  /** Returns the names of all received events, oldest first. */
  all(): string[];
  /** Waits until the newest event of one kind matches. */
  hears<Name extends CallServerEventName>(
    event: Name,
    passes: (value: CallServerEvent<Name>) => boolean,
  ): Promise<CallServerEvent<Name>>;
  join(): Promise<CallJoined>;
  emit<Name extends CallClientEventName>(
    event: Name,
    payload: Omit<CallClientEvent<Name>, 'scheduleSlotId' | 'peerId'>,
  ): ReturnType<CallPort['emit']>;
  /** Breaks the connection without a reconnect. */
  disconnect(): void;
}

/** Ana and Ben, with a booked half hour in six minutes, and Chen, who is not part of it. */
export interface CallSession extends Community {
  ana: Persona;
  ben: Persona;
  chen: Persona;
  scheduleSlotId: string;
  startsAt: Date;
  open(person: Persona, peerId?: string): Promise<Page>;
  /** Signs the member in again at a later time, when the access token has expired. */
  again(person: Persona): Promise<Persona>;
  /** Sets the clock relative to the session start. */
  at(minutes: number, seconds?: number): void;
}

export async function startCallSession(options?: TestAppOptions): Promise<CallSession> {
  const app = await startCommunity({ now: '2030-03-05T09:09:00.000Z', ...options });
  const ana = await app.signUp('ana@example.org', {
    name: 'Ana',
    description: 'I am Ana.',
    speaks: ['de'],
    learns: { en: 0.4 },
  });
  const ben = await app.signUp('ben@example.org', {
    name: 'Ben',
    description: 'I am Ben.',
    speaks: ['en'],
    learns: { de: 0.2, fr: 0 },
  });
  const chen = await app.signUp('chen@example.org', {
    name: 'Chen',
    description: 'I am Chen.',
    speaks: ['zh'],
  });
  const startsAt = new Date('2030-03-05T09:15:00.000Z');
  const { scheduleSlotId } = await ana.calls.createSlot({ startsAt, duration: 30 });
  await ben.calls.bookSlot({ userId: ana.userId, scheduleSlotId });
  return {
    ...app,
    ana,
    ben,
    chen,
    scheduleSlotId,
    startsAt,
    open: (person, peerId) => openPage(person, scheduleSlotId, peerId),
    again: ({ address }) => app.signIn(address),
    at: (minutes, seconds = 0) =>
      app.clock.set(new Date(startsAt.getTime() + minutes * 60_000 + seconds * 1000)),
  };
}

export async function openPage(
  person: Persona,
  scheduleSlotId: string,
  peerId: string = randomUUID(),
): Promise<Page> {
  const realtime = await person.connect();
  const call = createCallPort(realtime);
  const heard: { event: string; value: unknown }[] = [];
  for (const event of Object.keys(callServerEvents) as CallServerEventName[])
    call.on(event, (value) => heard.push({ event, value }));
  const heardOf = <Name extends CallServerEventName>(name: Name) =>
    heard.filter(({ event }) => event === name).map(({ value }) => value as CallServerEvent<Name>);
  return {
    userId: person.userId,
    peerId,
    call,
    realtime,
    heard: heardOf,
    all: () => heard.map(({ event }) => event),
    hears: (event, passes) =>
      vi.waitFor(
        () => {
          const last = heardOf(event).at(-1);
          if (last === undefined || !passes(last)) throw new Error(`${event}: ${JSON.stringify(last)}`);
          return last;
        },
        { timeout: 5000, interval: 5 },
      ),
    join: () => call.emit('call:join', { scheduleSlotId, peerId }),
    emit: (event, payload) => call.emit(event, { ...payload, scheduleSlotId, peerId } as never),
    disconnect: () => realtime.close(),
  };
}

/** Returns status and code of a refusal, or that there was none. */
export const refusal = (answer: Promise<unknown>): Promise<string> =>
  answer.then(
    () => 'taken',
    (error: { statusCode?: number; code?: number }) => `${error.statusCode}/${error.code}`,
  );
