import { constants, setPriority } from 'node:os';
import { toBody } from '@parlance/contract/error-table';
import { ApiError } from '@parlance/contract/errors';
import type { ApartAnswer } from './work-apart.ts';

/** Answers the work that workApart hands to this process, one piece at a time. */
export function answerApart<Result>(work: (bytes: Uint8Array) => Promise<Result>): void {
  // Whoever only reads and writes messages comes first.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  // A signal for the whole group is the server's to obey; what is under way is finished meanwhile.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
  process.once('disconnect', () => process.exit(0));
  process.on('message', async (bytes: Uint8Array) => process.send?.(await answerTo(work, bytes)));
  process.send?.('ready');
}

async function answerTo<Result>(
  work: (bytes: Uint8Array) => Promise<Result>,
  bytes: Uint8Array,
): Promise<ApartAnswer<Result>> {
  try {
    return { result: await work(bytes) };
  } catch (error) {
    // Whatever the parser stumbled over, it is the file's fault.
    const refusal = error instanceof ApiError ? error : new ApiError('FileInvalid');
    return { refusal: toBody(refusal) };
  }
}
