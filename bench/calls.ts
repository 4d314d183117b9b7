import { randomUUID } from 'node:crypto';
import { WebSocket } from 'ws';
import { grouped, inMs, type Part, quantile } from './figures.ts';
import type { Member } from './our-server.ts';
import { type Helper, memoryOf } from './processes.ts';
import { withGrounds } from './servers.ts';

const goalP99Ms = 250;
const goalKb = 60;
/** Sizes as Chromium makes them, with audio, a camera and a data channel. */
const description = { type: 'offer', sdp: 'v'.repeat(6000) };
const candidate = { candidate: 'c'.repeat(120), sdpMid: '0', sdpMLineIndex: 0, usernameFragment: 'abcd' };
const offer = [{ description }, ...Array.from({ length: 4 }, () => ({ candidate }))];
const answer = [{ description: { ...description, type: 'answer' } }, ...offer.slice(1)];

/** Time to signal a connection over one node, for many pairs at once, and the memory of a session. */
export function measureCalls({ isQuick }: { isQuick: boolean }): Promise<Part> {
  const pairs = isQuick ? 20 : 100;
  return withGrounds(0, async (grounds) => {
    const databaseUrl = await grounds.newDatabase('calls');
    const ours = await grounds.startOurs({ databaseUrl, nodeOptions: ['--expose-gc'] });
    // Warm-up with the same number, one by one: compilation and planning are not a cost of a session.
    const warm = await seatPairs(ours, 10);
    for (const pair of warm) await meet(pair);
    const pages = await seatPairs(ours, pairs);
    const before = await memoryOf(ours);
    const met = await Promise.all(pages.map(meet));
    const after = await memoryOf(ours);
    for (const { close } of [...warm, ...pages].flat()) close();
    const p99 = quantile(
      met.map(({ signalledMs }) => signalledMs),
      0.99,
    );
    const joinP99 = quantile(
      met.map(({ joinedMs }) => joinedMs),
      0.99,
    );
    const kb = (after - before) / pairs / 1024;
    return {
      rows: [
        {
          what: `${pairs} pairs at once, from both joined until offer, answer and candidates have arrived, p99`,
          ours: inMs(p99),
          goal: `≤ ${goalP99Ms} ms`,
          isHeld: p99 <= goalP99Ms,
        },
        {
          what: `memory of a session with two people (${pairs} of them), beside their sockets`,
          ours: `${kb.toFixed(1)} kB`,
          goal: `≤ ${goalKb} kB`,
          isHeld: kb <= goalKb,
        },
      ],
      notes: [
        `Sessions: ${grouped(pairs * 2)} sockets join at the same moment (p99 ${inMs(joinP99)} until the second of a pair has joined) and at once signal: an offer, ` +
          'an answer and the last candidates, 6 kB a description, each acknowledged. Memory: heap and buffers after a collection, before the joins and after.',
      ],
    };
  });
}

/** A member's page: a raw WebSocket with a minimal Socket.IO protocol. */
export interface Page {
  peerId: string;
  emit(event: string, payload: object): Promise<unknown>;
  /** Resolves with the next signal for this page. */
  nextSignal(): Promise<void>;
  close(): void;
}

/** Connected pairs of pages, each with a running session. */
export async function seatPairs(ours: Helper, count: number): Promise<Page[][]> {
  const members = await ours.ask<Member[]>('members', count * 2);
  const slots = await ours.ask<string[]>(
    'sessions',
    members.map(({ userId }) => userId),
  );
  const port = await ours.ask<number>('port');
  const pages: Page[][] = [];
  for (const [place, scheduleSlotId] of slots.entries()) {
    const two = members.slice(place * 2, place * 2 + 2);
    pages.push(await Promise.all(two.map((member) => openPage(port, member, scheduleSlotId))));
  }
  return pages;
}

/** Time from joining to the complete signal exchange. */
export async function meet([owner, booker]: Page[]): Promise<{ joinedMs: number; signalledMs: number }> {
  if (!owner || !booker) throw new Error('a pair is two');
  const start = performance.now();
  await Promise.all([owner.emit('call:join', {}), booker.emit('call:join', {})]);
  const joinedAt = performance.now();
  const offered = booker.nextSignal();
  const answered = owner.nextSignal();
  await owner.emit('call:signal', { to: booker.peerId, epoch: 1, items: offer });
  await offered;
  await booker.emit('call:signal', { to: owner.peerId, epoch: 1, items: answer });
  await answered;
  const last = booker.nextSignal();
  await owner.emit('call:signal', { to: booker.peerId, epoch: 1, items: [{ candidate }] });
  await last;
  return { joinedMs: joinedAt - start, signalledMs: performance.now() - joinedAt };
}

function openPage(port: number, { token }: Member, scheduleSlotId: string): Promise<Page> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`, {
    perMessageDeflate: false,
  });
  const peerId = randomUUID();
  const waiting = new Map<string, (answer: unknown) => void>();
  let nextAck = 0;
  let onSignal = () => {};
  const page: Page = {
    peerId,
    emit: (event, payload) =>
      new Promise((resolve, reject) => {
        nextAck += 1;
        waiting.set(String(nextAck), (given) => {
          const { error } = Object(given) as { error?: object };
          if (error) reject(new Error(JSON.stringify(error)));
          else resolve(given);
        });
        socket.send(`42${nextAck}${JSON.stringify([event, { scheduleSlotId, peerId, ...payload }])}`);
      }),
    nextSignal: () =>
      new Promise((resolve) => {
        onSignal = resolve;
      }),
    close: () => socket.close(),
  };
  const connected = Promise.withResolvers<Page>();
  socket.on('error', connected.reject);
  socket.on('message', (data) => {
    const text = data.toString();
    const [, ack = ''] = /^43(\d+)/.exec(text) ?? [];
    if (ack !== '') {
      const [given] = JSON.parse(text.slice(text.indexOf('['))) as unknown[];
      waiting.get(ack)?.(given);
      waiting.delete(ack);
    } else if (text.startsWith('42["call:signal"') && text.includes(`"to":"${peerId}"`)) onSignal();
    else if (text.startsWith('0')) socket.send(`40${JSON.stringify({ token })}`);
    else if (text.startsWith('40')) connected.resolve(page);
    else if (text.startsWith('44')) connected.reject(new Error(text));
    else if (text === '2') socket.send('3');
  });
  return connected.promise;
}
