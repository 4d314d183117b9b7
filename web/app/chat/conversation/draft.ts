import { createStore } from '@parlance/client/store';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { ChatEngine } from '#chat/engine/chat-engine';
import type { Draft, KeptAudio } from '#chat/engine/chat-storage';
import { coalesce } from '#lib/coalesce';

/** Where drafts with one partner are kept. */
interface DraftPorts {
  read(): Promise<Draft | null>;
  write(draft: Draft | null): Promise<void>;
  onFault(error: unknown): void;
}

interface DraftState {
  text: string;
  /** A recording that was made before a reload or in an earlier visit; null until it is known that there is one. */
  keptAudio: KeptAudio | null;
}

/** What was begun with one partner, kept with every stroke, so that it outlives leaving and reloading. */
export function createDraft({ read, write, onFault }: DraftPorts) {
  const store = createStore<DraftState>({ text: '', keptAudio: null });
  let latest: Draft = { text: '', audio: null };
  let isTouched = false;

  const save = coalesce(async () => {
    const { text, audio } = latest;
    await write(text === '' && !audio ? null : { text, audio });
  });
  const change = (part: Partial<Draft>) => {
    isTouched = true;
    latest = { ...latest, ...part };
    void save().catch(onFault);
  };

  return {
    getState: store.get,
    subscribe: store.subscribe,
    /** Shows what was kept, unless something was written before the storage answered. */
    async restore(): Promise<void> {
      const draft = await read();
      if (isTouched || !draft) return;
      latest = draft;
      store.set({ text: draft.text, keptAudio: draft.audio });
    },
    setText(text: string) {
      store.set({ text });
      change({ text });
    },
    setAudio: (audio: KeptAudio | null) => change({ audio }),
  };
}

/** The draft with one partner, as it is and as it changes. */
export function useDraft(chat: ChatEngine, partnerId: string) {
  const draft = useMemo(
    () =>
      createDraft({
        read: () => chat.readDraft(partnerId),
        write: (now) => chat.writeDraft(partnerId, now),
        onFault: reportError,
      }),
    [chat, partnerId],
  );
  const state = useSyncExternalStore(draft.subscribe, draft.getState);
  useEffect(() => void draft.restore().catch(reportError), [draft]);
  return { ...draft, ...state };
}
