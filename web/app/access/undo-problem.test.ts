import { NetworkError } from '@parlance/client/network-error';

import { describe, expect, test } from 'vitest';
import { receivedError } from '#test/received-error';
import { undoProblem } from './undo-problem';

describe('what is said when a change could not be undone', () => {
  test.each(['ResourceNotFound', 'RequestDataInvalid'] as const)('%s: the link is used up', (name) => {
    expect(undoProblem(receivedError(name))).toBeNull();
  });

  test.each([
    ['EmailTaken', /^Another account has this address by now\..*open this link again\.$/],
    ['PhoneNumberTaken', /^Another account has this address by now\./],
    ['GoogleIdentityExistsAlready', /^Another account has this address by now\./],
    ['NotAllowed', /^This is not allowed\.$/],
    ['UserBanned', /^Your account has been banned\. Please contact support\.$/],
    ['TooManyRequests', /^That was a lot at once\./],
    ['ServerError', /^That did not work\. Nothing was changed/],
  ] as const)('%s', (name, sentence) => {
    expect(undoProblem(receivedError(name))).toMatch(sentence);
  });

  test('a lost network changed nothing', () => {
    expect(undoProblem(new NetworkError())).toMatch(/Nothing was changed/);
  });
});
