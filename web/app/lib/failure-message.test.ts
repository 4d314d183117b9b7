import { NetworkError } from '@parlance/client/network-error';
import { ApiError } from '@parlance/contract/errors';
import { describe, expect, test } from 'vitest';
import { failureMessage } from './failure-message';

const fallback = 'Failed to update interests';

describe('a settings banner shows the error message or the fallback (§8)', () => {
  test.each([
    [
      'the fields that were refused',
      new ApiError('RequestDataInvalid', { fields: { name: 'Name is required' } }),
      'Name is required',
    ],
    [
      'the server text of a rule that was broken',
      new ApiError('EmailTaken'),
      'This email address belongs to another account.',
    ],
    [
      'the server text of an act that is not allowed',
      new ApiError('NotAllowed', { message: 'Cancel it first.' }),
      'Cancel it first.',
    ],
    [
      'the general sentence of a banned account',
      new ApiError('UserBanned'),
      'Your account has been banned. Please contact support.',
    ],
    [
      'how long to wait after a lot at once',
      new ApiError('TooManyRequests', { timeout: 61 }),
      'That was a lot at once. Please try again in 2 minutes.',
    ],
    [
      'the server text of a limit that says more',
      new ApiError('TooManyRequests', { timeout: 61, message: 'You have sent many pictures.' }),
      'You have sent many pictures.',
    ],
    [
      'that it was a lot at once, where the wait is not known',
      new ApiError('TooManyRequests'),
      'That was a lot at once. Please wait a moment.',
    ],
    [
      'the general sentence of the status',
      new ApiError('ServerError'),
      'Something went wrong. Please try again later.',
    ],
    ['that the server could not be reached', new NetworkError(), new NetworkError().message],
    ['the fallback for a fault of the page itself', new TypeError('x is undefined'), fallback],
  ])('%s', (_case, error, expected) => {
    expect(failureMessage(error, fallback)).toBe(expected);
  });
});
