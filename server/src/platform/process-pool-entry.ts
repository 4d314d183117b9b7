import { constants, setPriority } from 'node:os';
import { toBody } from '@parlance/contract/error-table';
import { ApiError } from '@parlance/contract/errors';
import type { PoolResponse } from './process-pool.ts';

/** Runs the jobs that the pool sends to this process, one at a time. */
export function serveProcessPool<Result>(work: (bytes: Uint8Array) => Promise<Result>): void {
  // Lower priority than the server, which has to stay responsive.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  // The server handles signals sent to the process group; the job in progress finishes meanwhile.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
  process.once('disconnect', () => process.exit(0));
  process.on('message', async (bytes: Uint8Array) => process.send?.(await answerTo(work, bytes)));
  process.send?.('ready');
}

async function answerTo<Result>(
  work: (bytes: Uint8Array) => Promise<Result>,
  bytes: Uint8Array,
): Promise<PoolResponse<Result>> {
  try {
    return { result: await work(bytes) };
  } catch (error) {
    // Any parser failure counts as an invalid file.
    const refusal = error instanceof ApiError ? error : new ApiError('FileInvalid');
    return { refusal: toBody(refusal) };
  }
}
