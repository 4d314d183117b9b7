import type { Calls } from '@parlance/client/http';
import { queryOptions } from '@tanstack/react-query';

/** The member's own languages in order of creation. */
export function ownLanguagesQuery(calls: Calls, userId: string) {
  return queryOptions({
    queryKey: ['languages', userId],
    queryFn: async ({ signal }) => (await calls.listOwnLanguages(undefined, { signal })).languages,
  });
}
