import type { Calls } from '@parlance/client/http';
import type { LanguageCode } from '@parlance/contract/languages';
import { queryOptions } from '@tanstack/react-query';

/** How many phrases a page shows, and how many a sitting of reviews takes at most. */
export const phrasePageSize = 50;

/** Everything here of one person's book. */
export const phrasesKey = (userId: string) => ['phrases', userId] as const;

export interface PhraseFilters {
  query: string;
  languageCode: LanguageCode | null;
  page: number;
}

/** One page of the book. While the next one loads, the one before stays. */
export function phrasesQuery(calls: Calls, userId: string, { query, languageCode, page }: PhraseFilters) {
  return queryOptions({
    queryKey: [...phrasesKey(userId), 'list', query, languageCode, page],
    queryFn: ({ signal }) =>
      calls.listPhrases(
        {
          limit: phrasePageSize,
          offset: (page - 1) * phrasePageSize,
          ...(query === '' ? {} : { query }),
          ...(languageCode === null ? {} : { languageCode }),
        },
        { signal },
      ),
    placeholderData: (previous) => previous,
  });
}

/** What is due for one sitting, longest due first. */
export function dueQuery(calls: Calls, userId: string) {
  return queryOptions({
    queryKey: [...phrasesKey(userId), 'due'],
    queryFn: async ({ signal }) =>
      (await calls.listPhrases({ due: true, limit: phrasePageSize }, { signal })).phrases,
    // Cards that change under somebody's eyes are lost: a sitting asks when it begins.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** How many phrases of the whole book are due. */
export function dueCountQuery(calls: Calls, userId: string) {
  return queryOptions({
    queryKey: [...phrasesKey(userId), 'due-count'],
    queryFn: async ({ signal }) => (await calls.listPhrases({ due: true, limit: 1 }, { signal })).dueCount,
  });
}
