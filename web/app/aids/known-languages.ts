import { createStore } from '@parlance/client/store';

// In the first load of a conversation: nothing here but what others have found out.
const store = createStore<Record<string, string | null>>({});

export const subscribeKnownLanguages = store.subscribe;
/** The language that a message is known to be in, by its id. */
export const knownLanguageOf = (chatMessageId: string): string | undefined =>
  store.get()[chatMessageId] ?? undefined;
export const noteLanguages: (languages: Record<string, string | null>) => void = store.set;
