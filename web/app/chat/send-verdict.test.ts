import { NetworkError, UnexpectedAnswerError } from '@parlance/client/network-error';
import { ApiError } from '@parlance/contract/errors';
import { expect, test } from 'vitest';
import { judgeFailure, retryDelayMs } from './send-verdict';

test.each([
  ['a lost answer', new NetworkError()],
  ["a captive portal's page", new UnexpectedAnswerError('sendTextMessage')],
  ["a proxy's error", ApiError.fromStatus(502)],
  ['a fault of the server', new ApiError('ServerError')],
  ['a token that has run out', new ApiError('AccessTokenExpired')],
])('%s says nothing about the message: it is sent again', (_case, error) => {
  expect(judgeFailure(error)).toEqual({ kind: 'again' });
});

test('a short rate limit is waited for, a long one is told', () => {
  expect(judgeFailure(new ApiError('TooManyRequests', { timeout: 3 }))).toEqual({ kind: 'wait', ms: 3000 });
  expect(judgeFailure(new ApiError('TooManyRequests', { timeout: 3600 }))).toMatchObject({ kind: 'refused' });
});

test('a refusal keeps the words of the server', () => {
  expect(judgeFailure(new ApiError('UserIsBlocked'))).toEqual({
    kind: 'refused',
    reason: 'One of you has blocked the other.',
  });
});

test('waiting grows from one second to thirty', () => {
  expect([1, 2, 3, 6, 50].map(retryDelayMs)).toEqual([1000, 2000, 4000, 30_000, 30_000]);
});
