import type { IncomingMessage } from 'node:http';
import { ApiError } from '@parlance/contract/errors';
import type { Server, Socket } from 'socket.io';
import type { Bounds } from './bounds.ts';
import { createBuckets, createSeats } from './buckets.ts';
import type { Clock } from './clock.ts';
import { networkOf } from './network.ts';

/** What anybody may send before they have signed in: a token and a few words around it. */
export const strangerMaxBytes = 16 * 1024;
// Above the largest voice message, so that our own error answers instead of a cut connection.
const packetMaxBytes = 7 * 1024 * 1024;
// Polling carries bytes as text, four characters for three of them.
const pollingMaxBytes = Math.ceil((packetMaxBytes * 4) / 3);
const packetsInOneRequest = 256;
const strangerPacketsMax = 5;
const comeAgainSeconds = 30;

const connectsOfNetwork = { burst: 600, perSecond: 20 };
const connectsOfPerson = { burst: 60, perSecond: 1 };
// Twice what the chat itself lets through, and far above what fingers do.
const eventsOfPerson = { burst: 120, perSecond: 10 };
// Everything counts here, receipts too: a socket that hears from dozens of people at once answers each.
const packetsOfSocket = { burst: 2000, perSecond: 500 };

/** The parts of a connection of Engine.IO that its types keep to themselves. */
interface Connection {
  id: string;
  readyState: string;
  request: IncomingMessage;
  transport: Transport;
  close(isDiscarding?: boolean): void;
  on(event: 'packet' | 'upgrade', listener: () => void): void;
  once(event: 'close', listener: () => void): void;
}

interface Transport {
  name: string;
  /** Of a WebSocket. */
  socket?: { _receiver?: { _maxPayload: number } };
  /** Of polling. */
  maxHttpBufferSize?: number;
  onData?(payload: unknown): void;
}

/** Bounds what each connection, person and network may take, on this node. */
export interface SocketBounds {
  /** Whether a network may open one more connection. */
  isWelcome(request: IncomingMessage): boolean;
  /** Lets a person in who has shown who they are: from now on this connection may send recordings. */
  admit(socket: Socket, userId: string): void;
  /** Throws when a person sends more events than anybody needs. */
  takeEvent(userId: string): void;
}

interface Options {
  clock: Clock;
  addressOf: (request: IncomingMessage) => string;
  areRatesOn: boolean;
  bounds: Bounds;
}

/**
 * Engine.IO knows one size for all: it is the strangers' one, so whatever fails here fails closed, and a connection is given more when
 * its socket has signed in.
 */
export function boundSockets(io: Server, options: Options): SocketBounds {
  const { clock, addressOf, areRatesOn, bounds } = options;
  const rate = (rule: { burst: number; perSecond: number }) => {
    const { take } = createBuckets({ clock, ...rule });
    return areRatesOn ? take : () => 0;
  };
  const takeConnectOfNetwork = rate(connectsOfNetwork);
  const takeConnectOfPerson = rate(connectsOfPerson);
  const takeEventOfPerson = rate(eventsOfPerson);
  const takePacket = rate(packetsOfSocket);
  const networks = createSeats(areRatesOn ? bounds.socketsANetwork : Number.POSITIVE_INFINITY);
  const people = createSeats(bounds.socketsAPerson);
  const admitted = new WeakMap<Connection, string>();

  io.engine.on('connection', (connection: Connection) => {
    const network = networkOf(addressOf(connection.request));
    if (!networks.take(network)) return connection.close(true);
    let packets = 0;
    connection.on('packet', () => {
      packets += 1;
      const isTooMuch = admitted.has(connection)
        ? takePacket(connection.id) > 0
        : packets > strangerPacketsMax;
      if (isTooMuch) connection.close(true);
    });
    connection.on('upgrade', () => {
      if (admitted.has(connection)) widen(connection);
    });
    connection.once('close', () => {
      networks.leave(network);
      const userId = admitted.get(connection);
      if (userId !== undefined) people.leave(userId);
    });
  });

  return {
    isWelcome(request) {
      const network = networkOf(addressOf(request));
      return networks.hasRoom(network) && takeConnectOfNetwork(network) === 0;
    },
    admit(socket, userId) {
      const connection = socket.conn as unknown as Connection;
      // Gone while we looked, with nothing to give the place back; or left and come again on the same connection.
      if (connection.readyState !== 'open' || admitted.has(connection)) throw new ApiError('NotAllowed');
      const waitSeconds = takeConnectOfPerson(userId);
      if (waitSeconds > 0) throw new ApiError('TooManyRequests', { timeout: waitSeconds });
      // Not the oldest one instead: its page would come back and push out the next, round and round.
      if (!people.take(userId)) throw new ApiError('TooManyRequests', { timeout: comeAgainSeconds });
      admitted.set(connection, userId);
      widen(connection);
    },
    takeEvent(userId) {
      const waitSeconds = takeEventOfPerson(userId);
      if (waitSeconds > 0) throw new ApiError('TooManyRequests', { timeout: waitSeconds });
    },
  };
}

function widen({ transport }: Connection): void {
  const receiver = transport.socket?._receiver;
  if (transport.name === 'websocket' && receiver) receiver._maxPayload = packetMaxBytes;
  if (transport.name !== 'polling') return;
  transport.maxHttpBufferSize = pollingMaxBytes;
  const read = transport.onData?.bind(transport);
  // Looked at before it is taken apart: millions of the smallest packets fit into one request.
  transport.onData = (payload) => read?.(isBrief(payload) ? payload : '');
}

const separator = '\u001e';

function isBrief(payload: unknown): boolean {
  if (typeof payload !== 'string') return true;
  let from = -1;
  for (let packets = 1; packets <= packetsInOneRequest; packets += 1) {
    from = payload.indexOf(separator, from + 1);
    if (from === -1) return true;
  }
  return false;
}
