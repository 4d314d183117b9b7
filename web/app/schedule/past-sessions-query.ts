import type { Calls } from '@parlance/client/http';
import { pastSessionsPageSize } from '@parlance/contract/past-sessions';
import { queryOptions } from '@tanstack/react-query';
import { scheduleKey } from './schedule-queries';

/** One page of the member's ended sessions, newest first. */
export function pastSessionsQuery(calls: Calls, userId: string, page: number) {
  const limit = pastSessionsPageSize;
  return queryOptions({
    queryKey: [...scheduleKey, userId, 'past', page],
    queryFn: ({ signal }) => calls.listPastSessions({ limit, offset: (page - 1) * limit }, { signal }),
    placeholderData: (previous, previousQuery) =>
      previousQuery?.queryKey[1] === userId ? previous : undefined,
  });
}
