import type { Calls } from '@parlance/client/http';
import { createStore } from '@parlance/client/store';
import type { ChatMessage, MessageStatus } from '@parlance/contract/chat';
import type { QueryClient } from '@tanstack/react-query';
import { coalesce } from '#lib/coalesce';
import { chatListsKey, conversationKey, conversationQuery, unreadQuery } from './chat-queries';
import {
  applyStatus,
  type ConversationCache,
  firstUnread,
  hasUnread,
  knowsFirstUnread,
  leavesGap,
  markAllRead,
  mergeMessages,
} from './conversation-cache';
import { createMessagePages, type MessagePages } from './message-pages';

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

export type NewMarks = Record<string, number | null>;

/** What the person reads: conversations in the cache without a gap, what of them counts as read, where new ones begin. */
export interface Reading extends MessagePages {
  /** Where the line above new messages stands, by partner: the number of the first of them. */
  readonly newMarks: { getState(): NewMarks; subscribe(listener: () => void): () => void };
  /** A conversation is on the screen until the answered function is called. */
  open(partnerId: string): () => void;
  isSeen(partnerId: string): boolean;
  takeIn(message: ChatMessage): void;
  takeInStatus(status: MessageStatus): void;
  /** Reads what the open conversation has missed. */
  catchUp(): void;
  /** Somebody is back: what stands in the open conversation counts as read. */
  look(): void;
  /** Whoever answers has seen what was new. */
  forgetNew(partnerId: string): void;
  /** Asks the server for the unread number and the lists on the screen again. */
  refresh(): void;
  close(): void;
}

export function createReading(ports: ReadingPorts): Reading {
  const { userId, calls, cache, attention, onSeen, onFault } = ports;
  const newMarks = createStore<NewMarks>({});
  const catchUps = new Map<string, () => Promise<void>>();
  const readers = new Map<string, () => Promise<void>>();
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
      cache.refetchQueries({ queryKey: unreadQuery(calls, userId).queryKey }),
      cache.refetchQueries({ queryKey: chatListsKey(userId), type: 'active' }),
    ]);
  });
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
      // Without an answer the next connection brings the next chance; the screen shows the failure.
      await cache.fetchQuery({ ...query, staleTime: 0 }).catch(() => undefined);
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
    ...createMessagePages({ calls, read, update }),
    newMarks: { getState: newMarks.get, subscribe: newMarks.subscribe },
    open(partnerId) {
      openPartnerId = partnerId;
      void catchUp(partnerId);
      return () => {
        if (openPartnerId === partnerId) openPartnerId = null;
        forgetNew(partnerId);
      };
    },
    isSeen,
    takeIn(message) {
      const partnerId = message.fromUserId === userId ? message.toUserId : message.fromUserId;
      const known = read(partnerId);
      if (known && leavesGap(known, message)) void catchUp(partnerId);
      else if (known) {
        const wasUnread = isUnread(partnerId);
        update(partnerId, (now) => mergeMessages(now, [message]));
        if (!wasUnread && !attention.isHere()) markNew(partnerId);
      } else if (openPartnerId === partnerId) void catchUp(partnerId);
      markReadIfSeen(partnerId);
    },
    takeInStatus(status) {
      // One's own: something was read in another tab.
      if (status.userId === userId) refresh();
      else update(status.userId, (known) => applyStatus(known, status));
    },
    catchUp() {
      if (openPartnerId) void catchUp(openPartnerId);
    },
    look() {
      if (openPartnerId) markReadIfSeen(openPartnerId);
    },
    forgetNew,
    refresh,
    close() {
      isClosed = true;
    },
  };
}
