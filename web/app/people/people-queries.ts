import type { Calls } from '@parlance/client/http';
import type { Endpoint, PayloadOf, ResultOf } from '@parlance/contract/endpoint';
import { type FullProfile, getProfile, searchUsers } from '@parlance/contract/people';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { readWrittenAnswer } from '#lib/written-page';

/** Who looks: what people see of each other differs with blocks, fit and being signed in. */
export type ViewerId = string | null;

/** Everything here that shows people. */
export const peopleKey = ['people'] as const;
const searchKey = 'search';
const searchFreshMs = 30_000;

/** What the server wrote into the page for a visitor is what it would answer, as of that moment. */
function fromPage<E extends Endpoint>(endpoint: E, viewerId: ViewerId, input: unknown) {
  return {
    initialData: () => (viewerId === null ? readWrittenAnswer(endpoint, input) : undefined),
    initialDataUpdatedAt: performance.timeOrigin,
  };
}

/** One page of a search. While the next one loads, the one before stays. */
export function searchQuery(calls: Calls, viewerId: ViewerId, payload: PayloadOf<typeof searchUsers>) {
  return queryOptions({
    queryKey: [...peopleKey, viewerId, searchKey, payload],
    queryFn: ({ signal }) => calls.searchUsers(payload, { signal }),
    ...fromPage(searchUsers, viewerId, payload),
    placeholderData: (previous, previousQuery) =>
      previousQuery?.queryKey[1] === viewerId ? previous : undefined,
    staleTime: searchFreshMs,
    // Cards that change places while somebody comes back to read them are lost.
    refetchOnWindowFocus: false,
  });
}

/** A person's profile; whoever comes from a search sees what the card had until the answer is there. */
export function profileQuery(calls: Calls, viewerId: ViewerId, userId: string, cache: QueryClient) {
  return queryOptions({
    queryKey: [...peopleKey, viewerId, 'profile', userId],
    queryFn: ({ signal }) => calls.getProfile({ userId }, { signal }),
    ...fromPage(getProfile, viewerId, { userId }),
    placeholderData: (): FullProfile | undefined =>
      cache
        .getQueriesData<ResultOf<typeof searchUsers>>({ queryKey: [...peopleKey, viewerId, searchKey] })
        .flatMap(([, page]) => page?.users ?? [])
        .find((user) => user.userId === userId),
  });
}
