import type { Calls } from '@parlance/client/http';
import type { Realtime } from '@parlance/client/realtime';
import { createStore } from '@parlance/client/store';
import type { ChatMessage } from '@parlance/contract/chat';
import type { QueryClient } from '@tanstack/react-query';
import { coalesce } from '#lib/coalesce';
import type { Attention } from './attention';
import { chatListsKey, conversationKey, conversationQuery, unreadQuery } from './chat-queries';
import type { ChatStorage, Draft, KeptAudio } from './chat-storage';
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
import { deliverEntry } from './deliver-entry';
import { newMessageId } from './message-id';
import { createMessagePages, type MessagePages } from './message-pages';
import { createOutbox, type Outbox, type OutboxPorts, type TabNews } from './outbox';
import { addPopup, emptyQueue, type PopupQueue, removePopup, removeSender } from './popup-queue';
import { createPopupSource } from './popup-source';

/** What the engine needs of its surroundings. */
export interface ChatEngineOptions {
  userId: string;
  calls: Calls;
  realtime: Realtime;
  /** Messages that came before the engine could listen. */
  recentMessages: ChatMessage[];
  cache: QueryClient;
  storage: Promise<ChatStorage>;
  attention: Attention;
  tabs: { tell(news: TabNews): void; onNews(listener: (news: TabNews) => void): () => void };
  withLock: OutboxPorts['withLock'];
  isOnline(): boolean;
  onOnline(listener: () => void): () => void;
  onFault(error: unknown): void;
}

export type NewMarks = Record<string, number | null>;

/** The chat of one signed-in person, without a screen: it listens, catches up, marks as read and sends. */
export interface ChatEngine extends MessagePages {
  readonly userId: string;
  readonly outbox: Pick<Outbox, 'getState' | 'subscribe' | 'retry' | 'discard'>;
  readonly popups: {
    getState(): PopupQueue;
    subscribe(listener: () => void): () => void;
    close(id: string): void;
  };
  /** Where the line above new messages stands, by partner: the number of the first of them. */
  readonly newMarks: { getState(): NewMarks; subscribe(listener: () => void): () => void };
  /** A conversation is on the screen until the answered function is called. */
  open(partnerId: string): () => void;
  sendText(partnerId: string, content: string): Promise<void>;
  sendVoice(partnerId: string, audio: KeptAudio): Promise<void>;
  /** Sends a text under an id of the caller's choice: however often it is called, one message is sent. */
  sendOnce(partnerId: string, content: string, clientMessageId: string): Promise<void>;
  readDraft(partnerId: string): Promise<Draft | null>;
  writeDraft(partnerId: string, draft: Draft | null): Promise<void>;
  /** Asks the server for the unread number again. */
  refreshUnread(): void;
  close(): void;
}

