import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { basename } from 'node:path';
import { parentPort, type Transferable } from 'node:worker_threads';
import type { BesideReply } from './work-beside.ts';

/** Answers what workBeside asks, strictly one question after the other. What is named in `moved` is transferred instead of copied. */
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

/** Where processors are scarce the thread of the server comes first. Linux knows a priority for each thread, others for none. */
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
