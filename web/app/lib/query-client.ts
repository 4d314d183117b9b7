import { ApiError } from '@parlance/contract/errors';
import { QueryClient } from '@tanstack/react-query';

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // An answer of the server stands; only a lost one is worth asking for once more.
        retry: (failures, error) => failures < 1 && !(error instanceof ApiError),
        // Without a connection a query would wait in silence instead of saying so.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
}

/** One cache for the whole page, also for the parts of the shell that load later. */
export const queryClient = createQueryClient();
