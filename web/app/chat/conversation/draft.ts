import { createStore } from '@parlance/client/store';
import { useEffect, useMemo } from 'react';
import type { ChatEngine } from '#chat/engine/chat-engine';
import type { Draft, KeptAudio } from '#chat/engine/chat-storage';
import { coalesce } from '#lib/coalesce';

interface DraftPorts {
  read(): Promise<Draft | null>;
  write(draft: Draft | null): Promise<void>;
  onFault(error: unknown): void;
}

interface DraftState extends Omit<Draft, 'audio' | 'correction'> {
  /** Recording from before a reload; null until the storage has answered. */
  keptAudio: KeptAudio | null;
}

export type ConversationDraft = ReturnType<typeof createDraft>;

/** Draft with one partner, stored on every keystroke so that it survives navigation and reloads. */
export function createDraft({ read, write, onFault }: DraftPorts) {
  const store = createStore<DraftState>({ text: '', keptAudio: null });
  let latest: Draft = { text: '', audio: null };
  let isTouched = false;

  const save = coalesce(async () => {
    const { text, audio, repliesTo, edits, pictures } = latest;
    await write(text === '' && !audio && !repliesTo && !edits && !pictures ? null : latest);
  });
  const change = (part: Partial<Draft>) => {
    isTouched = true;
    latest = { ...latest, ...part };
    void save().catch(onFault);
  };

  return {
    getState: store.get,
    subscribe: store.subscribe,
    /** Restores the stored draft unless the member typed before the storage answered. */
    async restore(): Promise<void> {
      const draft = await read();
      if (isTouched || !draft) return;
      latest = draft;
      const { audio, ...rest } = draft;
      store.set({ ...rest, keptAudio: audio });
    },
    set(part: Omit<Partial<Draft>, 'audio'>) {
      store.set(part);
      change(part);
    },
    setAudio(audio: KeptAudio | null) {
      // The recorder owns the recording now; the stored copy must not be restored again.
      store.set({ keptAudio: null });
      change({ audio });
    },
  };
}

export function useDraft(chat: ChatEngine, partnerId: string): ConversationDraft {
  const draft = useMemo(
    () =>
      createDraft({
        read: () => chat.readDraft(partnerId),
        write: (now) => chat.writeDraft(partnerId, now),
        onFault: reportError,
      }),
    [chat, partnerId],
  );
  useEffect(() => void draft.restore().catch(reportError), [draft]);
  return draft;
}
