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

/** The events of a session over the socket of the client. Apart from it, so that pages without a session do not load the schemas. */
export interface CallPort {
  isConnected(): boolean;
  /**
   * Emits and waits for the acknowledgement. Nothing is kept for a later connection: without one it fails with 'Socket is not
   * connected.', without an answer in time it is a NetworkError, and a refusal is an ApiError.
   */
  emit<Name extends CallClientEventName>(
    event: Name,
    payload: CallClientEvent<Name>,
  ): Promise<CallAnswer<Name>>;
  /** Hears an event on this and every later connection, on every page of the person: look at scheduleSlotId and `to`. */
  on<Name extends CallServerEventName>(
    event: Name,
    listener: (value: CallServerEvent<Name>) => void,
  ): () => void;
  /** Runs after every connect and reconnect: the moment to join again with the same peerId. */
  onConnect(listener: () => void): () => void;
  /** Hears that isConnected may have changed. */
  subscribe(listener: () => void): () => void;
  /** Gives a connection up that does not answer, and makes a new one at once. */
  reconnect(): void;
}

/** Makes the port of a session on the client's socket. */
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
