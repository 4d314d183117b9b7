import { createStore } from '@parlance/client/store';

const storageKey = 'parlance.message-languages';
/** Corrections of the detector are few; the oldest go. */
const keptMax = 500;

/** What somebody said a message is in; null is neither of the two. */
type Kept = Record<string, string | null>;

const none = '{}';
/** Where nothing can be stored it holds until the page goes. */
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

/** Always what is stored: a copy in memory would outlive a sign-out, and be stored again with the next person's choices. */
export function keptLanguages(): Kept {
  const text = storedText();
  if (text !== read.text) read = { text, kept: parse(text) };
  return read.kept;
}

/** Keeps on this device which language a message is in. */
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
