import { errorMessages } from '@parlance/client/error-message';
import { NetworkError } from '@parlance/client/network-error';
import { ApiError, clientMessages } from '@parlance/contract/errors';
import { t, translate } from '@parlance/words/current';
import { waitInWords } from '#lib/wait-in-words';

// For these statuses the server's own message is more specific than one chosen by status.
const statusesWithOwnWords = [403, 422, 429];

/** Message of a failed action: the error's own, or the fallback if it has none for members. */
export function failureMessage(error: unknown, fallback: string): string {
  if (error instanceof NetworkError) return translate(error);
  if (!(error instanceof ApiError)) return fallback;
  const when = error.timeout === undefined ? '' : waitInWords(error.timeout);
  // The table's message lacks the wait.
  if (when && error.key === clientMessages.TooManyRequests)
    return t('That was a lot at once. Please try again {when}.', { when });
  if (!statusesWithOwnWords.includes(error.statusCode) || error.is('UserBanned'))
    return translate(errorMessages(error));
  const { message, key, values } = error;
  // The server formats the wait in English; the localized one replaces it.
  return translate({ message, key, values: { ...values, ...(when && { when }) } });
}
