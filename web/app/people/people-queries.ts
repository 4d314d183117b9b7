import type { Calls } from '@parlance/client/http';
import type { PayloadOf, ResultOf } from '@parlance/contract/endpoint';
import type { FullProfile, searchUsers } from '@parlance/contract/people';
import { type QueryClient, queryOptions } from '@tanstack/react-query';

/** Who looks: what people see of each other differs with blocks, fit and being signed in. */
export type ViewerId = string | null;

/** Everything here that shows people. */
export const peopleKey = ['people'] as const;
const searchKey = 'search';
/** How long a page of results, and what the server rendered for a visitor, counts as fresh. */
const freshMs = 30_000;

/** Starts a visitor's query with what the page was rendered from, as of when it was asked for. */
function fromPage<Result>(viewerId: ViewerId, loaded: Result | undefined) {
  return {
    initialData: () => (viewerId === null ? loaded : undefined),
    initialDataUpdatedAt: performance.timeOrigin,
  };
}

/** One page of a search. While the next one loads, the one before stays. */
export function searchQuery(
  calls: Calls,
  viewerId: ViewerId,
  payload: PayloadOf<typeof searchUsers>,
  loaded?: ResultOf<typeof searchUsers>,
) {
  return queryOptions({
    queryKey: [...peopleKey, viewerId, searchKey, payload],
    queryFn: ({ signal }) => calls.searchUsers(payload, { signal }),
    ...fromPage(viewerId, loaded),
    placeholderData: (previous, previousQuery) =>
      previousQuery?.queryKey[1] === viewerId ? previous : undefined,
    staleTime: freshMs,
    // Cards that change places while somebody comes back to read them are lost.
    refetchOnWindowFocus: false,
  });
}

/** A person's profile. Until the answer is there a member sees the visitor's page, or what the card of a search had. */
export function profileQuery(
  calls: Calls,
  viewerId: ViewerId,
  userId: string,
  cache: QueryClient,
  loaded?: FullProfile,
) {
  return queryOptions({
    queryKey: [...peopleKey, viewerId, 'profile', userId],
    queryFn: ({ signal }) => calls.getProfile({ userId }, { signal }),
    ...fromPage(viewerId, loaded),
    staleTime: viewerId === null ? freshMs : 0,
    placeholderData: (): FullProfile | undefined =>
      loaded ??
      cache
        .getQueriesData<ResultOf<typeof searchUsers>>({ queryKey: [...peopleKey, viewerId, searchKey] })
        .flatMap(([, page]) => page?.users ?? [])
        .find((user) => user.userId === userId),
  });
}
