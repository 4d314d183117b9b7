import type { Calls } from '@parlance/client/http';
import { queryOptions } from '@tanstack/react-query';

/** Topics for two members; used ones are gone after the next fetch. */
export function topicsQuery(calls: Calls, userId: string, partnerUserId: string) {
  return queryOptions({
    queryKey: ['topics', userId, partnerUserId],
    queryFn: async ({ signal }) => (await calls.listTopics({ userId: partnerUserId }, { signal })).topics,
    // Visible topics must not change.
    refetchOnWindowFocus: false,
  });
}
