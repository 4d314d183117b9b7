import { NetworkError } from '@parlance/client/network-error';
import { ApiError } from '@parlance/contract/errors';
import { filled } from '@parlance/contract/message';
import { createWords } from '@parlance/words/create-words';
import { speaking } from '@parlance/words/current';
import { describe, expect, test } from 'vitest';
import { receivedError } from '#test/received-error';
import { failureMessage } from './failure-message';

const fallback = 'Failed to update interests';

// Rules: docs/specification/errors.md#screen-messages
describe('a settings banner shows the error message or the fallback', () => {
  test.each([
    [
      'the fields that were refused',
      receivedError('RequestDataInvalid', { fields: { name: 'Name is required' } }),
      'Name is required',
    ],
    [
      'the server text of a rule that was broken',
      receivedError('EmailTaken'),
      'This email address belongs to another account.',
    ],
    [
      'the server text of an act that is not allowed',
      receivedError('NotAllowed', { message: 'Cancel it first.' }),
      'Cancel it first.',
    ],
    [
      'the general sentence of a banned account',
      receivedError('UserBanned'),
      'Your account has been banned. Please contact support.',
    ],
    [
      'how long to wait after a lot at once',
      receivedError('TooManyRequests', { timeout: 61 }),
      'That was a lot at once. Please try again in 2 minutes.',
    ],
    [
      'the server text of a limit that says more',
      receivedError('TooManyRequests', { timeout: 61, message: 'You have sent many pictures.' }),
      'You have sent many pictures.',
    ],
    [
      'a line for each of several fields',
      receivedError('RequestDataInvalid', { fields: { name: 'Name is required', query: 'Too long' } }),
      'Name is required\nToo long',
    ],
    [
      'that it was a lot at once, where the wait is not known',
      receivedError('TooManyRequests'),
      'That was a lot at once. Please wait a moment.',
    ],
    [
      'the general sentence of the status',
      receivedError('ServerError'),
      'Something went wrong. Please try again later.',
    ],
    ['that the server could not be reached', new NetworkError(), new NetworkError().message],
    ['the fallback for a fault of the page itself', new TypeError('x is undefined'), fallback],
  ])('%s', (_case, error, expected) => {
    expect(failureMessage(error, fallback)).toBe(expected);
  });

  test('in the language of the reader, by key and values, with the wait in that language too', () => {
    const german = createWords('de', {
      words: {
        'You can have at most {max} future slots.': 'Höchstens {max} freie Zeiten.',
        'You have sent many pictures. This one can be sent {when}.': 'Viele Bilder. Dieses geht {when}.',
        'in a minute': { one: 'in einer Minute', other: 'in {count} Minuten' },
      },
    });
    const inGerman = (error: ApiError) => speaking(german, () => failureMessage(error, fallback));
    const slots = filled('You can have at most {max} future slots.', { max: 5000 });
    expect(inGerman(receivedError('NotAllowed', slots))).toBe('Höchstens 5.000 freie Zeiten.');
    const key = 'You have sent many pictures. This one can be sent {when}.';
    const many = receivedError('TooManyRequests', { timeout: 61, ...filled(key, { when: 'in 61 seconds' }) });
    expect(inGerman(many)).toBe('Viele Bilder. Dieses geht in 2 Minuten.');
    expect(failureMessage(many, fallback)).toBe(
      'You have sent many pictures. This one can be sent in 61 seconds.',
    );
    expect(inGerman(ApiError.fromBody({ code: 3000, statusCode: 403, message: slots.message }))).toBe(
      slots.message,
    );
  });
});
