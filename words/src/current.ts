// One language a page: another one loads the page again. What stands at module level runs before it is known and stays
// English (`word`); everything below is called when something is shown.
import { makeEnglish } from './english.ts';
import type { Words } from './words.ts';

let current = makeEnglish();

/** Sets the language of the page, before anything is shown. */
export function speak(words: Words): void {
  current = words;
}

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
export const translateMessage: Words['translateMessage'] = (english) => current.translateMessage(english);
