import { ApiError } from '@parlance/contract/errors';
import { failureMessage } from '#settings/failure-message';

/** What becomes of a message after an attempt that failed. */
export type SendVerdict =
  | { kind: 'again' }
  | { kind: 'wait'; ms: number }
  | { kind: 'refused'; reason: string };

// Whoever is asked to wait longer decides for themselves.
const longestWaitSeconds = 60;

/**
 * A refusal is the server's last word; everything else, a lost answer above all, says nothing about the message, which
 * is then sent again under the same id.
 */
export function judgeFailure(error: unknown): SendVerdict {
  if (!(error instanceof ApiError) || error.errorName === null) return { kind: 'again' };
  const { statusCode, timeout = 1 } = error;
  if (statusCode === 401 || statusCode >= 500) return { kind: 'again' };
  if (statusCode === 429 && timeout <= longestWaitSeconds) return { kind: 'wait', ms: timeout * 1000 };
  return { kind: 'refused', reason: failureMessage(error, 'This message could not be sent.') };
}

const firstDelayMs = 1000;
const longestDelayMs = 30_000;

/** How long to wait after so many attempts in a row that were lost. */
export const retryDelayMs = (attempts: number): number =>
  Math.min(longestDelayMs, firstDelayMs * 2 ** Math.min(attempts - 1, 10));
