import { ApiError } from '@parlance/contract/errors';
import { t } from '@parlance/words/current';
import { failureMessage } from '#lib/failure-message';

/** The message for a failed sign-in at the identity provider. */
export function oidcProblem(error: unknown): string {
  if (error instanceof ApiError) {
    if (error.is('EmailTaken'))
      return t(
        'An account with this email address exists already. Sign in with a code sent to it, then connect your organisation in the settings.',
      );
    if (error.is('AccessNotVerified')) return t('That took too long. Please sign in again.');
    if (error.statusCode === 503)
      return t('The sign-in of your organisation does not answer. Please try again later.');
  }
  return failureMessage(error, t('That did not work. Please try again.'));
}
