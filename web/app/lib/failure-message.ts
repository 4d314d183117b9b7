import { errorMessages } from '@parlance/client/error-message';
import { NetworkError } from '@parlance/client/network-error';
import { ApiError, clientMessages } from '@parlance/contract/errors';
import { t, translate } from '@parlance/words/current';
import { waitInWords } from '#lib/wait-in-words';

// For these the server says what stands in the way better than a sentence chosen by status could.
const statusesWithOwnWords = [403, 422, 429];

/** What is said of a failed act: the message of the error, or the fallback when it has none for people. */
export function failureMessage(error: unknown, fallback: string): string {
  if (error instanceof NetworkError) return translate(error);
  if (!(error instanceof ApiError)) return fallback;
  const when = error.timeout === undefined ? '' : waitInWords(error.timeout);
  // The table's sentence does not know how long.
  if (when && error.key === clientMessages.TooManyRequests)
    return t('That was a lot at once. Please try again {when}.', { when });
  if (!statusesWithOwnWords.includes(error.statusCode) || error.is('UserBanned'))
    return translate(errorMessages(error));
  const { message, key, values } = error;
  // The server has the wait in English.
  return translate({ message, key, values: { ...values, ...(when && { when }) } });
}
