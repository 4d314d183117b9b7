import { createStore } from '@parlance/client/store';

const storageKey = 'parlance.message-languages';
/** Limit of stored choices; the oldest are evicted. */
const keptMax = 500;

/** Chosen language by message id; null for neither of the two. */
type Kept = Record<string, string | null>;

const none = '{}';
/** Fallback for the lifetime of the page if storage is blocked. */
let unstored: string | null = null;
let read: { text: string; kept: Kept } = { text: none, kept: {} };
const changes = createStore({ count: 0 });

function storedText(): string {
  try {
    return unstored ?? localStorage.getItem(storageKey) ?? none;
  } catch {
    return none;
  }
}

function parse(text: string): Kept {
  try {
    return JSON.parse(text) as Kept;
  } catch {
    return {};
  }
}

export const subscribeKeptLanguages = changes.subscribe;

/** Always reads the storage: a copy in memory would survive a sign-out and leak into the next member's choices. */
export function keptLanguages(): Kept {
  const text = storedText();
  if (text !== read.text) read = { text, kept: parse(text) };
  return read.kept;
}

/** Stores the language of a message on this device. */
export function keepLanguage(chatMessageId: string, language: string | null): void {
  const { [chatMessageId]: _, ...others } = keptLanguages();
  const kept = Object.fromEntries([...Object.entries(others), [chatMessageId, language]].slice(-keptMax));
  const text = JSON.stringify(kept);
  try {
    localStorage.setItem(storageKey, text);
  } catch {
    unstored = text;
  }
  changes.set({ count: changes.get().count + 1 });
}
