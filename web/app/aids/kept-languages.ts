import { createStore } from '@parlance/client/store';

const storageKey = 'parlance.message-languages';
/** Corrections of the detector are few; the oldest go. */
const keptMax = 500;

/** What somebody said a message is in; null is neither of the two. */
type Kept = Record<string, string | null>;

function read(): Kept {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? '{}') as Kept;
  } catch {
    return {};
  }
}

const store = createStore<{ kept: Kept }>({ kept: read() });

export const subscribeKeptLanguages = store.subscribe;
export const keptLanguages = (): Kept => store.get().kept;

/** Keeps on this device which language a message is in. */
export function keepLanguage(chatMessageId: string, language: string | null): void {
  const { [chatMessageId]: _, ...others } = keptLanguages();
  const kept = Object.fromEntries([...Object.entries(others), [chatMessageId, language]].slice(-keptMax));
  store.set({ kept });
  try {
    localStorage.setItem(storageKey, JSON.stringify(kept));
  } catch {
    // Where nothing can be stored it holds until the page goes.
  }
}
