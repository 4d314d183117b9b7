import { createStore } from '@parlance/client/store';
import type { Ruby } from './readings';

/** A translation as far as it has got. */
export type ShownTranslation =
  | { state: 'working' }
  | { state: 'done'; text: string; languageCode: string; by: 'device' | 'server' }
  | { state: 'failed'; why: string; onRetry: () => void };

/** What was asked for below one message. It is nowhere else, and goes with the page. */
export interface ShownAids {
  translation?: ShownTranslation | undefined;
  reading?: { pieces: Ruby[]; languageCode: string } | undefined;
  /** It is being read aloud. */
  onStop?: (() => void) | undefined;
}

const store = createStore<Record<string, ShownAids>>({});

export const subscribeShownAids = store.subscribe;
export const shownAidsOf = (chatMessageId: string): ShownAids | undefined => store.get()[chatMessageId];

/** Shows something below a message, or takes it away with undefined. */
export function showAid(chatMessageId: string, aid: ShownAids): void {
  store.set({ [chatMessageId]: { ...shownAidsOf(chatMessageId), ...aid } });
}
