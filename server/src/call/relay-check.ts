import { randomUUID } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Platform } from '#platform/platform';
import { readStunAnswer, type StunAnswer, type StunIdentity, stunRequest } from './stun-message.ts';
import { turnCredentials } from './turn.ts';

const answerWithinMs = 5000;
const checkEverySeconds = 3600;
const minuteMs = 60_000;

/** Logs at start and every hour whether the relay accepts the credentials issued to pages. */
export function watchRelay(platform: Platform): void {
  if (!platform.config.turn) return;
  void checkRelay(platform);
  platform.jobs.every(checkEverySeconds, 'relay-check', () => checkRelay(platform));
}

async function checkRelay({ config, log, clock }: Platform): Promise<void> {
  if (!config.turn) return;
  const { urls, secret } = config.turn;
  for (const url of urls) {
    const problem = await relayProblem(
      url,
      turnCredentials(secret, `check-${randomUUID()}`, new Date(clock.now().getTime() + minuteMs)),
    );
    if (problem === null) log.info({ url }, 'the relay answers');
    else log.warn({ url, problem }, 'the relay refuses: sessions that need it cannot connect');
  }
}

type Credentials = Pick<StunIdentity, 'username' | 'credential'>;

/** Requests an allocation as a page would. Null on success, else a problem that an operator can fix. */
export async function relayProblem(url: string, credentials: Credentials): Promise<string | null> {
  const place = placeOf(url);
  if (!place) return 'not an address of a relay';
  let wire: Wire | null = null;
  try {
    wire = await openWire(place);
    const first = await wire.ask(stunRequest('allocate', null));
    // A relay that answers without credentials is open to everyone.
    if (first.isSuccess) return 'it asks nobody for a password: set use-auth-secret';
    if (!first.realm || !first.nonce) return `it answered ${first.errorCode} to the first question`;
    const identity = { ...credentials, realm: first.realm, nonce: first.nonce };
    const second = await wire.ask(stunRequest('allocate', identity));
    if (second.isSuccess) {
      await wire.ask(stunRequest('refresh', identity));
      return null;
    }
    return second.errorCode === 401
      ? '401: TURN_SECRET is not its static-auth-secret, or its clock is wrong'
      : `it answered ${second.errorCode}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    wire?.close();
  }
}

interface Place {
  host: string;
  port: number;
  transport: 'udp' | 'tcp' | 'tls';
}

function placeOf(url: string): Place | null {
  const [, scheme, host = '', port, transport] =
    /^(turns?):(\[[^\]]+\]|[^:?]+)(?::(\d+))?(?:\?transport=(udp|tcp))?$/.exec(url) ?? [];
  if (scheme === undefined) return null;
  const isTls = scheme === 'turns';
  return {
    host: host.replace(/^\[|\]$/g, ''),
    port: Number(port ?? (isTls ? 5349 : 3478)),
    transport: isTls ? 'tls' : transport === 'tcp' ? 'tcp' : 'udp',
  };
}

/** One request at a time. */
interface Wire {
  ask(request: Buffer): Promise<StunAnswer>;
  close(): void;
}

async function openWire({ host, port, transport }: Place): Promise<Wire> {
  const waiting = { bytes: Buffer.alloc(0), hear: (_answer: StunAnswer) => {}, fail: (_error: Error) => {} };
  const take = (bytes: Buffer) => {
    waiting.bytes = Buffer.concat([waiting.bytes, bytes]);
    const answer = readStunAnswer(waiting.bytes);
    if (!answer) return;
    waiting.bytes = Buffer.alloc(0);
    waiting.hear(answer);
  };
  const sendOver = (send: (bytes: Buffer) => void, close: () => void): Wire => ({
    close,
    ask: (request) =>
      new Promise((resolve, reject) => {
        const late = setTimeout(
          () => reject(new Error(`no answer in ${answerWithinMs / 1000} s`)),
          answerWithinMs,
        );
        waiting.hear = (answer) => {
          clearTimeout(late);
          resolve(answer);
        };
        waiting.fail = (error) => {
          clearTimeout(late);
          reject(error);
        };
        send(request);
      }),
  });
  if (transport === 'udp') {
    const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4').unref();
    socket.on('message', take).on('error', (error) => waiting.fail(error));
    return sendOver(
      (bytes) => socket.send(bytes, port, host),
      () => socket.close(),
    );
  }
  const socket = transport === 'tls' ? connectTls({ host, port, servername: host }) : connect({ host, port });
  socket.unref();
  socket.on('data', take).on('error', (error: Error) => waiting.fail(error));
  socket.on('close', () => waiting.fail(new Error('the connection was closed')));
  return sendOver(
    (bytes) => socket.write(bytes),
    () => socket.destroy(),
  );
}
