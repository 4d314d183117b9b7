import { createStore } from '@parlance/client/store';
import { useEffect, useMemo } from 'react';
import type { ChatEngine } from '#chat/engine/chat-engine';
import type { Draft, KeptAudio } from '#chat/engine/chat-storage';
import { coalesce } from '#lib/coalesce';

/** Where drafts with one partner are kept. */
interface DraftPorts {
  read(): Promise<Draft | null>;
  write(draft: Draft | null): Promise<void>;
  onFault(error: unknown): void;
}

interface DraftState extends Omit<Draft, 'audio' | 'correction'> {
  /** A recording that was made before a reload or in an earlier visit; null until it is known that there is one. */
  keptAudio: KeptAudio | null;
}

export type ConversationDraft = ReturnType<typeof createDraft>;

/** What was begun with one partner, kept with every stroke, so that it outlives leaving and reloading. */
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
    /** Shows what was kept, unless something was written before the storage answered. */
    async restore(): Promise<void> {
      const draft = await read();
      if (isTouched || !draft) return;
      latest = draft;
      const { audio, ...rest } = draft;
      store.set({ ...rest, keptAudio: audio });
    },
    /** Changes everything but the recording. */
    set(part: Omit<Partial<Draft>, 'audio'>) {
      store.set(part);
      change(part);
    },
    setAudio(audio: KeptAudio | null) {
      // The recorder has it now; what was kept is not taken up again.
      store.set({ keptAudio: null });
      change({ audio });
    },
  };
}

/** The draft with one partner. */
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
