import { ApiError } from '@parlance/contract/errors';

/** Repeats a job of a process pool that a busy machine did not give its processor time, as clients do after a 503. */
export async function untilServed<Result>(run: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof ApiError && error.statusCode === 503)) throw error;
    }
  }
}
