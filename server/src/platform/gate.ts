import { ApiError } from '@parlance/contract/errors';

const retryAfterSeconds = 5;

interface Gate {
  <Result>(work: () => Promise<Result>): Promise<Result>;
  /** Whether the next piece of work would be told to come again. */
  isFull(): boolean;
}

/**
 * Lets so many pieces of work run at once; the rest wait in the order they came, without holding anything. Beyond
 * `waitingMax` of them one more is told to come again.
 */
export function createGate({ atOnce, waitingMax = Infinity }: { atOnce: number; waitingMax?: number }): Gate {
  const waiting: Array<() => void> = [];
  let free = atOnce;
  const isFull = () => free === 0 && waiting.length >= waitingMax;
  async function pass<Result>(work: () => Promise<Result>): Promise<Result> {
    if (isFull()) throw new ApiError('ServerError', { statusCode: 503, timeout: retryAfterSeconds });
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      // A turn is handed on, not given back, while somebody waits.
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  }
  return Object.assign(pass, { isFull });
}
