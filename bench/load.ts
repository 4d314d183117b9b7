// Load clients of the send path: raw WebSockets with a minimal Socket.IO protocol, so that the servers are the bottleneck.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { Member } from './our-server.ts';
import { answerQuestions } from './processes.ts';

export interface Target {
  ports: number[];
  members: Member[];
}

export interface LoadResult {
  sent: number;
  seconds: number;
  /** From sending to the arrival at the recipient. */
  deliveryMs: number[];
  errors: number;
}

interface Client {
  userId: string;
  partnerId: string;
  socket: WebSocket;
  nextAck: number;
  inFlight: number;
  onAcknowledged: () => void;
}

const content = 'How was your week? Mine was full of small surprises.';
const sentAt = new Map<string, number>();
let clients: Client[] = [];
let deliveryMs: number[] = [];
let acknowledged = 0;
let errors = 0;
const keyMark = '"clientMessageId":"';

function connect(port: number, member: Member, partnerId: string): Promise<Client> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`, {
    perMessageDeflate: false,
    skipUTF8Validation: true,
  });
  const client: Client = {
    userId: member.userId,
    partnerId,
    socket,
    nextAck: 0,
    inFlight: 0,
    onAcknowledged: () => {},
  };
  const connected = Promise.withResolvers<Client>();
  socket.on('error', connected.reject);
  socket.on('message', (data) => {
    const text = data.toString();
    if (text.startsWith('42')) onEvent(client, text);
    else if (text.startsWith('43')) onAcknowledgement(client, text);
    else if (text.startsWith('0'))
      socket.send(`40${JSON.stringify({ token: member.token, userId: member.userId })}`);
    else if (text.startsWith('40')) connected.resolve(client);
    else if (text.startsWith('44')) connected.reject(new Error(text));
    else if (text === '2') socket.send('3');
  });
  return connected.promise;
}

function onEvent(client: Client, text: string): void {
  const start = text.indexOf('[');
  // Sends the requested acknowledgement first, as a client would.
  if (start > 2) client.socket.send(`43${text.slice(2, start)}[]`);
  if (!text.startsWith('["chat:message",', start) || text.includes(`"fromUserId":"${client.userId}"`)) return;
  const at = text.indexOf(keyMark) + keyMark.length;
  const began = sentAt.get(text.slice(at, at + 36));
  if (began !== undefined) deliveryMs.push(performance.now() - began);
}

function onAcknowledgement(client: Client, text: string): void {
  client.inFlight -= 1;
  if (text.includes('"error":')) errors += 1;
  else acknowledged += 1;
  client.onAcknowledged();
}

function send(client: Client): void {
  const clientMessageId = randomUUID();
  sentAt.set(clientMessageId, performance.now());
  client.inFlight += 1;
  const body = `{"userId":"${client.partnerId}","content":"${content}","clientMessageId":"${clientMessageId}"}`;
  client.socket.send(`42${client.nextAck}["chat:message",${body}]`);
  client.nextAck += 1;
}

function reset(): void {
  sentAt.clear();
  deliveryMs = [];
  acknowledged = 0;
  errors = 0;
}

async function settled(): Promise<void> {
  const until = performance.now() + 10_000;
  while (clients.some(({ inFlight }) => inFlight > 0) && performance.now() < until) await pause(5);
  // The last deliveries may follow the last acknowledgements.
  await pause(50);
}

function result(seconds: number): LoadResult {
  return { sent: acknowledged, seconds, deliveryMs, errors };
}

answerQuestions({
  connect: async ({ ports, members }: Target) => {
    for (const { socket } of clients) socket.terminate();
    // The first half writes to the second half; with several nodes, partners are on different ones.
    const half = members.length / 2;
    clients = [];
    for (let nth = 0; nth < members.length; nth++) {
      const member = members[nth];
      const partner = members[(nth + half) % members.length];
      const port = ports[Math.floor((nth * ports.length) / members.length)];
      if (member && partner && port !== undefined) clients.push(await connect(port, member, partner.userId));
    }
  },
  /** Both members of each pair write once: nearly all messages belong to a conversation that was answered. */
  introduce: async () => {
    const half = clients.length / 2;
    for (const side of [clients.slice(0, half), clients.slice(half)]) {
      for (const client of side) send(client);
      await settled();
    }
    if (errors > 0) throw new Error(`${errors} first messages were refused`);
  },
  disconnect: () => {
    for (const { socket } of clients) socket.terminate();
    clients = [];
  },
  saturate: async ({ window, seconds }: { window: number; seconds: number }) => {
    reset();
    const start = performance.now();
    let isOver = false;
    for (const client of clients.slice(0, clients.length / 2)) {
      client.onAcknowledged = () => {
        if (!isOver) send(client);
      };
      for (let nth = 0; nth < window; nth++) send(client);
    }
    await pause(seconds * 1000);
    isOver = true;
    const took = (performance.now() - start) / 1000;
    const measured = result(took);
    const outcome = { ...measured, sent: acknowledged, deliveryMs: deliveryMs.slice() };
    await settled();
    return outcome;
  },
  steady: async ({ perSecond, seconds }: { perSecond: number; seconds: number }) => {
    reset();
    const senders = clients.slice(0, clients.length / 2);
    for (const client of senders) client.onAcknowledged = () => {};
    const start = performance.now();
    let sent = 0;
    while (performance.now() - start < seconds * 1000) {
      const due = ((performance.now() - start) / 1000) * perSecond;
      while (sent < due) {
        const client = senders[sent % senders.length];
        if (client) send(client);
        sent += 1;
      }
      await pause(1);
    }
    const took = (performance.now() - start) / 1000;
    await settled();
    return result(took);
  },
});
