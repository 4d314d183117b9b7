// Low-cost HTTP clients: each connection sends its next request as soon as the response is complete.
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { answerQuestions } from './processes.ts';

interface Request {
  port: number;
  /** Assigned to the connections in turn; none for visitors. */
  tokens: string[];
  /** Assigned to the requests in turn, cyclically. */
  paths: string[];
  connections: number;
  seconds: number;
  /** Maximum number of requests. */
  atMost?: number;
  /** Minimum response size; a smaller one counts as failed. */
  leastBytes?: number;
  /** Pause of a connection between a response and the next request. */
  pauseMs?: number;
}

export interface HttpResult {
  answered: number;
  seconds: number;
  failed: number;
  ms: number[];
}

answerQuestions({
  run: async ({
    port,
    tokens,
    paths,
    connections,
    seconds,
    atMost = Number.POSITIVE_INFINITY,
    leastBytes = 0,
    pauseMs = 0,
  }: Request): Promise<HttpResult> => {
    const found: HttpResult = { answered: 0, seconds, failed: 0, ms: [] };
    const start = performance.now();
    let asked = 0;
    const next = (token: string | undefined): string | null => {
      if (asked >= atMost || performance.now() - start >= seconds * 1000) return null;
      const path = paths[asked % paths.length];
      asked += 1;
      const who = token === undefined ? 'Accept: text/html' : `Authorization: Bearer ${token}`;
      return `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip, br\r\n${who}\r\n\r\n`;
    };
    await Promise.all(
      Array.from({ length: connections }, (_, nth) => {
        const token = tokens[nth % tokens.length];
        return keepAsking(port, () => next(token), { leastBytes, pauseMs }, found);
      }),
    );
    return { ...found, seconds: (performance.now() - start) / 1000 };
  },
});

function keepAsking(
  port: number,
  next: () => string | null,
  { leastBytes, pauseMs }: { leastBytes: number; pauseMs: number },
  found: HttpResult,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  let text = '';
  let began = 0;
  const ask = () => {
    const bytes = next();
    if (bytes === null) return void socket.end(() => resolve());
    began = performance.now();
    text = '';
    socket.write(bytes);
  };
  socket.setEncoding('latin1');
  socket.once('connect', ask);
  socket.on('data', (chunk: string) => {
    text += chunk;
    const head = text.indexOf('\r\n\r\n');
    const length = /content-length: (\d+)/i.exec(text)?.[1];
    if (head === -1 || text.length < head + 4 + Number(length ?? 0)) return;
    found.ms.push(performance.now() - began);
    if (text.startsWith('HTTP/1.1 200') && Number(length ?? 0) >= leastBytes) found.answered += 1;
    else found.failed += 1;
    if (pauseMs > 0) void wait(pauseMs).then(ask);
    else ask();
  });
  socket.on('error', reject);
  return promise;
}
