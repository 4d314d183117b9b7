import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { ChatEngine } from '#chat/engine/chat-engine';
import { createDraft, type DraftKeeper, type DraftState } from './draft';

/** The draft with one partner, as it is and as it changes. */
export function useDraft(chat: ChatEngine, partnerId: string): DraftState & DraftKeeper {
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
