import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Bounds } from './bounds.ts';

/** Answers below HTTP, where there is no request to answer any more, and hangs up. */
type Refuse = (socket: Socket) => void;

/**
 * Ends requests whose body does not come. Node has one time for the bodies of all calls, and it would have to be that of the
 * largest upload; it stays as the last resort for what never reaches a call.
 */
export function endSlowBodies(http: FastifyInstance, bounds: Bounds, refuse: Refuse): void {
  http.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    if (hasBody(raw)) {
      const bytes = Math.min(lengthOf(raw), request.routeOptions.bodyLimit);
      const end = () => (reply.raw.headersSent ? raw.socket.destroy() : refuse(raw.socket));
      const timer = setTimeout(end, bodyTimeMs(bounds, bytes));
      // Comes when the body has been read, and when the connection went before.
      raw.once('close', () => clearTimeout(timer));
    }
    done();
  });
  http.addHook('onSend', (request, reply, _payload, done) => {
    if (!request.raw.complete && hasBody(request.raw)) discardRest(request, reply, bounds);
    done();
  });
}

const lengthOf = ({ headers }: IncomingMessage): number => Number(headers['content-length'] ?? 0);

// A request that was injected has no connection to read from.
const hasBody = (raw: IncomingMessage): boolean =>
  raw.socket instanceof Socket && (lengthOf(raw) > 0 || raw.headers['transfer-encoding'] !== undefined);

/**
 * Reads on, within bounds, when an answer goes out before the body has come. A connection that closes with bytes unread is
 * reset, and a client that still sends then loses the answer that it has received.
 */
function discardRest({ raw }: FastifyRequest, reply: FastifyReply, bounds: Bounds): void {
  const { socket } = raw;
  const isLast = !reply.raw.shouldKeepAlive;
  // Node would close the connection together with the answer.
  void reply.removeHeader('connection');
  reply.raw.shouldKeepAlive = true;
  let left = bounds.discardedBytes;
  const timer = setTimeout(() => socket.destroy(), bounds.bodyMs);
  raw.once('close', () => clearTimeout(timer));
  if (isLast) raw.once('end', () => socket.end());
  raw.unpipe();
  raw.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) socket.destroy();
  });
  raw.resume();
}

/** How long so many bytes are waited for. */
export const bodyTimeMs = ({ bodyMs, uploadBytesPerSecond }: Bounds, bytes: number): number =>
  Math.max(bodyMs, Math.ceil((bytes / uploadBytesPerSecond) * 1000));
