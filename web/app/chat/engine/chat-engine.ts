import { createStore } from '@parlance/client/store';
import type { ChatMessage } from '@parlance/contract/chat';
import type { Outbox, TabNews } from './outbox';
import {
  addPopup,
  changePopup,
  emptyQueue,
  type PopupQueue,
  popupOf,
  popupWords,
  removePopups,
} from './popups';
import { createReading, type Reading, type ReadingPorts } from './reading';
import { createSending, type Sending, type SendingPorts } from './sending';

export interface ChatEngineOptions
  extends Omit<ReadingPorts, 'onSeen'>,
    Pick<SendingPorts, 'realtime' | 'storage' | 'withLock'> {
  /** Messages received before the engine subscribed. */
  recentMessages: ChatMessage[];
  tabs: { tell(news: TabNews): void; onNews(listener: (news: TabNews) => void): () => void };
  isOnline(): boolean;
  onOnline(listener: () => void): () => void;
}

/** Chat of one signed-in member without a screen: events, reading, sending and popups. */
export interface ChatEngine
  extends Pick<Reading, 'newMarks' | 'open' | 'loadOlder' | 'reloadMessage'>,
    Omit<Sending, 'outbox'> {
  readonly userId: string;
  readonly outbox: Pick<Outbox, 'getState' | 'subscribe' | 'retry' | 'discard'>;
  readonly popups: {
    getState(): PopupQueue;
    subscribe(listener: () => void): () => void;
    close(id: string): void;
  };
  /** Refetches the unread count. */
  refreshUnread(): void;
  close(): void;
}

export function createChatEngine(options: ChatEngineOptions): ChatEngine {
  const { userId, realtime, storage, attention, tabs, onFault } = options;
  const popups = createStore<PopupQueue>(emptyQueue);
  // A sender's retry makes the server emit the same message again.
  const announced = new Set<string>();
  // A popup waits for its sender's name; an edit or deletion can arrive in the meantime.
  const changedMeanwhile = new Map<string, ChatMessage>();
  let isClosed = false;

  const reading = createReading({
    ...options,
    onSeen: (partnerId) =>
      popups.set(removePopups(popups.get(), ({ senderUserId }) => senderUserId === partnerId)),
  });
  const takeIn = (message: ChatMessage) => {
    reading.takeIn(message);
    reading.refresh();
  };
  const sending = createSending({
    ...options,
    onSent: takeIn,
    onWrite: reading.forgetNew,
    isReachable: () => realtime.getStatus() === 'connected' || options.isOnline(),
    tellTabs: tabs.tell,
  });
  const { outbox } = sending;

  async function announce(message: ChatMessage): Promise<void> {
    const popup = await popupOf(message, options);
    const now = changedMeanwhile.get(message.chatMessageId);
    if (now?.deletedAt || reading.isSeen(message.fromUserId) || isClosed) return;
    popups.set(addPopup(popups.get(), now ? { ...popup, preview: popupWords(now) } : popup));
  }

  function onChanged(message: ChatMessage): void {
    const { chatMessageId, deletedAt } = message;
    takeIn(message);
    changedMeanwhile.set(chatMessageId, message);
    popups.set(changePopup(popups.get(), chatMessageId, deletedAt ? null : popupWords(message)));
  }

  function onMessage(message: ChatMessage): void {
    takeIn(message);
    if (message.fromUserId === userId || announced.has(message.chatMessageId)) return;
    announced.add(message.chatMessageId);
    if (!reading.isSeen(message.fromUserId)) void announce(message).catch(onFault);
  }

  const stops = [
    realtime.on('chat:message', onMessage),
    realtime.on('chat:message-changed', onChanged),
    realtime.on('chat:message-status', reading.takeInStatus),
    realtime.on('chat:request', reading.refresh),
    realtime.onConnect(() => {
      outbox.flush();
      reading.reconnect();
      reading.refresh();
    }),
    options.onOnline(() => outbox.flush()),
    attention.onReturn(() => {
      outbox.flush();
      if (realtime.getStatus() === 'connected') reading.look();
      else reading.catchUp();
    }),
    tabs.onNews((news) => outbox.hear(news)),
  ];

  for (const message of options.recentMessages) if (message.toUserId === userId) onMessage(message);

  return {
    ...reading,
    ...sending,
    userId,
    popups: {
      getState: popups.get,
      subscribe: popups.subscribe,
      close: (id) => popups.set(removePopups(popups.get(), (popup) => popup.id === id)),
    },
    refreshUnread: reading.refresh,
    close() {
      isClosed = true;
      for (const stop of stops) stop();
      reading.close();
      outbox.close();
      void storage.then((opened) => opened.close(), onFault);
    },
  };
}
