import { ApiError } from '@parlance/contract/errors';
import { QueryClient } from '@tanstack/react-query';

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // API errors are final; only a lost response is retried, once.
        retry: (failures, error) => failures < 1 && !(error instanceof ApiError),
        // Offline, a query would otherwise pause silently instead of failing.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
}

/** One cache for the whole page, including lazily loaded parts of the shell. */
export const queryClient = createQueryClient();
