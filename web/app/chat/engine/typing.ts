import { createStore } from '@parlance/client/store';
import { typingEveryMs, typingVisibleMs } from '@parlance/contract/chat';

// A screen reader would otherwise interrupt its listener with every few words of the partner.
const announceEveryMs = 60_000;

/** Tells at most every three seconds that somebody is typing. */
export function throttleTyping(tell: () => void): () => void {
  let notBefore = 0;
  return () => {
    if (Date.now() < notBefore) return;
    notBefore = Date.now() + typingEveryMs;
    tell();
  };
}

/** Whether the partner of a conversation is typing, and whether screen readers are told. */
export function createTyping() {
  const store = createStore({ isTyping: false, isAnnounced: false });
  let announcedAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => {
    clearTimeout(timer);
    store.set({ isTyping: false, isAnnounced: false });
  };
  return {
    getState: store.get,
    subscribe: store.subscribe,
    /** The partner has typed: it shows until nothing more came for five seconds. */
    type() {
      clearTimeout(timer);
      timer = setTimeout(stop, typingVisibleMs);
      if (store.get().isTyping) return;
      const isAnnounced = Date.now() - announcedAt >= announceEveryMs;
      if (isAnnounced) announcedAt = Date.now();
      store.set({ isTyping: true, isAnnounced });
    },
    /** The message is there, or the screen goes. */
    stop,
  };
}
