import { callClientEvents } from '@parlance/contract/call-events';
import { wireSchema } from '@parlance/contract/json-schema';
import fc from 'fast-check';
import type { EventCall } from './socket-packets.ts';
import { type Known, objectsOf } from './wire-values.ts';

/** The session that is under way: who sits there, and by which pages. */
export interface LiveCall {
  scheduleSlotId: string;
  seats: { caller: number; peerIds: string[] }[];
}

/**
 * Events of a session: mostly of its two people about their own seats, so that joins succeed and what follows them reaches the
 * session; some of others, and about seats of others.
 */
export function callEventCalls(
  known: Known,
  { scheduleSlotId, seats }: LiveCall,
  callers: number,
): fc.Arbitrary<EventCall> {
  const everybody = seats.flatMap(({ peerIds }) => peerIds);
  const seated = seats.map(({ caller, peerIds }) => {
    const to = everybody.filter((peerId) => !peerIds.includes(peerId));
    return eventsOf({ ...known, scheduleSlotId: [scheduleSlotId], peerId: peerIds, to }, fc.constant(caller));
  });
  const others = eventsOf({ ...known, peerId: everybody, to: everybody }, fc.nat({ max: callers - 1 }));
  return fc.oneof(...seated.map((arbitrary) => ({ weight: 4, arbitrary })), { weight: 2, arbitrary: others });
}

function eventsOf(known: Known, caller: fc.Arbitrary<number>): fc.Arbitrary<EventCall> {
  const events = Object.entries(callClientEvents).map(([event, schema]) => ({
    // Every batch begins without seats.
    weight: event === 'call:join' ? 5 : 2,
    arbitrary: fc.record({
      kind: fc.constant('event' as const),
      caller,
      event: fc.constant(event),
      args: objectsOf(wireSchema(schema), known).map((value) => [value]),
    }),
  }));
  return fc.oneof(...events);
}
