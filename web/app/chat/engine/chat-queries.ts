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

/** Everything here that belongs to one person's chat. */
export const chatKey = (userId: string) => ['chat', userId] as const;
export const chatListsKey = (userId: string) => [...chatKey(userId), 'list'] as const;

/** The number of unread messages. The engine asks for it again whenever it may have changed. */
export function unreadQuery(calls: Calls, userId: string) {
  return queryOptions({
    queryKey: [...chatKey(userId), 'stat'],
    queryFn: async ({ signal }) => (await calls.getChatStat(undefined, { signal })).unreadMessages,
  });
}

/** Conversations, newest first, page by page. */
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

// Whoever missed more than this starts again from the newest; the rest comes by scrolling.
const catchUpPagesMax = 40;

/**
 * The conversation with one partner. Reading it again is catching up: page by page, newest first, until the pages meet
 * what is known, so that the cache never has a gap, and until they hold the first unread message, where a reader begins.
 * After a lost connection everything known is read again (`isWhole`): events of edits and deletions may have been missed.
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
      const joined = () => mergeMessages(known(), read.messages, read.count);
      for (let page = 0; page < catchUpPagesMax; page++) {
        const { count, messages } = await calls.listMessages(
          { userId: partnerId, limit: chatPageSizes.messages, offset: read.messages.length },
          { signal },
        );
        read = mergeMessages(read, messages, count);
        if (messages.length === 0) return joined();
        const isEnough = meetsKnown() && knowsFirstUnread(joined(), partnerId);
        if (isEnough && (!isWhole || coversKnown(known(), read))) return joined();
      }
      return meetsKnown() ? joined() : read;
    },
    // The engine says when to read again; each arrival is written into the cache.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
    // Thousands of messages: comparing them all on each arrival would be felt.
    structuralSharing: false,
  });
}
