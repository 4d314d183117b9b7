import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import https from 'node:https';

interface Exchange {
  method: string;
  headers?: OutgoingHttpHeaders;
  body?: Buffer;
  maxBytes: number;
  agent: https.Agent;
  signal: AbortSignal;
}

interface Received {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  isTruncated: boolean;
}

/** A response in single bytes would cost an event for each. */
const piecesMax = 100_000;

/** One request and its response, cut off at a limit. Null if it is encoded: it could expand to any size after the limit was applied. */
export function exchange(
  url: URL,
  { method, headers, body, maxBytes, agent, signal }: Exchange,
): Promise<Received | null> {
  return new Promise((resolve, reject) => {
    const sent = https.request(url, {
      method,
      agent,
      signal,
      headers: {
        ...headers,
        'accept-encoding': 'identity',
        ...(body ? { 'content-length': body.length } : {}),
      },
    });
    sent.on('error', reject);
    sent.on('response', (response) => {
      const { statusCode: status = 0, headers: received } = response;
      if ((received['content-encoding'] ?? 'identity') !== 'identity') {
        response.destroy();
        resolve(null);
        return;
      }
      // One buffer: pieces of a few bytes that are kept until the end would take a multiple of the limit.
      const kept = Buffer.allocUnsafeSlow(maxBytes);
      let size = 0;
      let pieces = 0;
      const settle = (isTruncated: boolean) =>
        resolve({ status, headers: received, body: kept.subarray(0, size), isTruncated });
      response.on('data', (chunk: Buffer) => {
        const isTooLong = chunk.length > maxBytes - size;
        size += chunk.copy(kept, size);
        pieces += 1;
        if (!isTooLong && pieces <= piecesMax) return;
        response.destroy();
        settle(true);
      });
      response.on('end', () => settle(false));
      response.on('error', reject);
    });
    sent.end(body);
  });
}