export function createChatEngine(options: ChatEngineOptions): ChatEngine {
  const { userId, calls, realtime, cache, storage, attention, tabs, onFault } = options;
  const popups = createStore<PopupQueue>(emptyQueue);
  const newMarks = createStore<NewMarks>({});
  const popupOf = createPopupSource({ calls, userId, cache });
  const catchUps = new Map<string, () => Promise<void>>();
  // A sender who retries makes the server announce a message again.
  const announced = new Set<string>();
  let openPartnerId: string | null = null;
  let isClosed = false;

  const partnerOf = ({ fromUserId, toUserId }: ChatMessage) =>
    fromUserId === userId ? toUserId : fromUserId;
  const read = (partnerId: string) =>
    cache.getQueryData<ConversationCache>(conversationKey(userId, partnerId));
  const update = (partnerId: string, change: (known: ConversationCache) => ConversationCache) =>
    cache.setQueryData<ConversationCache>(
      conversationKey(userId, partnerId),
      (known) => known && change(known),
    );

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

  const readers = new Map<string, () => Promise<void>>();
  function markReadIfSeen(partnerId: string): void {
    const known = read(partnerId);
    if (isClosed || openPartnerId !== partnerId || !attention.isHere() || !known) return;
    popups.set(removeSender(popups.get(), partnerId));
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

  function takeIn(message: ChatMessage): void {
    const partnerId = partnerOf(message);
    const known = read(partnerId);
    if (known && leavesGap(known, message)) void catchUp(partnerId);
    else if (known) {
      const wasUnread = isUnread(partnerId);
      update(partnerId, (now) => mergeMessages(now, [message]));
      if (!wasUnread && !attention.isHere()) markNew(partnerId);
    } else if (openPartnerId === partnerId) void catchUp(partnerId);
    markReadIfSeen(partnerId);
  }

  async function announce(message: ChatMessage): Promise<void> {
    const popup = await popupOf(message);
    const isSeen = openPartnerId === message.fromUserId && attention.isHere();
    if (!isSeen && !isClosed) popups.set(addPopup(popups.get(), popup));
  }

  function onMessage(message: ChatMessage): void {
    takeIn(message);
    refresh();
    if (message.fromUserId === userId || announced.has(message.chatMessageId)) return;
    announced.add(message.chatMessageId);
    const isSeen = openPartnerId === message.fromUserId && attention.isHere();
    if (!isSeen) void announce(message).catch(onFault);
  }

  const outbox = createOutbox({
    storage,
    send: (entry, onProgress) => deliverEntry({ calls, realtime }, entry, onProgress),
    onSent(message) {
      takeIn(message);
      refresh();
    },
    isReachable: () => realtime.getStatus() === 'connected' || options.isOnline(),
    withLock: options.withLock,
    tellTabs: tabs.tell,
    onFault,
  });

  function onConnect(): void {
    outbox.flush();
    if (openPartnerId) void catchUp(openPartnerId);
    refresh();
  }

  const stops = [
    realtime.on('chat:message', onMessage),
    realtime.on('chat:message-status', (status) => {
      // One's own: something was read in another tab.
      if (status.userId === userId) refresh();
      else update(status.userId, (known) => applyStatus(known, status));
    }),
    realtime.onConnect(onConnect),
    options.onOnline(() => outbox.flush()),
    attention.onReturn(() => {
      outbox.flush();
      if (!openPartnerId) return;
      if (realtime.getStatus() === 'connected') markReadIfSeen(openPartnerId);
      else void catchUp(openPartnerId);
    }),
    tabs.onNews((news) => outbox.hear(news)),
  ];

  for (const message of options.recentMessages) if (message.toUserId === userId) onMessage(message);

  const enqueue = (partnerId: string, part: { content: string } | { audio: KeptAudio }) => {
    // Whoever answers has seen what was new.
    newMarks.set({ [partnerId]: null });
    return outbox.add(
      {
        clientMessageId: newMessageId(),
        partnerId,
        createdAt: new Date(),
        content: null,
        audio: null,
        failure: null,
        ...part,
      },
      { isFromDraft: true },
    );
  };

  return {
    ...createMessagePages({ calls, read, update }),
    userId,
    outbox,
    popups: {
      getState: popups.get,
      subscribe: popups.subscribe,
      close: (id) => popups.set(removePopup(popups.get(), id)),
    },
    newMarks: { getState: newMarks.get, subscribe: newMarks.subscribe },
    open(partnerId) {
      openPartnerId = partnerId;
      void catchUp(partnerId);
      return () => {
        if (openPartnerId === partnerId) openPartnerId = null;
        newMarks.set({ [partnerId]: null });
      };
    },
    async sendText(partnerId, content) {
      const trimmed = content.trim();
      if (trimmed !== '') await enqueue(partnerId, { content: trimmed });
    },
    sendVoice: (partnerId, audio) => enqueue(partnerId, { audio }),
    async sendOnce(partnerId, content, clientMessageId) {
      const trimmed = content.trim();
      if (trimmed === '') return;
      const entry = { clientMessageId, partnerId, createdAt: new Date(), content: trimmed };
      await outbox.add({ ...entry, audio: null, failure: null });
    },
    readDraft: async (partnerId) => (await storage).readDraft(partnerId),
    writeDraft: async (partnerId, draft) => (await storage).writeDraft(partnerId, draft),
    refreshUnread: refresh,
    close() {
      isClosed = true;
      for (const stop of stops) stop();
      outbox.close();
      void storage.then((opened) => opened.close(), onFault);
    },
  };
}
