import { NetworkError } from '@parlance/client/network-error';
import { describe, expect, test } from 'vitest';
import { receivedError } from '#test/received-error';
import { addressProblem } from './address-problem';

describe('changing an address or deleting the account says what is wrong where it is wrong', () => {
  test('an address that gets no codes is refused beside its field, in the words of the server', () => {
    const error = receivedError('RequestDataInvalid', { fields: { emailOrPhone: 'No text messages here.' } });
    expect(addressProblem(error, 'begin')).toMatchObject({
      at: 'address',
      message: 'No text messages here.',
    });
  });

  test('a rate limit carries its wait', () => {
    const error = receivedError('AccessVerificationBeginRateLimit', { timeout: 7 });
    expect(addressProblem(error, 'begin')).toMatchObject({ at: 'address', waitMs: 7000 });
  });

  test.each([
    ['code', receivedError('AccessVerificationCodeInvalid'), 'The verification code is not correct.'],
    ['code', receivedError('AccessNotVerified'), 'Please confirm a verification code first.'],
    ['code', receivedError('RequestDataInvalid'), 'The verification code is invalid.'],
    ['address', receivedError('EmailTaken'), 'This email address belongs to another account.'],
    ['address', receivedError('PhoneNumberTaken'), 'This phone number belongs to another account.'],
    ['form', receivedError('ServerError'), 'Something went wrong. Please try again later.'],
    ['form', new NetworkError(), new NetworkError().message],
    ['form', new TypeError('fault'), 'An unexpected error occurred. Please try again.'],
  ])('%s: %s', (at, error, message) => {
    expect(addressProblem(error, 'confirm')).toEqual({ at, message });
  });
});
