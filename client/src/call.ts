import {
  type CallAnswer,
  type CallClientEvent,
  type CallClientEventName,
  type CallServerEvent,
  type CallServerEventName,
  callAnswers,
  callAnswerWithinMs,
  callClientEvents,
  callServerEvents,
} from '@parlance/contract/call-events';
import type { Schema } from '@parlance/contract/endpoint';
import { fromWire, toWire } from '@parlance/contract/wire';
import { UnexpectedAnswerError } from './network-error.ts';
import type { Realtime } from './realtime.ts';

/** Session events over the client's socket. A separate module, so that pages without a session do not load the schemas. */
export interface CallPort {
  isConnected(): boolean;
  /**
   * Emits and waits for the acknowledgement. Nothing is queued for a later connection: fails with 'Socket is not connected.',
   * with a NetworkError on timeout, or with an ApiError on refusal.
   */
  emit<Name extends CallClientEventName>(
    event: Name,
    payload: CallClientEvent<Name>,
  ): Promise<CallAnswer<Name>>;
  /** Listens on this and every later connection, on every page of the member: filter by scheduleSlotId and `to`. */
  on<Name extends CallServerEventName>(
    event: Name,
    listener: (value: CallServerEvent<Name>) => void,
  ): () => void;
  /** Runs after every connect and reconnect, when the page has to join again with the same peerId. */
  onConnect(listener: () => void): () => void;
  /** Runs when isConnected may have changed. */
  subscribe(listener: () => void): () => void;
  /** Drops an unresponsive connection and opens a new one at once. */
  reconnect(): void;
}

export const createCallPort = (
  realtime: Pick<Realtime, 'getStatus' | 'emit' | 'onPacket' | 'onConnect' | 'subscribe' | 'reconnect'>,
): CallPort => ({
  isConnected: () => realtime.getStatus() === 'connected',
  async emit(event, payload) {
    const answer: Schema = callAnswers[event];
    return realtime.emit(event, [toWire(callClientEvents[event], payload)], {
      withinMs: callAnswerWithinMs[event === 'call:join' ? 'join' : 'other'],
      read: (packet) => fromWire(answer, packet) as CallAnswer<typeof event>,
    });
  },
  on: (wanted, listener) =>
    realtime.onPacket(({ event, value }) => {
      if (event !== wanted) return;
      const schema: Schema = callServerEvents[wanted];
      let heard: CallServerEvent<typeof wanted>;
      try {
        heard = fromWire(schema, value) as CallServerEvent<typeof wanted>;
      } catch (cause) {
        throw new UnexpectedAnswerError(event, cause);
      }
      listener(heard);
    }),
  onConnect: realtime.onConnect,
  subscribe: realtime.subscribe,
  reconnect: realtime.reconnect,
});
