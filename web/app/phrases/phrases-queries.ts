import type { Calls } from '@parlance/client/http';
import type { LanguageCode } from '@parlance/contract/languages';
import { queryOptions } from '@tanstack/react-query';

/** Phrases per page, and the limit of a review session. */
export const phrasePageSize = 50;

/** Prefix of all query keys of one member's phrasebook. */
export const phrasesKey = (userId: string) => ['phrases', userId] as const;

export interface PhraseFilters {
  query: string;
  languageCode: LanguageCode | null;
  page: number;
}

/** One page of phrases; the previous one stays while the next loads. */
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

/** Due phrases of one review session, longest due first. */
export function dueQuery(calls: Calls, userId: string) {
  return queryOptions({
    queryKey: [...phrasesKey(userId), 'due'],
    queryFn: async ({ signal }) =>
      (await calls.listPhrases({ due: true, limit: phrasePageSize }, { signal })).phrases,
    // Fetched only at the start of a session: cards must not change during it.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** Number of due phrases in the whole phrasebook. */
export function dueCountQuery(calls: Calls, userId: string) {
  return queryOptions({
    queryKey: [...phrasesKey(userId), 'due-count'],
    queryFn: async ({ signal }) => (await calls.listPhrases({ due: true, limit: 1 }, { signal })).dueCount,
  });
}
