import { NetworkError } from '@parlance/client/network-error';
import { ApiError } from '@parlance/contract/errors';
import { describe, expect, test } from 'vitest';
import { loginProblem } from './login-problem';

describe('errors of asking for a code stand beside the address (§8)', () => {
  test.each([
    [new ApiError('RequestDataInvalid'), 'The email is invalid.'],
    [new ApiError('UserNotFound'), 'User does not exist.'],
    [new ApiError('ServerError'), 'Something went wrong. Please try again later.'],
    [new NetworkError(), new NetworkError().message],
  ])('%s', (error, message) => {
    expect(loginProblem(error, 'begin')).toEqual({ at: 'address', message, waitMs: undefined });
  });

  test('a rate limit carries its wait', () => {
    const error = new ApiError('AccessVerificationBeginRateLimit', { timeout: 42 });
    expect(loginProblem(error, 'begin')).toMatchObject({ at: 'address', waitMs: 42_000 });
  });
});

describe('errors of confirming stand beside the code, or above all when it was not the code (§8)', () => {
  test.each([
    ['code', new ApiError('RequestDataInvalid'), 'The verification code is invalid.'],
    ['code', new ApiError('AccessVerificationCodeInvalid'), 'The verification code is not correct.'],
    [
      'code',
      new ApiError('AccessVerificationCodeExpired'),
      'The verification code has expired. Please request a new one.',
    ],
    [
      'code',
      new ApiError('AccessVerificationAttemptsExceeded'),
      'Too many attempts. Please request a new code.',
    ],
    ['form', new ApiError('UserBanned'), 'Your account has been banned. Please contact support.'],
    ['form', new ApiError('NotAllowed'), "You don't have permission to do this."],
    [
      'form',
      new ApiError('NotSignedIn'),
      'Authentication failed. Please check your credentials and try again.',
    ],
    ['form', new ApiError('UserNotFound'), 'User not found. Please check your credentials.'],
    ['form', new NetworkError(), new NetworkError().message],
    ['form', new TypeError('fault'), 'An unexpected error occurred'],
  ])('%s: %s', (at, error, message) => {
    expect(loginProblem(error, 'confirm')).toEqual({ at, message });
  });
});
