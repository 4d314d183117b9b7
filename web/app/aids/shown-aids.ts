import { createStore } from '@parlance/client/store';
import type { Ruby } from './readings';

export type ShownTranslation =
  | { state: 'working' }
  | { state: 'done'; text: string; languageCode: string; by: 'device' | 'server' }
  | { state: 'failed'; why: string; onRetry: () => void };

/** Aids shown below one message; never stored. */
export interface ShownAids {
  translation?: ShownTranslation | undefined;
  reading?: { pieces: Ruby[]; languageCode: string } | undefined;
  /** Set while the message is read aloud. */
  onStop?: (() => void) | undefined;
}

const store = createStore<Record<string, ShownAids>>({});

export const subscribeShownAids = store.subscribe;
export const shownAidsOf = (chatMessageId: string): ShownAids | undefined => store.get()[chatMessageId];

/** Shows an aid below a message; undefined removes it. */
export function showAid(chatMessageId: string, aid: ShownAids): void {
  store.set({ [chatMessageId]: { ...shownAidsOf(chatMessageId), ...aid } });
}
