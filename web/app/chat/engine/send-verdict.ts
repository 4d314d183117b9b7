import { ApiError } from '@parlance/contract/errors';
import { t } from '@parlance/words/current';
import { failureMessage } from '#lib/failure-message';

/** What becomes of a message after an attempt that failed. */
export type SendVerdict =
  /** No answer: the way to the server is broken, and mended with the next connection. */
  | { kind: 'lost' }
  /** The server has answered that it cannot now, and where it says so, for how long. */
  | { kind: 'later'; afterMs: number }
  /** A limit that is over for hours: everything else goes first. */
  | { kind: 'held'; afterMs: number }
  | { kind: 'refused'; reason: string };

// Whoever is asked to wait longer lets others pass.
const longestStandingMs = 60_000;

/**
 * A refusal is the server's last word; everything else, a lost answer above all, says nothing about the message, which
 * is then sent again under the same id.
 */
export function judgeFailure(error: unknown): SendVerdict {
  // A call renews a token that has run out by itself; a refused one is followed by a new connection.
  if (!(error instanceof ApiError) || error.statusCode === 401) return { kind: 'lost' };
  const { statusCode, errorName, timeout = 0 } = error;
  const afterMs = timeout * 1000;
  if (statusCode === 429 && afterMs > longestStandingMs) return { kind: 'held', afterMs };
  // Without a name it is an answer of something on the way.
  if (errorName === null || statusCode >= 500 || statusCode === 429) return { kind: 'later', afterMs };
  return { kind: 'refused', reason: failureMessage(error, t('This message could not be sent.')) };
}

const firstDelayMs = 1000;
const longestDelayMs = 30_000;

/** How long to wait after so many attempts in a row that failed, and never less than was asked for. */
export const retryDelayMs = (attempts: number, askedMs = 0): number =>
  Math.max(askedMs, Math.min(longestDelayMs, firstDelayMs * 2 ** Math.min(attempts - 1, 10)));
