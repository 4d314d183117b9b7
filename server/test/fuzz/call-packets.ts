import { callClientEvents } from '@parlance/contract/call-events';
import { type JsonSchema, wireSchema } from '@parlance/contract/json-schema';
import fc from 'fast-check';
import type { EventCall } from './socket-packets.ts';
import { type Known, objectsOf, valuesOf } from './wire-values.ts';

export interface LiveCall {
  scheduleSlotId: string;
  seats: { caller: number; peerIds: string[] }[];
}

/** Valid values: a batch of signals generated from the schemas alone rarely passes. */
const usual: Known = {
  items: [
    [{ again: true }],
    [{ candidate: { candidate: 'candidate:1 1 udp 1 192.0.2.1 9 typ host', sdpMid: '0', sdpMLineIndex: 0 } }],
    [{ description: { type: 'offer', sdp: 'v=0' } }, { description: { type: 'answer', sdp: 'v=0' } }],
    Array.from({ length: 32 }, () => ({ again: true })),
  ],
  epoch: [0, 1, 2],
  text: ['bonjour', 'x'.repeat(500)],
  better: ['bonsoir', null],
  isMuted: [true, false],
  hasCamera: [true, false],
  firstMs: [0, 1000, 86_400_000],
  secondMs: [0, 1000],
  action: ['swap', 'extend'],
  languages: [undefined],
};

/** Generates session events, mostly of its two members for their own seats, so that joins succeed; some of others and for others' seats. */
export function callEventCalls(
  known: Known,
  { scheduleSlotId, seats }: LiveCall,
  callers: number,
): fc.Arbitrary<EventCall> {
  const everybody = seats.flatMap(({ peerIds }) => peerIds);
  const seated = seats.map(({ caller, peerIds }) => {
    const to = everybody.filter((peerId) => !peerIds.includes(peerId));
    return eventsOf(
      { ...known, ...usual, scheduleSlotId: [scheduleSlotId], peerId: peerIds, to },
      fc.constant(caller),
    );
  });
  const others = eventsOf({ ...known, peerId: everybody, to: everybody }, fc.nat({ max: callers - 1 }));
  return fc.oneof(...seated.map((arbitrary) => ({ weight: 4, arbitrary })), { weight: 2, arbitrary: others });
}

function eventsOf(known: Known, caller: fc.Arbitrary<number>): fc.Arbitrary<EventCall> {
  const events = Object.entries(callClientEvents).map(([event, schema]) => ({
    // Every batch starts without seats.
    weight: event === 'call:join' ? 5 : 2,
    arbitrary: fc.record({
      kind: fc.constant('event' as const),
      caller,
      event: fc.constant(event),
      args: fc
        .oneof(usualOf(wireSchema(schema), known), objectsOf(wireSchema(schema), known))
        .map((value) => [value]),
    }),
  }));
  return fc.oneof(...events);
}

/** Generates every field with an existing value. */
function usualOf({ properties = {} }: JsonSchema, known: Known): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.entries(properties).map(([name, schema]) => {
    const values = known[name];
    return [name, values ? fc.constantFrom(...values) : valuesOf(schema, name, known)] as const;
  });
  return fc.record(Object.fromEntries(fields));
}
