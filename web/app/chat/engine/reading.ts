import type { Calls } from '@parlance/client/http';
import { createStore } from '@parlance/client/store';
import { type ChatMessage, chatPageSizes, type MessageStatus } from '@parlance/contract/chat';
import type { QueryClient } from '@tanstack/react-query';
import { coalesce } from '#lib/coalesce';
import { readAgain } from '#lib/read-again';
import { chatListsKey, conversationKey, conversationQuery, statQuery } from './chat-queries';
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

/** Whether the page has the member's attention, and when it returns. */
export interface Attention {
  isHere(): boolean;
  onReturn(listener: () => void): () => void;
}

export interface ReadingPorts {
  userId: string;
  calls: Calls;
  cache: QueryClient;
  attention: Attention;
  /** Called when the member views the conversation with a partner. */
  onSeen(partnerId: string): void;
  onFault(error: unknown): void;
}

// Offsets shift while messages arrive; three attempts are enough in practice.
const olderAttemptsMax = 3;

/** Read side of the chat: gapless cached conversations, read marks and the start of new messages. */
export type Reading = ReturnType<typeof createReading>;

export function createReading({ userId, calls, cache, attention, onSeen, onFault }: ReadingPorts) {
  const newMarks = createStore<Record<string, number | null>>({});
  const catchUps = new Map<string, () => Promise<void>>();
  const readers = new Map<string, () => Promise<void>>();
  // Counts connections; `checkedConnection` holds the one at which all cached messages of a conversation were last refetched.
  let connections = 0;
  const checkedConnection = new Map<string, number>();
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
  /** Places the new-messages line at the first unread message. */
  const markNew = (partnerId: string) => {
    const known = read(partnerId);
    const first = known && knowsFirstUnread(known, partnerId) ? firstUnread(known, partnerId) : null;
    if (first && openPartnerId === partnerId) newMarks.set({ [partnerId]: first.sequence ?? null });
  };
  const forgetNew = (partnerId: string) => newMarks.set({ [partnerId]: null });

  const refreshLists = coalesce(async () => {
    await Promise.all([
      readAgain(cache, statQuery(calls, userId).queryKey),
      readAgain(cache, chatListsKey(userId)),
    ]);
  });
  /** Refetches the unread count and the visible lists. */
  const refresh = () => void refreshLists().catch(onFault);

  /** Fetches new messages; a request during a fetch triggers one more, so the result is never stale. */
  function catchUp(partnerId: string): Promise<void> {
    const known = catchUps.get(partnerId);
    if (known) return known();
    const query = conversationQuery(calls, userId, partnerId, cache);
    const run = coalesce(async () => {
      // A fetch started by a screen can predate the event: wait for it, then fetch again.
      if (cache.isFetching({ queryKey: query.queryKey, exact: true }) > 0) {
        await cache.fetchQuery(query).catch(() => undefined);
      }
      const wasUnread = isUnread(partnerId);
      const at = connections;
      const isWhole = checkedConnection.get(partnerId) !== at;
      // A failed fetch is retried on the next connection; the screen shows the error.
      await cache
        .fetchQuery({ ...conversationQuery(calls, userId, partnerId, cache, isWhole), staleTime: 0 })
        .then(
          () => checkedConnection.set(partnerId, at),
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
    if (known.isRequest || !hasUnread(known, partnerId)) return;
    const run =
      readers.get(partnerId) ??
      coalesce(async () => {
        // One that arrives before the answer can be unread on the server, and is then marked at the next look.
        const newest = read(partnerId)?.messages.at(-1)?.sequence ?? 0;
        await calls.markRead({ userId: partnerId });
        update(partnerId, (now) => markAllRead(now, partnerId, new Date(), newest));
        await refreshLists();
      });
    readers.set(partnerId, run);
    // A failed mark is retried with the next message, focus or connection.
    void run().catch(() => undefined);
  }

  return {
    /** Sequence number of the first new message, by partner. */
    newMarks: { getState: newMarks.get, subscribe: newMarks.subscribe },
    /** Marks a conversation as open until the returned function is called. */
    open(partnerId: string): () => void {
      openPartnerId = partnerId;
      void catchUp(partnerId);
      return () => {
        if (openPartnerId === partnerId) openPartnerId = null;
        forgetNew(partnerId);
      };
    },
    /** Loads the page before the oldest cached message. */
    async loadOlder(partnerId: string): Promise<void> {
      for (let attempt = 0; attempt < olderAttemptsMax; attempt++) {
        const offset = olderOffset(read(partnerId) ?? emptyConversation);
        if (offset === null) return;
        const page = await calls.listMessages({ userId: partnerId, limit: chatPageSizes.messages, offset });
        const before = read(partnerId)?.messages.length;
        update(partnerId, (now) => joinOlder(now, page.messages, page.count));
        if (read(partnerId)?.messages.length !== before) return;
        // Missed messages have shifted the offset; the count is up to date now.
      }
      throw new Error('the pages of this conversation move too fast');
    },
    /** Refetches one message: the URL of a recording expires after an hour. */
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
      // Own status: messages were read in another tab.
      if (status.userId === userId) refresh();
      else update(status.userId, (known) => applyStatus(known, status));
    },
    /** Catches up the open conversation. */
    catchUp(): void {
      if (openPartnerId) void catchUp(openPartnerId);
    },
    /** After a reconnection, earlier events can be missing. */
    reconnect(): void {
      connections += 1;
      if (openPartnerId) void catchUp(openPartnerId);
    },
    /** Marks the open conversation as read when the member returns. */
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
