import { NetworkError, UnexpectedAnswerError } from '@parlance/client/network-error';
import { ApiError } from '@parlance/contract/errors';
import { expect, test } from 'vitest';
import { judgeFailure, retryDelayMs } from './send-verdict';

test.each([
  ['a lost answer', new NetworkError()],
  ["a captive portal's page", new UnexpectedAnswerError('sendTextMessage')],
  ['a token that has run out', new ApiError('AccessTokenExpired')],
])('%s says nothing about the message: it is sent again with the next connection', (_case, error) => {
  expect(judgeFailure(error)).toEqual({ kind: 'lost' });
});

test.each([
  ["a proxy's error", ApiError.fromStatus(502), 0],
  ["a proxy's limit", ApiError.fromStatus(429), 0],
  ['a fault of the server', new ApiError('ServerError'), 0],
  ['a server that is overloaded', new ApiError('ServerError', { timeout: 300 }), 300_000],
  ['a limit without a time', new ApiError('TooManyRequests'), 0],
  ['a limit of a moment', new ApiError('TooManyRequests', { timeout: 3 }), 3000],
  ['a limit of a minute', new ApiError('TooManyRequests', { timeout: 60 }), 60_000],
])('%s is waited for with everything that comes after', (_case, error, afterMs) => {
  expect(judgeFailure(error)).toEqual({ kind: 'later', afterMs });
});

test('a limit of more than a minute lets the others pass', () => {
  const error = new ApiError('TooManyRequests', { timeout: 61 });
  expect(judgeFailure(error)).toEqual({ kind: 'held', afterMs: 61_000 });
});

test('a refusal keeps the words of the server', () => {
  expect(judgeFailure(new ApiError('UserIsBlocked'))).toEqual({
    kind: 'refused',
    reason: 'One of you has blocked the other.',
  });
});

test('waiting grows from one second to thirty, and is never shorter than was asked', () => {
  expect([1, 2, 3, 6, 50].map((attempts) => retryDelayMs(attempts))).toEqual([
    1000, 2000, 4000, 30_000, 30_000,
  ]);
  expect([retryDelayMs(1, 7000), retryDelayMs(4, 7000), retryDelayMs(50, 300_000)]).toEqual([
    7000, 8000, 300_000,
  ]);
});
