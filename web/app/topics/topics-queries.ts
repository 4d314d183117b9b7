import type { Calls } from '@parlance/client/http';
import { queryOptions } from '@tanstack/react-query';

/** What two people could talk about; what was taken up is gone the next time it is asked for. */
export function topicsQuery(calls: Calls, userId: string, partnerUserId: string) {
  return queryOptions({
    queryKey: ['topics', userId, partnerUserId],
    queryFn: async ({ signal }) => (await calls.listTopics({ userId: partnerUserId }, { signal })).topics,
    // Under somebody's eyes they stay.
    refetchOnWindowFocus: false,
  });
}
