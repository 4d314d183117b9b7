import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { basename } from 'node:path';
import { parentPort, type Transferable } from 'node:worker_threads';
import type { BesideReply } from './work-beside.ts';

/** Answers requests of workBeside strictly in sequence. Objects in `moved` are transferred instead of copied. */
export function answerBeside<Question>(
  answer: (question: Question) => Promise<{ answer: unknown; moved?: Transferable[] }>,
): void {
  yieldToMembers();
  const reply = (said: BesideReply, moved?: Transferable[]) => parentPort?.postMessage(said, moved);
  let last = Promise.resolve();
  parentPort?.on('message', ({ id, question }: { id: number; question: Question }) => {
    last = last
      .then(() => answer(question))
      .then(
        ({ answer: found, moved }) => reply({ id, answer: found }, moved),
        (problem: unknown) => reply({ id, problem }),
      );
  });
  reply('ready');
}

/** Lowers this thread's priority below the server thread's. Only Linux has a priority per thread. */
function yieldToMembers(): void {
  try {
    setPriority(
      Number(basename(readlinkSync('/proc/thread-self'))),
      constants.priority.PRIORITY_BELOW_NORMAL,
    );
  } catch {
    // Then they share.
  }
}
