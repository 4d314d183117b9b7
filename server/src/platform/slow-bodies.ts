import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ResourceLimits } from './resource-limits.ts';

/** Writes a raw refusal to the socket and closes it. */
type Refuse = (socket: Socket) => void;

/** Ends requests with a stalled body. Node has one timeout for all bodies, sized for the largest upload; it remains the last resort. */
export function endSlowBodies(http: FastifyInstance, limits: ResourceLimits, refuse: Refuse): void {
  http.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    if (hasBody(raw)) {
      const bytes = Math.min(lengthOf(raw), request.routeOptions.bodyLimit);
      const end = () => (reply.raw.headersSent ? raw.socket.destroy() : refuse(raw.socket));
      const timer = setTimeout(end, bodyTimeMs(limits, bytes));
      // 'close' fires after the body is read or the connection is lost.
      raw.once('close', () => clearTimeout(timer));
    }
    done();
  });
  http.addHook('onSend', (request, reply, _payload, done) => {
    if (!request.raw.complete && hasBody(request.raw)) discardRest(request, reply, limits);
    done();
  });
}

const lengthOf = ({ headers }: IncomingMessage): number => Number(headers['content-length'] ?? 0);

// An injected request has no connection.
const hasBody = (raw: IncomingMessage): boolean =>
  raw.socket instanceof Socket && (lengthOf(raw) > 0 || raw.headers['transfer-encoding'] !== undefined);

/**
 * Drains the body, within limits, when the response precedes its end. Closing a connection with unread bytes resets it, and a client
 * that is still sending then loses the response.
 */
function discardRest({ raw }: FastifyRequest, reply: FastifyReply, limits: ResourceLimits): void {
  const { socket } = raw;
  const isLast = !reply.raw.shouldKeepAlive;
  // Node would close the connection together with the response.
  void reply.removeHeader('connection');
  reply.raw.shouldKeepAlive = true;
  let left = limits.discardedBytes;
  const timer = setTimeout(() => socket.destroy(), limits.bodyMs);
  raw.once('close', () => clearTimeout(timer));
  if (isLast) raw.once('end', () => socket.end());
  raw.unpipe();
  raw.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) socket.destroy();
  });
  raw.resume();
}

export const bodyTimeMs = ({ bodyMs, uploadBytesPerSecond }: ResourceLimits, bytes: number): number =>
  Math.max(bodyMs, Math.ceil((bytes / uploadBytesPerSecond) * 1000));
