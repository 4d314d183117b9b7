import { ApiError } from '@parlance/contract/errors';
import { t } from '@parlance/words/current';
import { failureMessage } from '#lib/failure-message';

const cancellations = ['AbortError', 'NotAllowedError'];

/** The message for a failed use of a passkey; null when the member or the device cancelled it, which the browser has shown already. */
export function passkeyProblem(error: unknown): string | null {
  if (error instanceof DOMException && cancellations.includes(error.name)) return null;
  if (error instanceof DOMException && error.name === 'InvalidStateError')
    return t('This device has a passkey for your account already.');
  if (error instanceof ApiError && error.is('AccessNotVerified'))
    return t('This passkey could not be confirmed. Please use a code.');
  return failureMessage(error, t('That did not work. Please try again.'));
}
