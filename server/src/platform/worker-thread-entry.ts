import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { basename } from 'node:path';
import { parentPort, type Transferable } from 'node:worker_threads';
import type { WorkerReply } from './worker-thread.ts';

/**
 * Answers requests in sequence, or with `isConcurrent` as they come, for answers that wait for the network. Objects in `moved` are
 * transferred instead of copied.
 */
export function serveWorkerThread<Input>(
  answer: (request: Input) => Promise<{ answer: unknown; moved?: Transferable[] }>,
  { isConcurrent = false } = {},
): void {
  lowerPriority();
  const reply = (said: WorkerReply, moved?: Transferable[]) => parentPort?.postMessage(said, moved);
  let last = Promise.resolve();
  parentPort?.on('message', ({ id, request }: { id: number; request: Input }) => {
    last = (isConcurrent ? Promise.resolve() : last)
      .then(() => answer(request))
      .then(
        ({ answer: found, moved }) => reply({ id, answer: found }, moved),
        (problem: unknown) => reply({ id, problem }),
      );
  });
  reply('ready');
}

/** Lowers this thread's priority below the server thread's. Only Linux has a priority per thread. */
function lowerPriority(): void {
  try {
    setPriority(
      Number(basename(readlinkSync('/proc/thread-self'))),
      constants.priority.PRIORITY_BELOW_NORMAL,
    );
  } catch {
    // Then both threads have the same priority.
  }
}
