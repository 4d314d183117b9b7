import type { IncomingMessage } from 'node:http';
import { ApiError } from '@parlance/contract/errors';
import type { Server, Socket } from 'socket.io';
import { Decoder, Encoder } from 'socket.io-parser';
import type { Clock } from './clock.ts';
import { type Connection, type RaisedLimits, raiseLimits } from './engine-internals.ts';
import { networkOf } from './network.ts';
import type { ResourceLimits } from './resource-limits.ts';
import { createSemaphores, createTokenBuckets } from './token-buckets.ts';
import type { ReserveUploadMemory } from './upload-memory.ts';

/** The largest packet before sign-in: a token and some overhead. */
export const strangerMaxBytes = 16 * 1024;
const strangerPacketsMax = 5;
// Above the largest voice message, so that an oversized one gets an error and not a closed connection.
const packetMaxBytes = 7 * 1024 * 1024;
const memberLimits: RaisedLimits = {
  packetMaxBytes,
  // Polling encodes bytes as base64, four characters for three bytes.
  pollingMaxBytes: Math.ceil((packetMaxBytes * 4) / 3),
  isReadable: hasFewPackets,
};
const packetsInOneRequest = 256;
// Far above the longest message, however its characters are escaped.
const textMaxLength = 256 * 1024;
const comeAgainSeconds = 30;

const connectsOfNetwork = { burst: 600, perSecond: 20 };
const connectsOfPerson = { burst: 60, perSecond: 1 };
// Above the rate limits of every event, which answer with a reason.
const eventsOfPerson = { burst: 120, perSecond: 10 };
// Receipts count as well: a socket that receives from dozens of members at once acknowledges each message.
const packetsOfConnection = { burst: 2000, perSecond: 500 };

/** Refuses before parsing: a second attachment (a recording is one) and a text that takes long to parse. */
class LimitedDecoder extends Decoder {
  constructor() {
    super({ maxAttachments: 1 });
  }

  override add(packet: unknown): void {
    if (typeof packet === 'string' && packet.length > textMaxLength) throw new Error('the text is too long');
    super.add(packet);
  }
}

export const limitedParser = { Encoder, Decoder: LimitedDecoder };

/** Limits per connection, member and network on this node. */
export interface SocketLimits {
  /** Whether a network can open another connection. */
  isWelcome(request: IncomingMessage): boolean;
  /** Reserves a slot for a signed-in member and raises the connection's packet limit for recordings. */
  admit(socket: Socket, userId: string): void;
  /** Runs a member's event; refuses it above the rate or without memory for its file. */
  runEvent<Result>(userId: string, file: unknown, run: () => Promise<Result>): Promise<Result>;
}

export interface SocketLimitsOptions {
  clock: Clock;
  addressOf: (request: IncomingMessage) => string;
  areRatesOn: boolean;
  resourceLimits: ResourceLimits;
  reserveUploadMemory: ReserveUploadMemory;
}

/**
 * Limits sockets. Engine.IO has one size limit for all connections: it is the one before sign-in, raised per connection after sign-in,
 * so a fault here refuses recordings and never allows more before sign-in.
 */
export function limitSockets(io: Server, options: SocketLimitsOptions): SocketLimits {
  const { clock, addressOf, areRatesOn, resourceLimits, reserveUploadMemory } = options;
  const rate = (rule: { burst: number; perSecond: number }) => {
    const { take } = createTokenBuckets({ clock, ...rule });
    return areRatesOn ? take : () => 0;
  };
  const takeConnectOfNetwork = rate(connectsOfNetwork);
  const takeConnectOfPerson = rate(connectsOfPerson);
  const takeEventOfPerson = rate(eventsOfPerson);
  const takePacket = rate(packetsOfConnection);
  const networks = createSemaphores(areRatesOn ? resourceLimits.socketsANetwork : Number.POSITIVE_INFINITY);
  const people = createSemaphores(resourceLimits.socketsAPerson);
  const admitted = new WeakMap<Connection, string>();
  let connectionCount = 0;

  io.engine.on('connection', (connection: Connection) => {
    const network = networkOf(addressOf(connection.request));
    if (!networks.acquire(network)) return connection.close(true);
    connectionCount += 1;
    const bucket = String(connectionCount);
    let packets = 0;
    connection.on('packet', () => {
      packets += 1;
      const isTooMuch = admitted.has(connection) ? takePacket(bucket) > 0 : packets > strangerPacketsMax;
      if (isTooMuch) connection.close(true);
    });
    connection.on('upgrade', () => {
      if (admitted.has(connection)) raiseLimits(connection, memberLimits);
    });
    connection.once('close', () => {
      networks.release(network);
      const userId = admitted.get(connection);
      if (userId !== undefined) people.release(userId);
    });
  });

  return {
    isWelcome(request) {
      const network = networkOf(addressOf(request));
      return networks.isAvailable(network) && takeConnectOfNetwork(network) === 0;
    },
    admit(socket, userId) {
      const connection = socket.conn;
      // A closed connection would never release its slot; an admitted one already has a slot.
      if (connection.readyState !== 'open' || admitted.has(connection)) throw new ApiError('NotAllowed');
      const waitSeconds = takeConnectOfPerson(userId);
      if (waitSeconds > 0) throw new ApiError('TooManyRequests', { timeout: waitSeconds });
      // Refuse the newest instead of closing the oldest: the page of that one would reconnect and evict the next, endlessly.
      if (!people.acquire(userId)) throw new ApiError('TooManyRequests', { timeout: comeAgainSeconds });
      admitted.set(connection, userId);
      raiseLimits(connection, memberLimits);
    },
    async runEvent(userId, file, run) {
      const waitSeconds = takeEventOfPerson(userId);
      if (waitSeconds > 0) throw new ApiError('TooManyRequests', { timeout: waitSeconds });
      if (!Buffer.isBuffer(file)) return await run();
      const release = reserveUploadMemory(userId, file.length);
      return await run().finally(release);
    },
  };
}

const separator = '\u001e';

/** Limits packets per polling request, which otherwise fits millions of the smallest ones. */
function hasFewPackets(body: unknown): boolean {
  if (typeof body !== 'string') return true;
  let from = -1;
  for (let packets = 1; packets <= packetsInOneRequest; packets += 1) {
    from = body.indexOf(separator, from + 1);
    if (from === -1) return true;
  }
  return false;
}
