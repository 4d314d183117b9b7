import { codeFieldMessage } from '@parlance/client/login-message';
import { ApiError } from '@parlance/contract/errors';
import { t, translate } from '@parlance/words/current';
import type { CodeProblem } from '#access/code-flow';
import { failureMessage } from '#lib/failure-message';

/** The message and its place for an error while an address is being proved. */
export function addressProblem(error: unknown, step: 'begin' | 'confirm'): CodeProblem {
  const message = failureMessage(error, t('An unexpected error occurred. Please try again.'));
  if (!(error instanceof ApiError)) return { at: 'form', message };
  if (step === 'begin') {
    const waitMs = error.timeout === undefined ? undefined : error.timeout * 1000;
    return { at: 'address', message, waitMs };
  }
  // Only someone who has proved the address learns that it is taken.
  if (error.is('EmailTaken', 'PhoneNumberTaken')) return { at: 'address', message };
  const isOfCode = error.statusCode === 400 || error.statusCode === 422;
  return isOfCode ? { at: 'code', message: translate(codeFieldMessage(error)) } : { at: 'form', message };
}
