import { ApiError } from '@parlance/contract/errors';

const retryAfterSeconds = 5;

/**
 * Lets so many pieces of work run at once; the rest wait in the order they came, without holding anything. Beyond
 * `waitingMax` of them one more is told to come again.
 */
export function createGate({
  atOnce,
  waitingMax = Infinity,
}: {
  atOnce: number;
  waitingMax?: number;
}): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: Array<() => void> = [];
  let free = atOnce;
  return async (work) => {
    if (free > 0) free -= 1;
    else if (waiting.length < waitingMax) await new Promise<void>((resolve) => waiting.push(resolve));
    else throw new ApiError('ServerError', { statusCode: 503, timeout: retryAfterSeconds });
    try {
      return await work();
    } finally {
      // A turn is handed on, not given back, while somebody waits.
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
