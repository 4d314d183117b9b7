import type { Calls } from '@parlance/client/http';
import { chatPageSizes } from '@parlance/contract/chat';
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import {
  type ConversationCache,
  coversKnown,
  emptyConversation,
  isConnected,
  knowsFirstUnread,
  mergeMessages,
} from './conversation-cache';

/** Prefix of all query keys of one member's chat. */
export const chatKey = (userId: string) => ['chat', userId] as const;
export const chatListsKey = (userId: string) => [...chatKey(userId), 'list'] as const;

/** Numbers of unread messages and of requests; the engine invalidates them after possible changes. */
export function statQuery(calls: Calls, userId: string) {
  return queryOptions({
    queryKey: [...chatKey(userId), 'stat'],
    queryFn: ({ signal }) => calls.getChatStat(undefined, { signal }),
  });
}

export function chatListQuery(calls: Calls, userId: string, query: string) {
  return infiniteQueryOptions({
    queryKey: [...chatListsKey(userId), query],
    queryFn: ({ pageParam, signal }) =>
      calls.listChats(
        { limit: chatPageSizes.chats, offset: pageParam, ...(query === '' ? {} : { query }) },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: ({ count }, pages) => {
      const loaded = pages.reduce((total, { chats }) => total + chats.length, 0);
      return loaded < count ? loaded : undefined;
    },
  });
}

export const conversationKey = (userId: string, partnerId: string) =>
  [...chatKey(userId), 'messages', partnerId] as const;

// After a longer gap the cache restarts from the newest page; the rest loads by scrolling.
const catchUpPagesMax = 40;

/**
 * The conversation with one partner. A refetch reads pages, newest first, until they join the cached messages without a gap and contain the
 * first unread message. After a lost connection `isWhole` refetches all cached messages: events of edits and deletions can be missing.
 */
export function conversationQuery(
  calls: Calls,
  userId: string,
  partnerId: string,
  cache: QueryClient,
  isWhole = false,
) {
  const queryKey = conversationKey(userId, partnerId);
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }): Promise<ConversationCache> => {
      const known = () => cache.getQueryData<ConversationCache>(queryKey) ?? emptyConversation;
      let read = emptyConversation;
      const meetsKnown = () => isConnected(known(), read.messages.toReversed());
      const joined = () => {
        const all = mergeMessages(known(), read.messages, read.count);
        // The answer can arrive while a page is read.
        const isAnswered = all.messages.some(({ fromUserId }) => fromUserId === userId);
        return { ...all, isRequest: read.isRequest && !isAnswered };
      };
      for (let page = 0; page < catchUpPagesMax; page++) {
        const { count, messages, isRequest } = await calls.listMessages(
          { userId: partnerId, limit: chatPageSizes.messages, offset: read.messages.length },
          { signal },
        );
        read = { ...mergeMessages(read, messages, count), isRequest };
        if (messages.length === 0) return joined();
        const isEnough = meetsKnown() && knowsFirstUnread(joined(), partnerId);
        if (isEnough && (!isWhole || coversKnown(known(), read))) return joined();
      }
      return meetsKnown() ? joined() : read;
    },
    // The engine triggers refetches and writes each new message into the cache.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
    // Comparing thousands of messages on each arrival is too slow.
    structuralSharing: false,
  });
}
