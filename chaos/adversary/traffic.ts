import { randomUUID } from 'node:crypto';
import { ask } from './ask.ts';
import { one } from './probe-parts.ts';
import { measureTiming, type Timing } from './timing.ts';
import type { World } from './world.ts';

/** What a sender could compare: the bytes of all answers, and the times of sending. */
export interface Traffic {
  areBytesEqual: boolean;
  timing: Timing;
}

const text = 'Hello, shall we practise on Tuesday?';

export async function compareTraffic(world: World): Promise<Traffic> {
  const areBytesEqual = (await bytesOf(world, 'silent')) === (await bytesOf(world, 'notified'));
  return { areBytesEqual, timing: await measureTiming(world) };
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
