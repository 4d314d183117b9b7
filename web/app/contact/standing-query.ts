import type { Calls } from '@parlance/client/http';
import { queryOptions } from '@tanstack/react-query';

/** The member's own allowance of first contacts. */
export function standingQuery(calls: Calls, userId: string) {
  return queryOptions({
    queryKey: ['standing', userId],
    queryFn: ({ signal }) => calls.getStanding(undefined, { signal }),
  });
}
