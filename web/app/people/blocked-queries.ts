import type { Calls } from '@parlance/client/http';
import type { BlockedUser } from '@parlance/contract/people-lists';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { peopleKey } from './people-queries';

const pageSize = 100;

/** The first `wanted` people whom the member has blocked, most recent first. */
export function blockedQuery(calls: Calls, userId: string, wanted: number) {
  return queryOptions({
    queryKey: [...peopleKey, userId, 'blocked', wanted],
    queryFn: async ({ signal }) => {
      const users: BlockedUser[] = [];
      for (;;) {
        const limit = Math.min(pageSize, wanted - users.length);
        const page = await calls.listBlockedUsers({ limit, offset: users.length }, { signal });
        users.push(...page.users);
        if (page.users.length < limit || users.length >= wanted) return { count: page.count, users };
      }
    },
    placeholderData: keepPreviousData,
  });
}
