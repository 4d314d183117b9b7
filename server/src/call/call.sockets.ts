import {
  type CallAnswer,
  type CallClientEvent,
  type CallClientEventName,
  callAnswers,
} from '@parlance/contract/call-events';
import type { Platform } from '#platform/platform';
import type { Caller } from '#platform/serve';
import { type EventCall, type SocketRoute, serveEvent } from '#platform/socket-routes';
import { addNote, joinCall, keepAlive, keepTalk, leaveCall, setSeatState, wishForTimer } from './call.ts';
import { passSignal } from './signals.ts';

const answer = <Name extends CallClientEventName>(
  event: Name,
  handle: (platform: Platform, call: EventCall<Name>) => Promise<CallAnswer<Name>>,
): SocketRoute => serveEvent(event, { takesFile: false, result: callAnswers[event] }, handle as never);

/** An event that is acknowledged without a result. */
const done = <Name extends 'call:signal' | 'call:leave' | 'call:state' | 'call:talk' | 'call:timer'>(
  event: Name,
  act: (platform: Platform, caller: Caller, payload: CallClientEvent<Name>) => Promise<void>,
): SocketRoute =>
  answer(event, async (platform, { caller, payload }) => {
    await act(platform, caller, payload as CallClientEvent<Name>);
    return { ok: true } as CallAnswer<Name>;
  });

export const callSockets: SocketRoute[] = [
  answer('call:join', joinCall),
  answer('call:alive', (platform, { caller, payload }) => keepAlive(platform, caller, payload)),
  answer('call:note', async (platform, { caller, payload }) => ({
    ok: true,
    note: await addNote(platform, caller, payload),
  })),
  done('call:signal', passSignal),
  done('call:leave', leaveCall),
  done('call:state', setSeatState),
  done('call:talk', keepTalk),
  done('call:timer', wishForTimer),
];
