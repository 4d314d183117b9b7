import { NetworkError } from '@parlance/client/network-error';
import { describe, expect, test } from 'vitest';
import { receivedError } from '#test/received-error';
import { loginProblem } from './login-problem';

// Rules: docs/specification/errors.md#login-messages
describe('errors of asking for a code stand beside the address', () => {
  test.each([
    [receivedError('RequestDataInvalid'), 'The email is invalid.'],
    [receivedError('UserNotFound'), 'User does not exist.'],
    [receivedError('ServerError'), 'Something went wrong. Please try again later.'],
    [new NetworkError(), new NetworkError().message],
  ])('%s', (error, message) => {
    expect(loginProblem(error, 'begin')).toEqual({ at: 'address', message, waitMs: undefined });
  });

  test('a rate limit carries its wait', () => {
    const error = receivedError('AccessVerificationBeginRateLimit', { timeout: 42 });
    expect(loginProblem(error, 'begin')).toMatchObject({ at: 'address', waitMs: 42_000 });
  });
});

describe('errors of confirming stand beside the code, or above all when it was not the code', () => {
  test.each([
    ['code', receivedError('RequestDataInvalid'), 'The verification code is invalid.'],
    ['code', receivedError('AccessVerificationCodeInvalid'), 'The verification code is not correct.'],
    [
      'code',
      receivedError('AccessVerificationCodeExpired'),
      'The verification code has expired. Please request a new one.',
    ],
    [
      'code',
      receivedError('AccessVerificationAttemptsExceeded'),
      'Too many attempts. Please request a new code.',
    ],
    ['form', receivedError('UserBanned'), 'Your account has been banned. Please contact support.'],
    ['form', receivedError('NotAllowed'), "You don't have permission to do this."],
    [
      'form',
      receivedError('NotSignedIn'),
      'Authentication failed. Please check your credentials and try again.',
    ],
    ['form', receivedError('UserNotFound'), 'User not found. Please check your credentials.'],
    ['form', new NetworkError(), new NetworkError().message],
    ['form', new TypeError('fault'), 'An unexpected error occurred'],
  ])('%s: %s', (at, error, message) => {
    expect(loginProblem(error, 'confirm')).toEqual({ at, message });
  });
});
