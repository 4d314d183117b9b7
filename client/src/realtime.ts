import { type ChatMessage, chatMessage } from '@parlance/contract/chat';
import { ApiError, errorBody } from '@parlance/contract/errors';
import {
  type ClientEvent,
  type ClientEventName,
  clientEvents,
  type ServerEvent,
  type ServerEventName,
  serverEvents,
} from '@parlance/contract/realtime';
import { fromWire, isOnWire, toWire } from '@parlance/contract/wire';
import { NetworkError, UnexpectedAnswerError } from './network-error.ts';
import { type ConnectionStatus, createSocketConnection } from './socket-connection.ts';
import type { Tokens } from './tokens.ts';

/** The socket was not connected; nothing was sent. */
export class SocketNotConnectedError extends Error {
  constructor() {
    super('Socket is not connected.');
    this.name = 'SocketNotConnectedError';
  }
}

export interface RealtimeOptions {
  baseUrl: string;
  /** Sockets are off unless the app turns them on. */
  sockets?: boolean | undefined;
  tokens: Pick<Tokens, 'getAccessToken' | 'subscribe' | 'onRefused'>;
  /** Called for packets that do not match the contract, listeners that throw, and refusals. */
  onError?: ((error: unknown) => void) | undefined;
}

/** Client and server events over one authenticated socket. */
export interface Realtime {
  getStatus(): ConnectionStatus;
  subscribe(listener: () => void): () => void;
  /** Waits for a pending connection; fails with 'Socket is not connected.' when none is pending. */
  whenConnected(): Promise<void>;
  /** Sends and waits for the acknowledgement. A lost one is a NetworkError: retry with the same id. */
  send(event: 'chat:message', payload: ClientEvent<'chat:message'>): Promise<ChatMessage>;
  send(
    event: 'chat:message-voice',
    payload: ClientEvent<'chat:message-voice'>,
    audio: Blob,
  ): Promise<ChatMessage>;
  /** Sends a typing event to a partner; dropped without a connection. The caller throttles to typingEveryMs. */
  tellTyping(userId: string): void;
  /** Listens to a server event on this and every later connection. */
  on<Name extends ServerEventName>(event: Name, listener: (value: ServerEvent<Name>) => void): () => void;
  /** Emits one event with the caller's schemas (call.ts) and reads its acknowledgement; never queued for a later connection. */
  emit<Answer>(
    event: string,
    args: unknown[],
    answer: { withinMs: number; read: (answer: unknown) => Answer },
  ): Promise<Answer>;
  /** Receives, unparsed, the server events that `on` does not handle. */
  onPacket(listener: (packet: { event: string; value: unknown }) => void): () => void;
  /** Drops the present connection and opens a new one at once. */
  reconnect(): void;
  /** Runs after every connect and reconnect, and when the server reports missed events: listeners have to catch up. */
  onConnect(listener: () => void): () => void;
  close(): void;
}

type SentEventName = Exclude<ClientEventName, 'chat:typing'>;

/** Acknowledgement timeouts: a recording takes longer to upload than a text. */
export const acknowledgementTimeoutMs: Record<SentEventName, number> = {
  'chat:message': 10_000,
  'chat:message-voice': 60_000,
};

const createEmitter = <Value>(onError: (error: unknown) => void) => {
  const listeners = new Set<(value: Value) => void>();
  return {
    add(listener: (value: Value) => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    emit(value: Value) {
      for (const listener of [...listeners]) {
        try {
          listener(value);
        } catch (error) {
          onError(error);
        }
      }
    },
  };
};

const isServerEvent = (event: string): event is ServerEventName => Object.hasOwn(serverEvents, event);

const readAcknowledgement = <Answer>(
  event: string,
  answer: unknown,
  read: (answer: unknown) => Answer,
): Answer => {
  const { error } = Object(answer);
  if (isOnWire(errorBody, error)) throw ApiError.fromBody(error);
  try {
    return read(answer);
  } catch (cause) {
    throw new UnexpectedAnswerError(event, cause);
  }
};

/** Creates the realtime wrapper; with sockets on, it connects as soon as there is an access token. */
export const createRealtime = ({
  baseUrl,
  tokens,
  sockets = false,
  onError = () => {},
}: RealtimeOptions): Realtime => {
  const connects = createEmitter<void>(onError);
  const packets = createEmitter<{ event: string; value: unknown }>(onError);
  const emitters = Object.fromEntries(
    Object.keys(serverEvents).map((event) => [event, createEmitter<unknown>(onError)]),
  ) as Record<ServerEventName, ReturnType<typeof createEmitter<unknown>>>;

  const onEvent = (event: string, args: unknown[]) => {
    const [packet, acknowledge] = args;
    if (!isServerEvent(event)) return packets.emit({ event, value: packet });
    try {
      const value: unknown = fromWire(serverEvents[event], packet);
      emitters[event].emit(value);
      if (event === 'realtime:catch-up') connects.emit();
    } catch (cause) {
      onError(new UnexpectedAnswerError(event, cause));
      return;
    }
    // The server requests an acknowledgement for messages; it marks them as delivered.
    if (typeof acknowledge === 'function') acknowledge();
  };

  const connection = sockets
    ? createSocketConnection({ baseUrl, tokens, onError, onEvent, onConnect: () => connects.emit() })
    : null;
  const getStatus = () => connection?.getStatus() ?? 'off';

  const emit: Realtime['emit'] = async (event, args, { withinMs, read }) => {
    const socket = connection?.current();
    if (!socket) throw new SocketNotConnectedError();
    const token = tokens.getAccessToken();
    const answer: unknown = await socket
      .timeout(withinMs)
      .emitWithAck(event, ...args)
      .catch((cause: unknown) => {
        throw new NetworkError(cause);
      });
    try {
      return readAcknowledgement(event, answer, read);
    } catch (error) {
      // Ends the session if the error requires it; events are never retried automatically.
      if (error instanceof ApiError && token !== null) await tokens.onRefused(error, token, true);
      throw error;
    }
  };

  const send = async (event: SentEventName, payload: unknown, audio?: Blob): Promise<ChatMessage> => {
    const params = toWire(clientEvents[event], payload);
    return emit(event, audio ? [await audio.arrayBuffer(), params] : [params], {
      withinMs: acknowledgementTimeoutMs[event],
      read: (answer) => fromWire(chatMessage, answer),
    });
  };

  return {
    getStatus,
    subscribe: (listener) => connection?.subscribe(listener) ?? (() => undefined),
    whenConnected: () =>
      new Promise((resolve, reject) => {
        let unsubscribe = () => {};
        const look = () => {
          const status = getStatus();
          if (status === 'reconnecting') return;
          unsubscribe();
          if (status === 'connected') resolve();
          else reject(new SocketNotConnectedError());
        };
        unsubscribe = connection?.subscribe(look) ?? unsubscribe;
        look();
      }),
    send,
    // Volatile: a buffered typing event would arrive after the member has stopped typing.
    tellTyping: (userId) => void connection?.current()?.volatile.emit('chat:typing', { userId }),
    emit,
    onPacket: packets.add,
    reconnect: () => connection?.reconnect(),
    on: (event, listener) => emitters[event].add(listener as (value: unknown) => void),
    onConnect: connects.add,
    close: () => connection?.close(),
  };
};
