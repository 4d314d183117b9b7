import { createStore } from '@parlance/client/store';
import { typingEveryMs, typingVisibleMs } from '@parlance/contract/chat';

// Limits screen reader announcements, which would otherwise interrupt continuously.
const announceEveryMs = 60_000;

/** Throttles typing events to one in three seconds. */
export function throttleTyping(tell: () => void): () => void {
  let notBefore = 0;
  return () => {
    if (Date.now() < notBefore) return;
    notBefore = Date.now() + typingEveryMs;
    tell();
  };
}

/** Typing state of the partner, and whether screen readers announce it. */
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
    /** Shows the indicator until five seconds pass without another event. */
    type() {
      clearTimeout(timer);
      timer = setTimeout(stop, typingVisibleMs);
      if (store.get().isTyping) return;
      const isAnnounced = Date.now() - announcedAt >= announceEveryMs;
      if (isAnnounced) announcedAt = Date.now();
      store.set({ isTyping: true, isAnnounced });
    },
    stop,
  };
}
