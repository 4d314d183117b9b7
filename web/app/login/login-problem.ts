import { addressFieldMessage, codeFieldMessage, loginMessage } from '@parlance/client/login-message';
import { NetworkError } from '@parlance/client/network-error';
import { ApiError } from '@parlance/contract/errors';
import { translate } from '@parlance/words/current';
import type { CodeProblem } from '#access/code-flow';

const statusesOfTheWholeForm = [401, 403, 404];

/** The message and its place for an error on the sign-in screen (docs/specification/errors.md#login-messages). */
export function loginProblem(error: unknown, step: 'begin' | 'confirm'): CodeProblem {
  if (step === 'begin') {
    const waitSeconds = error instanceof ApiError ? error.timeout : undefined;
    return {
      at: 'address',
      message: translate(addressFieldMessage(error)),
      waitMs: waitSeconds === undefined ? undefined : waitSeconds * 1000,
    };
  }
  // The code was right or its check is unknown, so the error does not belong to the field.
  const isWhole = error instanceof ApiError && statusesOfTheWholeForm.includes(error.statusCode);
  if (isWhole || error instanceof NetworkError || !(error instanceof ApiError)) {
    return { at: 'form', message: translate(loginMessage(error)) };
  }
  return { at: 'code', message: translate(codeFieldMessage(error)) };
}
