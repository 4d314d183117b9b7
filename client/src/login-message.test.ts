import { ApiError, type ErrorName } from '@parlance/contract/errors';
import { describe, expect, it } from 'vitest';
import * as login from './login-message.ts';
import { NetworkError } from './network-error.ts';

const addressFieldMessage = (...given: Parameters<typeof login.addressFieldMessage>) =>
  login.addressFieldMessage(...given).message;
const codeFieldMessage = (error: unknown) => login.codeFieldMessage(error).message;
const loginMessage = (error: unknown) => login.loginMessage(error).message;

// Rules: docs/specification/errors.md#login-messages
describe('login screen messages', () => {
  it('the email field', () => {
    expect(addressFieldMessage(new ApiError('UserNotFound'))).toBe('User does not exist.');
    expect(addressFieldMessage(new ApiError('RequestDataInvalid'))).toBe('The email is invalid.');
    expect(addressFieldMessage(new ApiError('RequestDataInvalid'), 'phone number')).toBe(
      'The phone number is invalid.',
    );
    expect(addressFieldMessage(new ApiError('EmailTaken', { message: 'The server text' }))).toBe(
      'The server text',
    );
  });

  it('the code field', () => {
    expect(codeFieldMessage(new ApiError('RequestDataInvalid'))).toBe('The verification code is invalid.');
    expect(
      codeFieldMessage(new ApiError('AccessVerificationCodeInvalid', { message: 'The server text' })),
    ).toBe('The server text');
  });

  it.each([
    ['AccessTokenInvalid', 'Your session has expired. Please sign in again.'],
    ['RefreshTokenInvalid', 'Your session is invalid. Please sign in again.'],
    ['UserNotFound', 'User not found. Please check your credentials.'],
    ['NotSignedIn', 'Authentication failed. Please check your credentials and try again.'],
    ['SessionInvalid', 'Authentication failed. Please check your credentials and try again.'],
    ['NotAllowed', "You don't have permission to do this."],
    ['UserBanned', 'Your account has been banned. Please contact support.'],
    [
      'EmailTaken',
      'An account with this email address exists already. Sign in with a code sent to it, then connect Google in the settings.',
    ],
    [
      'GoogleIdentityTokenInvalid',
      'Google could not confirm who you are. Please try again, or sign in with a code.',
    ],
    ['GoogleIdentityExistsAlready', 'This Google account signs in to an account already. Please try again.'],
    [
      'GoogleAuthenticationNotSupported',
      'Signing in with Google is not set up here. Please sign in with a code.',
    ],
    ['ServerError', 'An unexpected error occurred'],
  ] as [ErrorName, string][])('%s', (name, message) => {
    expect(loginMessage(new ApiError(name))).toBe(message);
  });

  it('anything else, and nothing', () => {
    expect(loginMessage(new Error('x'))).toBe('An unexpected error occurred');
    expect(loginMessage(null)).toBe('An unknown error occurred');
    expect(loginMessage(undefined)).toBe('An unknown error occurred');
  });

  it('a message of the server keeps its key and values', () => {
    const said = { message: 'Wait 5 minutes', key: 'Wait {minutes} minutes', values: { minutes: 5 } };
    const error = new ApiError('TooManyRequests', said);
    expect(login.addressFieldMessage(error)).toMatchObject(said);
    expect(login.codeFieldMessage(error)).toMatchObject(said);
  });

  it('a lost network says so everywhere', () => {
    const lost = new NetworkError();
    for (const say of [addressFieldMessage, codeFieldMessage, loginMessage])
      expect(say(lost)).toBe(lost.message);
  });
});
