import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { callAnswers } from '@parlance/contract/call-events';
import { chatMessage } from '@parlance/contract/chat';
import { socketConnection } from '@parlance/contract/realtime';
import { clientEvents } from '@parlance/contract/socket-events';
import { empty } from '@parlance/contract/text';
import { isOnWire } from '@parlance/contract/wire';
import { io, type Socket } from 'socket.io-client';
import type * as z from 'zod/mini';
import { type Answer, problemOf, refusalProblem } from './answers.ts';
import type { HttpCall } from './http-calls.ts';
import type { Crowd } from './people.ts';
import type { RawCall } from './raw-bytes.ts';
import type { EventCall, FrameCall } from './socket-packets.ts';

export type Call = HttpCall | RawCall | EventCall | FrameCall;

/** Sends calls to the application; returns what is wrong with the response, or null. */
export interface Sender {
  send(call: Call): Promise<string | null>;
  close(): void;
}

const patienceMs = 5000;
// Only a missing response is a failure: a busy machine is slow, not wrong.
const answerWithinMs = 60_000;

/** Creates a sender that counts responses into `statuses`. */
export function createSender({ app, tokens }: Crowd, statuses: Map<number, number>): Sender {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const sockets = new Map<number, Promise<Socket | null>>();
  const tokenOf = (caller: number): string | null => tokens[caller] ?? null;

  async function sendHttp(call: HttpCall): Promise<string | null> {
    const token = tokenOf(call.caller);
    const headers = {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      // Node omits it where a body is unusual (HEAD, OPTIONS), and the body would be parsed as the next request.
      ...(call.body === null ? {} : { 'content-length': String(Buffer.byteLength(call.body)) }),
      ...call.headers,
    };
    const answer = await new Promise<Answer | null>((resolve, reject) => {
      const sent = request(app.url + call.path, { method: call.method, headers, agent }, (response) => {
        const { statusCode: status = 0, headers: received } = response;
        text(response).then(
          (body) => resolve({ status, contentType: received['content-type'] ?? '', text: body }),
          reject,
        );
      });
      sent.on('error', (error: NodeJS.ErrnoException) => {
        // Invalid HTTP gets a response with a body, which a client rejects for HEAD.
        if (call.method === 'HEAD' && error.code?.startsWith('HPE_')) resolve(null);
        else reject(error);
      });
      sent.end(call.body ?? undefined);
    });
    if (answer === null) return null;
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    return problemOf(call, answer);
  }

  async function socketOf(caller: number): Promise<Socket | null> {
    const known = await sockets.get(caller);
    if (known?.connected) return known;
    const opening = openSocket(app.url, tokenOf(caller));
    sockets.set(caller, opening);
    return opening;
  }

  async function sendEvent({ caller, event, args }: EventCall): Promise<string | null> {
    const socket = await socketOf(caller);
    if (socket === null) return null;
    if (!Object.hasOwn(clientEvents, event)) {
      socket.emit(event, ...args);
      return null;
    }
    const cut = new Promise<'cut'>((resolve) => socket.once('disconnect', () => resolve('cut')));
    const answered: Promise<unknown> = socket.timeout(answerWithinMs).emitWithAck(event, ...args);
    const answer = await Promise.race([answered.catch(() => 'nothing'), cut]);
    if (answer === 'cut') return null;
    if (answer instanceof Object && 'error' in answer) return refusalProblem(answer.error);
    return isOnWire(acknowledgementOf(event), answer) ? null : `acknowledged with ${JSON.stringify(answer)}`;
  }

  return {
    send(call) {
      if (call.kind === 'http') return sendHttp(call);
      if (call.kind === 'event') return sendEvent(call);
      if (call.kind === 'raw') return sendRaw(app.url, call);
      return sendFrames(app.url, call, tokenOf(call.caller));
    },
    close() {
      agent.destroy();
      for (const opening of sockets.values()) void opening.then((socket) => socket?.disconnect());
      sockets.clear();
    },
  };
}

function acknowledgementOf(event: string): z.ZodMiniType {
  if (event === 'chat:typing') return empty;
  return event in callAnswers ? callAnswers[event as keyof typeof callAnswers] : chatMessage;
}

function openSocket(url: string, token: string | null): Promise<Socket | null> {
  const socket = io(url, {
    path: socketConnection.path,
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    auth: { token },
  });
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(socket));
    socket.once('connect_error', () => resolve(null));
  });
}

async function sendRaw(url: string, { bytes }: RawCall): Promise<string | null> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.setTimeout(patienceMs, () => socket.destroy());
  socket.end(bytes);
  // A closed connection is a valid response.
  const received = await buffer(socket).catch(() => Buffer.alloc(0));
  const isOurs = !bytes.includes('socket.io') && !bytes.includes('Upgrade');
  for (const { status, body } of answersIn(received.toString('latin1'))) {
    if (status >= 500) return `answered ${status} ${body.slice(0, 300)}`;
    if (status < 400 || !isOurs || (body === '' && bytes.includes('HEAD'))) continue;
    const problem = refusalProblem(JSON.parse(Buffer.from(body, 'latin1').toString()), status);
    if (problem !== null) return problem;
  }
  return null;
}

/** Splits responses: malformed bytes can be several requests. */
function* answersIn(received: string): Generator<{ status: number; body: string }> {
  for (let rest = received; rest.startsWith('HTTP/1.1 '); ) {
    const bodyAt = rest.indexOf('\r\n\r\n') + 4;
    const [, length] = /^content-length: (\d+)\r$/im.exec(rest.slice(0, bodyAt)) ?? [];
    const body = rest.slice(bodyAt, length === undefined ? undefined : bodyAt + Number(length));
    yield { status: Number(rest.slice(9, 12)), body };
    rest = rest.slice(bodyAt + body.length);
  }
}

/** Sends frames and ignores the result: the other calls of the batch detect a dead server. */
async function sendFrames(
  url: string,
  { frames, isConnected }: FrameCall,
  token: string | null,
): Promise<null> {
  const socket = new WebSocket(
    `${url.replace('http', 'ws')}${socketConnection.path}/?EIO=4&transport=websocket`,
  );
  await new Promise<void>((resolve) => {
    const timer = setTimeout(() => socket.close(), patienceMs);
    socket.addEventListener('close', () => {
      clearTimeout(timer);
      resolve();
    });
    // 'close' follows and ends the wait.
    socket.addEventListener('error', () => {});
    socket.addEventListener('message', ({ data }) => {
      const isOpened = typeof data === 'string' && data.startsWith('0');
      if (isOpened && isConnected) return socket.send(`40${JSON.stringify({ token })}`);
      for (const frame of frames) socket.send(typeof frame === 'string' ? frame : new Uint8Array(frame));
      socket.close();
    });
  });
  return null;
}
