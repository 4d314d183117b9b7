import type { ChatSummary } from '@parlance/contract/chat';
import { t } from '@parlance/words/current';
import { InfiniteQueryObserver, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { chatListQuery } from '#chat/engine/chat-queries';
import { showToast } from '#ui/toast';

/**
 * Loads the next page. An event can refetch the list at any time, which cancels a page in flight: the page is requested until it is there.
 * A refetch in flight is awaited, because cancelling it would lose its changes.
 */
export async function growList(
  cache: QueryClient,
  query: ReturnType<typeof chatListQuery>,
): Promise<'grown' | 'failed'> {
  const list = new InfiniteQueryObserver(cache, query);
  const pages = () => cache.getQueryData(query.queryKey)?.pages.length ?? 0;
  const wanted = pages() + 1;
  // Zero pages: the list was evicted from the cache.
  while (pages() > 0 && pages() < wanted) {
    const { hasNextPage, isFetchNextPageError } = await list.fetchNextPage({ cancelRefetch: false });
    if (isFetchNextPageError) return 'failed';
    if (!hasNextPage) break;
  }
  return 'grown';
}

/** Deduplicates conversations: pages of a changing list overlap. The first position wins. */
export function uniqueChats(pages: { chats: ChatSummary[] }[]): ChatSummary[] {
  const seen = new Set<string>();
  return pages
    .flatMap(({ chats }) => chats)
    .filter(({ profile }) => {
      const isNew = !seen.has(profile.userId);
      seen.add(profile.userId);
      return isNew;
    });
}

/** Loads more pages of one search's list and reports failures. */
export function useGrowing(query: ReturnType<typeof chatListQuery>) {
  const cache = useQueryClient();
  const [growingKey, setGrowingKey] = useState<string | null>(null);
  const key = query.queryKey.join();
  const grow = async () => {
    setGrowingKey(key);
    const outcome = await growList(cache, query);
    setGrowingKey((now) => (now === key ? null : now));
    if (outcome === 'failed') {
      showToast({ title: t('More messages could not be loaded. Please try again.'), tone: 'danger' });
    }
  };
  return { isGrowing: growingKey === key, grow: () => void grow() };
}
