import { buildCatalogue } from './built-catalogue.ts';
import type { Locale, PseudoLocale } from './locales.ts';
import { createWords, type Words } from './words.ts';

const made = new Map<Locale | PseudoLocale, Words>();

/** The words of a language. They are the same object every time: reading a catalogue takes longer than a request. */
export function wordsOf(locale: Locale | PseudoLocale): Words {
  const words = made.get(locale) ?? (locale === 'en' ? createWords('en') : readWords(locale));
  made.set(locale, words);
  return words;
}

function readWords(locale: Locale | PseudoLocale): Words {
  return createWords(locale, buildCatalogue(locale));
}
