// One language per page: a change reloads the page. Module-level texts are evaluated before it is known and stay English (`word`);
// everything below is called at render time.
import { makeEnglish } from './english.ts';
import type { Words } from './words.ts';

let current = makeEnglish();
type FetchWords = (file: 'parts' | 'screens' | 'settings' | 'admin' | 'programmes') => Promise<void>;

const thereAlready: FetchWords = () => Promise.resolve();
let fetchWords = thereAlready;

/** Sets the language of the page before the first render, and the loader for further words. */
export function speak(words: Words, fetchMore = thereAlready): void {
  current = words;
  fetchWords = fetchMore;
}

/** Waits for the words of a lazily loaded part or screen, so that no English flashes. */
export const laterWords: FetchWords = (file) => fetchWords(file);

/** Runs `write` in another language. It must be synchronous: concurrent code would see that language too. */
export function speaking<Written>(words: Words, write: () => Written): Written {
  const before = current;
  current = words;
  try {
    return write();
  } finally {
    current = before;
  }
}

/** The language of the page, for dates, numbers, lists and names. */
export const spoken = (): Words => current;

export const t: Words['t'] = (...args) => current.t(...args);
export const counted: Words['counted'] = (...args) => current.counted(...args);
export const parts: Words['parts'] = (...args) => current.parts(...args);
export const countedParts: Words['countedParts'] = (...args) => current.countedParts(...args);
export const translate: Words['translate'] = (messages) => current.translate(messages);
