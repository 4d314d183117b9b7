import { wireSchema } from '@parlance/contract/json-schema';
import { clientEvents } from '@parlance/contract/socket-events';
import fc from 'fast-check';
import { hostileTexts, hostileValue } from './hostile-values.ts';
import { type Known, objectsOf } from './wire-values.ts';

/** An event through a valid socket, answered by acknowledgement. */
export interface EventCall {
  kind: 'event';
  caller: number;
  event: string;
  args: unknown[];
}

/** Raw WebSocket frames, after the handshake or in place of it. */
export interface FrameCall {
  kind: 'frames';
  caller: number;
  isConnected: boolean;
  frames: (string | Buffer)[];
}

/** Generates client events that match or violate their schemas. */
export function eventCalls(known: Known, files: Buffer[], callers: number): fc.Arbitrary<EventCall> {
  const caller = fc.nat({ max: callers - 1 });
  const file = fc.oneof(
    { weight: 1, arbitrary: fc.constantFrom(...files) },
    { weight: 3, arbitrary: fc.uint8Array({ maxLength: 100 }).map((bytes) => Buffer.from(bytes)) },
    { weight: 2, arbitrary: hostileValue },
  );
  const events = Object.entries(clientEvents).map(([event, schema]) => {
    const params = objectsOf(wireSchema(schema), known);
    const args = event === 'chat:message-voice' ? fc.tuple(file, params) : params.map((value) => [value]);
    return { weight: event === 'chat:message-voice' ? 1 : 6, arbitrary: fc.tuple(fc.constant(event), args) };
  });
  const anything = fc.tuple(
    fc.constantFrom(
      ...Object.keys(clientEvents),
      'chat:message:error',
      'chat:message-status',
      'toString',
      '__proto__',
    ),
    fc.array(hostileValue, { maxLength: 4 }),
  );
  return fc
    .tuple(caller, fc.oneof(...events, { weight: 2, arbitrary: anything }))
    .map(([who, [event, args]]) => ({ kind: 'event', caller: who, event, args }));
}

const oddFrames: readonly string[] = [
  '',
  '0',
  '1',
  '3probe',
  '40',
  '40{',
  '40{"token":1}',
  '40/other,{}',
  '41',
  '42',
  '42[]',
  '42[1]',
  '42["chat:message"]',
  '42["chat:message",null]',
  '42["chat:message",{"__proto__":{"a":1}}]',
  '420["chat:message",{}]',
  '42999999999999999999["chat:message",{}]',
  '42["disconnect"]',
  '42["connect"]',
  '42["__proto__",{}]',
  '430[]',
  '43[]',
  '44{}',
  '451-["chat:message-voice",{"_placeholder":true,"num":0},{}]',
  '451-["chat:message-voice",{"_placeholder":true,"num":5},{}]',
  '4599999-["chat:message-voice"]',
  '45-1-["chat:message-voice"]',
  '461-0[{"_placeholder":true,"num":0}]',
  '452-["chat:message-voice",{"_placeholder":true,"num":0},{"_placeholder":true,"num":1}]',
  '4510-["chat:message-voice",{"_placeholder":true,"num":9},{}]',
  '4511-["chat:message-voice"]',
  '451-["chat:message-voice",{"_placeholder":true,"num":-1},{"_placeholder":true,"num":0}]',
  '451-["chat:message-voice",{"_placeholder":true,"num":"0"},{}]',
  '451-["chat:message-voice",{"_placeholder":true},{}]',
  '451-["chat:message-voice",{},{}]',
  '4501-["chat:message-voice",{"_placeholder":true,"num":0},{}]',
  '451.5-["chat:message-voice",{}]',
  '45 1-["chat:message-voice",{}]',
  '41/other,',
  '4/',
  '9',
  'x',
];

// Just below and above the limits before sign-in, of a text and of a recording.
const frameSizes = [16 * 1024, 16 * 1024 + 1, 256 * 1024, 256 * 1024 + 1, 7 * 1024 * 1024 + 1];
const textOfSize = (size: number): string => {
  const [head, tail] = ['42["chat:message",{"content":"', '"}]'];
  return head + 'a'.repeat(size - head.length - tail.length) + tail;
};

/** Generates frames that no client library would send. */
export function frameCalls(callers: number): fc.Arbitrary<FrameCall> {
  const frame = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...oddFrames) },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom(...hostileTexts)
        .map((text) => `42${JSON.stringify(['chat:message', text])}`),
    },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 50 }).map((bytes) => Buffer.from(bytes)) },
    { weight: 1, arbitrary: fc.string({ maxLength: 20 }) },
    { weight: 1, arbitrary: fc.constantFrom(...frameSizes.slice(0, 4)).map(textOfSize) },
    { weight: 1, arbitrary: fc.constantFrom(...frameSizes).map((size) => Buffer.alloc(size)) },
  );
  return fc.record({
    kind: fc.constant('frames' as const),
    caller: fc.nat({ max: callers - 1 }),
    isConnected: fc.boolean(),
    frames: fc.array(frame, { minLength: 1, maxLength: 5 }),
  });
}
