import { NetworkError } from '@parlance/client/network-error';
import { ApiError } from '@parlance/contract/errors';
import { describe, expect, test } from 'vitest';
import { addressProblem } from './address-problem';

describe('changing an address or deleting the account says what is wrong where it is wrong', () => {
  test('an address that gets no codes is refused beside its field, in the words of the server', () => {
    const error = new ApiError('RequestDataInvalid', { fields: { emailOrPhone: 'No text messages here.' } });
    expect(addressProblem(error, 'begin')).toMatchObject({
      at: 'address',
      message: 'No text messages here.',
    });
  });

  test('a rate limit carries its wait', () => {
    const error = new ApiError('AccessVerificationBeginRateLimit', { timeout: 7 });
    expect(addressProblem(error, 'begin')).toMatchObject({ at: 'address', waitMs: 7000 });
  });

  test.each([
    ['code', new ApiError('AccessVerificationCodeInvalid'), 'The verification code is not correct.'],
    ['code', new ApiError('AccessNotVerified'), 'Please confirm a verification code first.'],
    ['code', new ApiError('RequestDataInvalid'), 'The verification code is invalid.'],
    ['address', new ApiError('EmailTaken'), 'This email address belongs to another account.'],
    ['address', new ApiError('PhoneNumberTaken'), 'This phone number belongs to another account.'],
    ['form', new ApiError('ServerError'), 'Something went wrong. Please try again later.'],
    ['form', new NetworkError(), new NetworkError().message],
    ['form', new TypeError('fault'), 'An unexpected error occurred. Please try again.'],
  ])('%s: %s', (at, error, message) => {
    expect(addressProblem(error, 'confirm')).toEqual({ at, message });
  });
});
