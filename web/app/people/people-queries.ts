import type { Calls } from '@parlance/client/http';
import type { PayloadOf, ResultOf } from '@parlance/contract/endpoint';
import type { FullProfile, searchUsers } from '@parlance/contract/people';
import { type QueryClient, queryOptions } from '@tanstack/react-query';

/** The viewer is part of the query key: blocks, fit and sign-in change the results. */
export type ViewerId = string | null;

export const peopleKey = ['people'] as const;
const searchKey = 'search';
/** Stale time of search results and of the data rendered for a visitor. */
const freshMs = 30_000;

/** Initial data of a visitor's query from the rendered page, as of its request time. */
function fromPage<Result>(viewerId: ViewerId, loaded: Result | undefined) {
  return {
    initialData: () => (viewerId === null ? loaded : undefined),
    initialDataUpdatedAt: performance.timeOrigin,
  };
}

/** One page of a search. The previous one stays while the next loads. */
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
    // A refetch on focus would reorder the cards while they are being read.
    refetchOnWindowFocus: false,
  });
}

/** A profile. Until it is loaded, a member sees the visitor's data or those of a search result. */
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
