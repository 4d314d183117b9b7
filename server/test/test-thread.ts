import { setTimeout } from 'node:timers/promises';
import { threadId, workerData } from 'node:worker_threads';
import { serveWorkerThread } from '#platform/worker-thread-entry';

if (workerData === 'broken') throw new Error('cannot start');

let running = 0;

// Executes harmful commands on request.
serveWorkerThread<string>(async (order) => {
  running += 1;
  const atOnce = running;
  if (order === 'wait') await setTimeout(20);
  running -= 1;
  if (order === 'stumble') throw new Error('lost its way');
  if (order === 'die') process.exit(1);
  const eaten: unknown[] = [];
  while (order === 'eat') eaten.push({ nth: eaten.length });
  for (;;) if (order !== 'loop') break;
  const bytes = Buffer.alloc(10_000, order);
  return { answer: { order, threadId, bytes, atOnce }, moved: [bytes.buffer] };
});
