import type { ChatSummary } from '@parlance/contract/chat';
import { t } from '@parlance/words/current';
import { InfiniteQueryObserver, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { chatListQuery } from '#chat/engine/chat-queries';
import { showToast } from '#ui/toast';

/**
 * Adds the next page. News make the list be read again at any moment, which takes the place of a page that is on its way:
 * that page is asked for until it is there. What is being read already is waited for; cut short, its news would be lost.
 */
export async function growList(
  cache: QueryClient,
  query: ReturnType<typeof chatListQuery>,
): Promise<'grown' | 'failed'> {
  const list = new InfiniteQueryObserver(cache, query);
  const pages = () => cache.getQueryData(query.queryKey)?.pages.length ?? 0;
  const wanted = pages() + 1;
  // None are left of a list that was forgotten meanwhile.
  while (pages() > 0 && pages() < wanted) {
    const { hasNextPage, isFetchNextPageError } = await list.fetchNextPage({ cancelRefetch: false });
    if (isFetchNextPageError) return 'failed';
    if (!hasNextPage) break;
  }
  return 'grown';
}

/** Pages of a list that moves overlap: a conversation is shown once, at its first place. */
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

/** Adds pages to the list of one search, and says where that failed. */
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
