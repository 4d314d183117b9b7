import { NetworkError } from '@parlance/client/network-error';
import { ApiError } from '@parlance/contract/errors';
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from './query-client';

afterEach(() => void vi.useRealTimers());

test.each([
  ['a lost answer is asked for once more', new NetworkError(), 2],
  ['a refusal is final', new ApiError('ServerError'), 1],
])('%s', async (_case, error, times) => {
  vi.useFakeTimers();
  const queryFn = vi.fn().mockRejectedValue(error);
  const outcome = createQueryClient()
    .fetchQuery({ queryKey: ['a'], queryFn })
    .catch((failure: unknown) => failure);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await outcome).toBe(error);
  expect(queryFn).toHaveBeenCalledTimes(times);
});

test('offline nothing waits silently', () => {
  const { queries, mutations } = createQueryClient().getDefaultOptions();
  expect([queries?.networkMode, mutations?.networkMode]).toEqual(['always', 'always']);
});
