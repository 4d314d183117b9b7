import type { Calls } from '@parlance/client/http';
import { createStore } from '@parlance/client/store';
import { type ChatMessage, chatPageSizes, type MessageStatus } from '@parlance/contract/chat';
import type { QueryClient } from '@tanstack/react-query';
import { coalesce } from '#lib/coalesce';
import { readAgain } from '#lib/read-again';
import { chatListsKey, conversationKey, conversationQuery, unreadQuery } from './chat-queries';
import {
  applyStatus,
  type ConversationCache,
  emptyConversation,
  firstUnread,
  hasUnread,
  joinOlder,
  knowsFirstUnread,
  leavesGap,
  markAllRead,
  mergeMessage,
  mergeMessages,
  olderOffset,
} from './conversation-cache';

/** Whether somebody is looking at this page, and when they begin to. */
export interface Attention {
  isHere(): boolean;
  onReturn(listener: () => void): () => void;
}

/** What reading needs of its surroundings. */
export interface ReadingPorts {
  userId: string;
  calls: Calls;
  cache: QueryClient;
  attention: Attention;
  /** Somebody looks at the conversation with this partner. */
  onSeen(partnerId: string): void;
  onFault(error: unknown): void;
}

// Pages move while messages arrive, never as fast as this for long.
const olderAttemptsMax = 3;

/** What the person reads: conversations in the cache without a gap, what of them counts as read, where new ones begin. */
export type Reading = ReturnType<typeof createReading>;

