// HTTP clients that cost little: each connection sends the same bytes again as soon as the answer is whole.
import { connect } from 'node:net';
import { answerQuestions } from './processes.ts';

interface Request {
  port: number;
  /** Without the line of the connection; one after the other over the connections. */
  tokens: string[];
  path: string;
  connections: number;
  seconds: number;
}

export interface HttpResult {
  answered: number;
  seconds: number;
  failed: number;
  ms: number[];
}

answerQuestions({
  run: async ({ port, tokens, path, connections, seconds }: Request): Promise<HttpResult> => {
    const found: HttpResult = { answered: 0, seconds, failed: 0, ms: [] };
    const start = performance.now();
    const isOver = () => performance.now() - start >= seconds * 1000;
    await Promise.all(
      Array.from({ length: connections }, (_, nth) => {
        const token = tokens[nth % tokens.length] ?? '';
        const bytes = `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n\r\n`;
        return keepAsking(port, bytes, isOver, found);
      }),
    );
    return { ...found, seconds: (performance.now() - start) / 1000 };
  },
});

function keepAsking(port: number, bytes: string, isOver: () => boolean, found: HttpResult): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  let text = '';
  let began = 0;
  const ask = () => {
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
    if (text.startsWith('HTTP/1.1 200')) found.answered += 1;
    else found.failed += 1;
    if (isOver()) socket.end(() => resolve());
    else ask();
  });
  socket.on('error', reject);
  return promise;
}
