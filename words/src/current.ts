// One language a page: another one loads the page again. What stands at module level runs before it is known and stays
// English (`word`); everything below is called when something is shown.
import { makeEnglish } from './english.ts';
import type { Words } from './words.ts';

let current = makeEnglish();
type FetchWords = (file: 'parts' | 'screens') => Promise<void>;

const thereAlready: FetchWords = () => Promise.resolve();
let fetchWords = thereAlready;

/** Sets the language of the page, before anything is shown, and the way to the words of what is loaded on use. */
export function speak(words: Words, fetchMore = thereAlready): void {
  current = words;
  fetchWords = fetchMore;
}

/** Waits for the words of what is loaded on use, parts of a screen or whole ones: nobody sees a moment of English. */
export const laterWords: FetchWords = (file) => fetchWords(file);

/** What `write` gives in another language. It must not wait for anything: whatever else runs meanwhile would speak it too. */
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