export function createReading({ userId, calls, cache, attention, onSeen, onFault }: ReadingPorts) {
  const newMarks = createStore<Record<string, number | null>>({});
  const catchUps = new Map<string, () => Promise<void>>();
  const readers = new Map<string, () => Promise<void>>();
  // How many connections there were, and at which of them a conversation was last read as far back as it is known.
  let connections = 0;
  const checkedAt = new Map<string, number>();
  let openPartnerId: string | null = null;
  let isClosed = false;

  const read = (partnerId: string) =>
    cache.getQueryData<ConversationCache>(conversationKey(userId, partnerId));
  const update = (partnerId: string, change: (known: ConversationCache) => ConversationCache) =>
    cache.setQueryData<ConversationCache>(
      conversationKey(userId, partnerId),
      (known) => known && change(known),
    );

  const isSeen = (partnerId: string) => !isClosed && openPartnerId === partnerId && attention.isHere();
  const isUnread = (partnerId: string) => {
    const known = read(partnerId);
    return known !== undefined && hasUnread(known, partnerId);
  };
  /** Everything before was read: what is unread now is new. */
  const markNew = (partnerId: string) => {
    const known = read(partnerId);
    const first = known && knowsFirstUnread(known, partnerId) ? firstUnread(known, partnerId) : null;
    if (first && openPartnerId === partnerId) newMarks.set({ [partnerId]: first.sequence ?? null });
  };
  const forgetNew = (partnerId: string) => newMarks.set({ [partnerId]: null });

  const refreshLists = coalesce(async () => {
    await Promise.all([
      readAgain(cache, unreadQuery(calls, userId).queryKey),
      readAgain(cache, chatListsKey(userId)),
    ]);
  });
  /** Asks the server for the unread number and the lists on the screen again. */
  const refresh = () => void refreshLists().catch(onFault);

  /** Reads what is new; asked for while it reads, it reads once more, so that the last word is always in. */
  function catchUp(partnerId: string): Promise<void> {
    const known = catchUps.get(partnerId);
    if (known) return known();
    const query = conversationQuery(calls, userId, partnerId, cache);
    const run = coalesce(async () => {
      // One that a screen has begun may have read past the news already: it is waited for, then read again.
      if (cache.isFetching({ queryKey: query.queryKey, exact: true }) > 0) {
        await cache.fetchQuery(query).catch(() => undefined);
      }
      const wasUnread = isUnread(partnerId);
      const at = connections;
      const isWhole = checkedAt.get(partnerId) !== at;
      // Without an answer the next connection brings the next chance; the screen shows the failure.
      await cache
        .fetchQuery({ ...conversationQuery(calls, userId, partnerId, cache, isWhole), staleTime: 0 })
        .then(
          () => checkedAt.set(partnerId, at),
          () => undefined,
        );
      if (!wasUnread) markNew(partnerId);
      markReadIfSeen(partnerId);
    });
    catchUps.set(partnerId, run);
    return run();
  }

  function markReadIfSeen(partnerId: string): void {
    const known = read(partnerId);
    if (!isSeen(partnerId) || !known) return;
    onSeen(partnerId);
    if (!hasUnread(known, partnerId)) return;
    const run =
      readers.get(partnerId) ??
      coalesce(async () => {
        await calls.markRead({ userId: partnerId });
        update(partnerId, (now) => markAllRead(now, partnerId, new Date()));
        await refreshLists();
      });
    readers.set(partnerId, run);
    // Not marked now, it is marked with the next message, look or connection.
    void run().catch(() => undefined);
  }

  return {
    /** Where the line above new messages stands, by partner: the number of the first of them. */
    newMarks: { getState: newMarks.get, subscribe: newMarks.subscribe },
    /** A conversation is on the screen until the answered function is called. */
    open(partnerId: string): () => void {
      openPartnerId = partnerId;
      void catchUp(partnerId);
      return () => {
        if (openPartnerId === partnerId) openPartnerId = null;
        forgetNew(partnerId);
      };
    },
    /** Reads the page before the oldest known message. */
    async loadOlder(partnerId: string): Promise<void> {
      for (let attempt = 0; attempt < olderAttemptsMax; attempt++) {
        const offset = olderOffset(read(partnerId) ?? emptyConversation);
        if (offset === null) return;
        const page = await calls.listMessages({ userId: partnerId, limit: chatPageSizes.messages, offset });
        const before = read(partnerId)?.messages.length;
        update(partnerId, (now) => joinOlder(now, page.messages, page.count));
        if (read(partnerId)?.messages.length !== before) return;
        // What was missed meanwhile has moved the pages; by how much is known now.
      }
      throw new Error('the pages of this conversation move too fast');
    },
    /** Reads one message again: the address of a recording is good for an hour only. */
    async reloadMessage(partnerId: string, message: ChatMessage): Promise<ChatMessage | null> {
      const count = read(partnerId)?.count ?? 0;
      const offset = Math.max(0, count - (message.sequence ?? count));
      const { messages } = await calls.listMessages({ userId: partnerId, limit: 1, offset });
      update(partnerId, (now) => mergeMessages(now, messages));
      return messages.find(({ chatMessageId }) => chatMessageId === message.chatMessageId) ?? null;
    },
    isSeen,
    takeIn(message: ChatMessage): void {
      const partnerId = message.fromUserId === userId ? message.toUserId : message.fromUserId;
      const known = read(partnerId);
      if (known && leavesGap(known, message)) void catchUp(partnerId);
      else if (known) {
        const wasUnread = isUnread(partnerId);
        update(partnerId, (now) => mergeMessage(now, message));
        if (!wasUnread && !attention.isHere()) markNew(partnerId);
      } else if (openPartnerId === partnerId) void catchUp(partnerId);
      markReadIfSeen(partnerId);
    },
    takeInStatus(status: MessageStatus): void {
      // One's own: something was read in another tab.
      if (status.userId === userId) refresh();
      else update(status.userId, (known) => applyStatus(known, status));
    },
    /** Reads what the open conversation has missed. */
    catchUp(): void {
      if (openPartnerId) void catchUp(openPartnerId);
    },
    /** There is a new connection: whatever happened before it may have been missed. */
    reconnect(): void {
      connections += 1;
      if (openPartnerId) void catchUp(openPartnerId);
    },
    /** Somebody is back: what stands in the open conversation counts as read. */
    look(): void {
      if (openPartnerId) markReadIfSeen(openPartnerId);
    },
    forgetNew,
    refresh,
    close(): void {
      isClosed = true;
    },
  };
}
