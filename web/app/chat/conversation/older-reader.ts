import { createStore } from '@parlance/client/store';
import { t } from '@parlance/words/current';
import { useMemo, useSyncExternalStore } from 'react';
import type { ChatEngine } from '#chat/engine/chat-engine';
import { retryDelayMs } from '#chat/engine/partner-queue';
import { showToast } from '#ui/toast';

interface OlderReaderPorts {
  load(): Promise<void>;
  onFailure(): void;
}

/** Loads older messages, one page at a time. */
export function createOlderReader({ load, onFailure }: OlderReaderPorts) {
  const store = createStore({ isLoading: false });
  let failures = 0;
  let notBefore = 0;

  async function read(): Promise<void> {
    if (store.get().isLoading) return;
    store.set({ isLoading: true });
    try {
      await load();
      failures = 0;
      notBefore = 0;
    } catch {
      failures += 1;
      notBefore = Date.now() + retryDelayMs(failures);
      onFailure();
    } finally {
      store.set({ isLoading: false });
    }
  }

  return {
    isLoading: () => store.get().isLoading,
    subscribe: store.subscribe,
    /** Loads at once, by a press. */
    press: () => void read(),
    /** Called repeatedly near the top or while the view is not full; a failure is followed by a backoff. */
    lookNearTop() {
      if (Date.now() >= notBefore) void read();
    },
  };
}

export function useOlder(chat: ChatEngine, partnerId: string) {
  const reader = useMemo(
    () =>
      createOlderReader({
        load: () => chat.loadOlder(partnerId),
        onFailure: () =>
          showToast({ title: t('Older messages could not be loaded. Please try again.'), tone: 'danger' }),
      }),
    [chat, partnerId],
  );
  const isLoadingOlder = useSyncExternalStore(reader.subscribe, reader.isLoading);
  return { ...reader, isLoadingOlder };
}
