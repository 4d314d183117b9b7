import type { Calls } from '@parlance/client/http';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { peopleKey } from './people-queries';

const pageSize = 20;

/** The people whom the member has blocked, most recent first. */
export function blockedQuery(calls: Calls, userId: string) {
  return infiniteQueryOptions({
    queryKey: [...peopleKey, userId, 'blocked'],
    queryFn: ({ pageParam, signal }) =>
      calls.listBlockedUsers({ limit: pageSize, offset: pageParam }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ count }, pages) => {
      const shown = pages.reduce((sum, { users }) => sum + users.length, 0);
      return shown < count && pages.at(-1)?.users.length ? shown : undefined;
    },
  });
}
