import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Bounds } from './bounds.ts';

/** Answers below HTTP, where there is no request to answer any more, and hangs up. */
type Refuse = (socket: Socket) => void;

/**
 * Ends requests whose body does not come. Node has one time for the bodies of all calls, and it would have to be that of the
 * largest upload; it stays as the last resort for what never reaches a call.
 */
export function endSlowBodies(http: FastifyInstance, bounds: Bounds, refuse: Refuse): void {
  http.addHook('onRequest', (request, _reply, done) => {
    const { raw } = request;
    const length = Number(raw.headers['content-length'] ?? 0);
    const hasBody = length > 0 || raw.headers['transfer-encoding'] !== undefined;
    // A request that was injected has no connection to end.
    if (hasBody && raw.socket instanceof Socket) {
      const bytes = Math.min(length, request.routeOptions.bodyLimit);
      const timer = setTimeout(() => refuse(raw.socket), bodyTimeMs(bounds, bytes));
      // Comes when the body has been read, and when the connection went before.
      raw.once('close', () => clearTimeout(timer));
    }
    done();
  });
}

/** How long so many bytes are waited for. */
export const bodyTimeMs = ({ bodyMs, uploadBytesPerSecond }: Bounds, bytes: number): number =>
  Math.max(bodyMs, Math.ceil((bytes / uploadBytesPerSecond) * 1000));
