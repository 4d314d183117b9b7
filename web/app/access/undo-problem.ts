import { errorMessages } from '@parlance/client/error-message';
import { ApiError } from '@parlance/contract/errors';
import { t, translate } from '@parlance/words/current';

/** The message for a failed undo; null for an invalid or expired link. */
export function undoProblem(error: unknown): string | null {
  if (error instanceof ApiError) {
    if (error.is('ResourceNotFound', 'RequestDataInvalid')) return null;
    if (error.is('EmailTaken', 'PhoneNumberTaken', 'GoogleIdentityExistsAlready', 'IdentityExistsAlready')) {
      return t(
        'Another account has this address by now. Sign in with it, delete that account in the settings, then open this link again.',
      );
    }
    if (error.is('TooManyRequests', 'NotAllowed')) return translate(error);
    if (error.is('UserBanned')) return translate(errorMessages(error));
  }
  return t('That did not work. Nothing was changed, please try again.');
}
