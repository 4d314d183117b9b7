import type { IncomingMessage } from 'node:http';
import { ApiError } from '@parlance/contract/errors';
import type { Server, Socket } from 'socket.io';
import { Decoder, Encoder } from 'socket.io-parser';
import type { Bounds } from './bounds.ts';
import { createBuckets, createSeats } from './buckets.ts';
import type { Clock } from './clock.ts';
import { type Connection, type WiderBounds, widenBounds } from './engine-insides.ts';
import { networkOf } from './network.ts';
import type { TakeUploadPlace } from './upload-places.ts';

/** The largest packet before sign-in: a token and a few words around it. */
export const strangerMaxBytes = 16 * 1024;
const strangerPacketsMax = 5;
// Above the largest voice message, so that a refusal of our own answers it and not a cut connection.
const packetMaxBytes = 7 * 1024 * 1024;
const personBounds: WiderBounds = {
  packetMaxBytes,
  // Polling carries bytes as text, four characters for three bytes.
  pollingMaxBytes: Math.ceil((packetMaxBytes * 4) / 3),
  isReadable: hasFewPackets,
};
const packetsInOneRequest = 256;
// Far above the longest message, however its characters are escaped.
const textMaxLength = 256 * 1024;
const comeAgainSeconds = 30;

const connectsOfNetwork = { burst: 600, perSecond: 20 };
const connectsOfPerson = { burst: 60, perSecond: 1 };
// Twice the rate of the chat itself.
const eventsOfPerson = { burst: 120, perSecond: 10 };
// Receipts count as well: a socket that hears from dozens of people at once answers each of them.
const packetsOfConnection = { burst: 2000, perSecond: 500 };

/** Refuses before it parses: a second attachment (a recording is one) and a text that takes long to parse. */
class BoundedDecoder extends Decoder {
  constructor() {
    super({ maxAttachments: 1 });
  }

  override add(packet: unknown): void {
    if (typeof packet === 'string' && packet.length > textMaxLength) throw new Error('the text is too long');
    super.add(packet);
  }
}

/** The `parser` option of the server. */
export const boundedParser = { Encoder, Decoder: BoundedDecoder };

/** The bounds of each connection, person and network on this node. */
export interface SocketBounds {
  /** Whether a network may open one more connection. */
  isWelcome(request: IncomingMessage): boolean;
  /** Takes a place for a person who has signed in. Their connection may send recordings from now on. */
  admit(socket: Socket, userId: string): void;
  /** Runs an event of a person; refuses it above the rate, and where there is no place for the file it carries. */
  runEvent<Result>(userId: string, file: unknown, run: () => Promise<Result>): Promise<Result>;
}

/** What the bounds of sockets depend on. */
export interface SocketBoundsOptions {
  clock: Clock;
  addressOf: (request: IncomingMessage) => string;
  areRatesOn: boolean;
  bounds: Bounds;
  takeUploadPlace: TakeUploadPlace;
}

/**
 * Engine.IO has one size for all connections. It is the one for strangers, and a connection gets a larger one when its socket has
 * signed in: a fault on that way refuses recordings and lets no stranger send more.
 */
export function boundSockets(io: Server, options: SocketBoundsOptions): SocketBounds {
  const { clock, addressOf, areRatesOn, bounds, takeUploadPlace } = options;
  const rate = (rule: { burst: number; perSecond: number }) => {
    const { take } = createBuckets({ clock, ...rule });
    return areRatesOn ? take : () => 0;
  };
  const takeConnectOfNetwork = rate(connectsOfNetwork);
  const takeConnectOfPerson = rate(connectsOfPerson);
  const takeEventOfPerson = rate(eventsOfPerson);
  const takePacket = rate(packetsOfConnection);
  const networks = createSeats(areRatesOn ? bounds.socketsANetwork : Number.POSITIVE_INFINITY);
  const people = createSeats(bounds.socketsAPerson);
  const admitted = new WeakMap<Connection, string>();
  let connectionCount = 0;

  io.engine.on('connection', (connection: Connection) => {
    const network = networkOf(addressOf(connection.request));
    if (!networks.take(network)) return connection.close(true);
    connectionCount += 1;
    const bucket = String(connectionCount);
    let packets = 0;
    connection.on('packet', () => {
      packets += 1;
      const isTooMuch = admitted.has(connection) ? takePacket(bucket) > 0 : packets > strangerPacketsMax;
      if (isTooMuch) connection.close(true);
    });
    connection.on('upgrade', () => {
      if (admitted.has(connection)) widenBounds(connection, personBounds);
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
      const connection = socket.conn;
      // A closed connection would never give its place back; an admitted one has its place already.
      if (connection.readyState !== 'open' || admitted.has(connection)) throw new ApiError('NotAllowed');
      const waitSeconds = takeConnectOfPerson(userId);
      if (waitSeconds > 0) throw new ApiError('TooManyRequests', { timeout: waitSeconds });
      // The newest is refused and not the oldest cut: the page of that one would reconnect and push out the next, without end.
      if (!people.take(userId)) throw new ApiError('TooManyRequests', { timeout: comeAgainSeconds });
      admitted.set(connection, userId);
      widenBounds(connection, personBounds);
    },
    async runEvent(userId, file, run) {
      const waitSeconds = takeEventOfPerson(userId);
      if (waitSeconds > 0) throw new ApiError('TooManyRequests', { timeout: waitSeconds });
      if (!Buffer.isBuffer(file)) return await run();
      const leave = takeUploadPlace(userId, file.length);
      return await run().finally(leave);
    },
  };
}

const separator = '\u001e';

/** Millions of the smallest packets fit into one polling request. */
function hasFewPackets(body: unknown): boolean {
  if (typeof body !== 'string') return true;
  let from = -1;
  for (let packets = 1; packets <= packetsInOneRequest; packets += 1) {
    from = body.indexOf(separator, from + 1);
    if (from === -1) return true;
  }
  return false;
}
