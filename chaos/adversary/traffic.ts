import { randomUUID } from 'node:crypto';
import { apiPrefix } from '@parlance/contract/endpoint';
import type { Member } from './members.ts';
import { joinAs, one } from './probe-parts.ts';
import { quantile } from './tally.ts';
import type { World } from './world.ts';

/** What a sender could compare: the bytes of all answers, and the median time of sending. */
export interface Traffic {
  areBytesEqual: boolean;
  notifiedMs: number;
  silentMs: number;
  samples: number;
}

const senders = 150;
const warmUpSenders = 15;
// Each kind follows each kind equally often: work that goes on after an answer slows the next call.
const order = [
  'notified',
  'silent',
  'silent',
  'notified',
  'notified',
  'silent',
  'silent',
  'notified',
] as const;
const text = 'Hello, shall we practise on Tuesday?';

export async function compareTraffic(world: World): Promise<Traffic> {
  const areBytesEqual = (await bytesOf(world, 'silent')) === (await bytesOf(world, 'notified'));
  const times = { notified: [] as number[], silent: [] as number[] };
  for (let nth = 0; nth < senders; nth++) {
    const sender = await one(world);
    const half = order.length / 2;
    const recipients = {
      notified: await joinAs(world, half),
      silent: await joinAs(world, half, { writesToMe: 'asking' }),
    };
    for (const kind of order) {
      const recipient = recipients[kind].pop();
      if (!recipient) continue;
      const began = performance.now();
      await (await ask(sender, `/chat/dm/${recipient.userId}`, { content: text })).arrayBuffer();
      if (nth >= warmUpSenders) times[kind].push(performance.now() - began);
    }
  }
  return {
    areBytesEqual,
    notifiedMs: quantile(times.notified, 0.5),
    silentMs: quantile(times.silent, 0.5),
    samples: times.silent.length,
  };
}

/** Everything that a sender reads after a first message, without ids, times and names. */
async function bytesOf(world: World, kind: 'notified' | 'silent'): Promise<string> {
  const sender = await one(world);
  const recipient = await one(world, { writesToMe: kind === 'silent' ? 'asking' : 'everybody' });
  const sent = await ask(sender, `/chat/dm/${recipient.userId}`, {
    content: text,
    clientMessageId: randomUUID(),
  });
  const headers = [...sent.headers].filter(([name]) => !['date', 'x-request-id'].includes(name));
  const parts = [sent.status, headers.map(([name]) => name).toSorted(), await sent.text()];
  for (const path of [`/chat/dm/${recipient.userId}`, '/chat', '/chat/stat', '/user/standing'])
    parts.push(await (await ask(sender, path)).text());
  return JSON.stringify(parts)
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '(id)')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '(time)')
    .replaceAll(/honest\d+x/g, '(name)');
}

const ask = ({ url, token }: Member, path: string, body?: unknown): Promise<Response> =>
  fetch(`${url}${apiPrefix}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
