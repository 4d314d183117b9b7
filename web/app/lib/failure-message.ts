import { errorMessage } from '@parlance/client/error-message';
import { NetworkError } from '@parlance/client/network-error';
import { ApiError, errorTable } from '@parlance/contract/errors';
import { t, translateMessage } from '@parlance/words/current';
import { waitInWords } from '#lib/wait-in-words';

// For these the server says what stands in the way better than a sentence chosen by status could.
const statusesWithOwnWords = [403, 422, 429];

/** What is said of a failed act: the message of the error, or the fallback when it has none for people. */
export function failureMessage(error: unknown, fallback: string): string {
  if (error instanceof NetworkError) return translateMessage(error.message);
  if (!(error instanceof ApiError)) return fallback;
  // The table's sentence does not know how long; a limit with words of its own says it itself.
  if (error.message === errorTable.TooManyRequests.message && error.timeout !== undefined)
    return t('That was a lot at once. Please try again {when}.', { when: waitInWords(error.timeout) });
  const hasOwnWords = statusesWithOwnWords.includes(error.statusCode) && !error.is('UserBanned');
  return translateMessage(hasOwnWords ? error.message : errorMessage(error));
}
