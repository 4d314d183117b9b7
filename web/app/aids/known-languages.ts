import { createStore } from '@parlance/client/store';

// Part of a conversation's first load, so it only holds results of lazily loaded code.
const store = createStore<Record<string, string | null>>({});

export const subscribeKnownLanguages = store.subscribe;
/** Detected or chosen language of a message. */
export const knownLanguageOf = (chatMessageId: string): string | undefined =>
  store.get()[chatMessageId] ?? undefined;
export const noteLanguages: (languages: Record<string, string | null>) => void = store.set;
