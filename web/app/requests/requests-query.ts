import type { Calls } from '@parlance/client/http';
import type { ContactRequest } from '@parlance/contract/contact';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { chatListsKey } from '#chat/engine/chat-queries';

/** Requests that are added by "Show more"; also the first number. */
export const requestsAtOnce = 20;
// The largest page of the API.
const pageMax = 100;

/** Key of all request lists. It lies within that of the chat lists, which the engine refetches on events and after a reconnection. */
export const requestsKey = (userId: string) => [...chatListsKey(userId), { is: 'requests' }] as const;

export interface LoadedRequests {
  count: number;
  requests: ContactRequest[];
}

/** The list without a request that was removed since. */
export function withoutRequest(loaded: LoadedRequests, removedId: string | undefined): LoadedRequests {
  const requests = loaded.requests.filter(({ profile }) => profile.userId !== removedId);
  return { requests, count: loaded.count - (loaded.requests.length - requests.length) };
}

/** The first `wanted` requests, newest first. */
export function requestsQuery(calls: Calls, userId: string, wanted: number) {
  return queryOptions({
    queryKey: [...requestsKey(userId), wanted],
    queryFn: async ({ signal }): Promise<LoadedRequests> => {
      const requests: ContactRequest[] = [];
      for (;;) {
        const limit = Math.min(pageMax, wanted - requests.length);
        const page = await calls.listRequests({ limit, offset: requests.length }, { signal });
        // Pages of a changing list overlap.
        const known = new Set(requests.map(({ profile }) => profile.userId));
        const added = page.requests.filter(({ profile }) => !known.has(profile.userId));
        requests.push(...added);
        if (page.requests.length < limit || added.length === 0 || requests.length >= wanted)
          return { count: page.count, requests };
      }
    },
    placeholderData: keepPreviousData,
  });
}
